import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { recordConsent } from './consent.contract.ts'
import { deleteOldConsents } from './consent.service.ts'
import { consentRecords } from './table.ts'

let shop: TestShop
let clock = Date.parse('2026-11-26T10:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => new Date(clock) })))
afterAll(() => shop.close())

const number = '0123456789abcdef0123456789abcdef'
const given = { number, textVersion: '1', analytics: true, functional: true }
const db = () => shop.node.platform.db
const records = () => db().select().from(consentRecords).where(eq(consentRecords.number, number))

it('keeps the consents that a browser gave and took back, with the version of the text, for three years', async () => {
  const visitor = shop.newClient()
  for (const analytics of [true, false]) {
    expect((await visitor.call(recordConsent, { ...given, analytics })).status).toBe(201)
    clock += 60_000
  }
  expect(await records()).toMatchObject([
    { textVersion: '1', analytics: true, functional: true, createdAt: new Date('2026-11-26T10:00:00Z') },
    { analytics: false },
  ])
  clock = Date.parse('2029-11-26T09:00:00Z')
  await deleteOldConsents(shop.node.platform)
  expect(await records()).toHaveLength(2)
  clock = Date.parse('2029-11-26T10:00:30Z')
  await deleteOldConsents(shop.node.platform)
  expect(await records()).toHaveLength(1)
})

it('takes no version of the text that never was', async () => {
  for (const textVersion of ['0', '2', 'iets', ''])
    expect((await shop.newClient().call(recordConsent, { ...given, textVersion })).status).toBe(400)
})

it('keeps when it was chosen, as far as that can be', async () => {
  const own = 'f'.repeat(32)
  clock = Date.parse('2026-12-10T10:00:00Z')
  for (const chosenAt of ['2026-12-09T20:00:00.000Z', '2026-12-10T10:05:00.000Z', '2020-01-01T00:00:00.000Z'])
    expect((await shop.newClient().call(recordConsent, { ...given, number: own, chosenAt })).status).toBe(201)
  const kept = await db().select().from(consentRecords).where(eq(consentRecords.number, own))
  expect(kept.map(({ createdAt }) => createdAt.toISOString()).toSorted()).toEqual([
    '2026-11-09T10:00:00.000Z',
    '2026-12-09T20:00:00.000Z',
    '2026-12-10T10:00:00.000Z',
  ])
  expect((await shop.newClient().call(recordConsent, { ...given, chosenAt: 'gisteren' })).status).toBe(400)
})

it('takes no number that a browser did not make at random', async () => {
  for (const wrong of ['', '42', `${number}0`, 'sam@gloed.test'])
    expect((await shop.newClient().call(recordConsent, { ...given, number: wrong })).status).toBe(400)
})
