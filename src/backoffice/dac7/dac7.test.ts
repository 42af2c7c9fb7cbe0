import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addEarning, addPayee, createTestLedger } from '../../../tests/support/testLedger.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { writeDac7Report } from './contract.ts'

let shop: TestShop
let admin: TestUser
const time = new Date('2027-01-12T09:30:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time })
  admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  const company = { ...settings.company, street: 'Kerkstraat 1', postalCode: '2000', city: 'Antwerpen' }
  const known = { ...company, country: 'BE' as const, companyNumber: '0123.456.749' }
  await admin.call(changeSettings, { ...settings, company: known, version })
})
afterAll(() => shop.close())

const write = (year: number) => admin.call(writeDac7Report, { year })

it('a year that is not over is refused, and a creator without a proven birth date is named apart', async () => {
  expect((await write(2027)).status).toBe(409)
  expect((await write(1999)).status).toBe(400)
  const { db } = shop.node.platform
  const earn = (creatorId: string, cents: number) =>
    addEarning(db, creatorId, cents, new Date('2026-12-31T22:30:00Z'))
  const ledger = createTestLedger(shop.node.platform)
  await addPayee(shop, { ...ledger, earn }, { by: admin.user.id, cents: 5000 })
  const { status, body } = await write(2026)
  expect({ status, body }).toMatchObject({ status: 200, body: { filename: 'dac7-2026.xml' } })
  expect(body.missing).toHaveLength(1)
  // In Brussels it was 2026 until eleven in the evening, UTC.
  await addEarning(db, (await shop.newUser('MODEL')).user.id, 100, new Date('2026-12-31T23:30:00Z'))
  expect((await write(2026)).body.missing).toHaveLength(1)
})
