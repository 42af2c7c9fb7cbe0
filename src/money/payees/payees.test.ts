import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMails } from '../../../tests/support/renderedMails.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { createTestLedger, type TestLedger } from '../../../tests/support/testLedger.ts'
import { ibans, someDetails } from '../../../tests/support/payeeDetails.ts'
import { applicationFile } from '../../live/applications/service.ts'
import { creatorApplications } from '../../live/applications/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { newId } from '../../platform/db/columns.ts'
import { mails } from '../../platform/db/table.ts'
import { createLog } from '../../platform/telemetry/log.ts'
import { readPayeeOf, setNameCheck } from './admin/contract.ts'
import { changePayee, readPayee } from './contract.ts'
import { remindEarners } from './reminder.service.ts'
import { payees } from './table.ts'

const DAY_MS = 86_400_000
const logged: string[] = []
const clock = { at: Date.parse('2026-12-01T10:00:00Z') }
let shop: TestShop
let admin: TestUser
let ledger: TestLedger
beforeAll(async () => {
  const log = createLog('debug', { write: (line: string) => void logged.push(line) })
  shop = await openShop({ now: () => new Date(clock.at), log })
  admin = await shop.newUser('ADMIN')
  ledger = createTestLedger(shop.node.platform)
})
afterAll(async () => {
  await ledger.drop()
  await shop.close()
})

const { taxNumber } = someDetails
const db = () => shop.node.platform.db
const rowOf = async ({ user }: TestUser) =>
  (await db().select().from(payees).where(eq(payees.userId, user.id)))[0]
const mailsTo = ({ user }: TestUser, template: string) => readMails(shop, user.email ?? '', template)

/** A creator whose application was accepted under a name. */
async function newCreator(legalName = 'Anna de Vries'): Promise<TestUser> {
  const one = await shop.newUser('MODEL')
  const [id, { dataCipher }] = [newId(), shop.node.platform]
  await db().transaction(async tx => {
    const texts = await dataCipher.encrypt(
      tx,
      applicationFile,
      id,
      JSON.stringify({ document: { legalName } }),
    )
    const times = { sentAt: new Date(), decidedAt: new Date() }
    await tx
      .insert(creatorApplications)
      .values({ id, userId: one.user.id, state: 'ACCEPTED', ...times, ...texts })
  })
  return one
}

describe('the details of a creator', () => {
  it('are shown to her without her numbers, and stored encrypted', async () => {
    const one = await newCreator()
    expect((await one.call(readPayee)).body).toMatchObject({ verifiedName: 'Anna de Vries', details: null })
    const saved = await one.call(changePayee, { ...someDetails, iban: 'nl91 abna 0417 1643 00' })
    expect(saved).toMatchObject({
      status: 200,
      body: { details: { ibanEnd: '4300', taxNumberEnd: '2333', city: 'Amsterdam' }, usableAt: null },
    })
    expect(JSON.stringify(saved.body)).not.toContain(taxNumber)
    const row = JSON.stringify(await rowOf(one))
    for (const secret of [taxNumber, ibans[0], 'Kerkstraat', 'Vries']) expect(row).not.toContain(secret)
  })

  it('are refused before her identity is verified', async () => {
    const one = await shop.newUser('MODEL')
    expect(await one.call(changePayee, someDetails)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
  })

  it('are refused with the field that is wrong', async () => {
    const one = await newCreator()
    for (const [changes, field] of [
      [{ iban: 'NL91ABNA0417164301' }, 'iban'],
      [{ iban: 'AE070331234567890123456' }, 'iban'],
      [{ iban: null }, 'iban'],
      [{ taxNumber: null }, 'taxNumber'],
      [{ vatStatus: 'VAT_BELGIUM', agreesSelfBilling: true }, 'vatNumber'],
      [{ vatStatus: 'SMALL_BUSINESS' }, 'agreesSelfBilling'],
      [{ vatStatus: 'SMALL_BUSINESS', agreesSelfBilling: true, holder: 'COMPANY' }, 'companyName'],
      [{ city: '' }, 'city'],
    ] as const) {
      const { status, body } = await one.call(changePayee, { ...someDetails, ...changes })
      expect([status, Object.keys((body as unknown as { fields: object }).fields)], field).toEqual([
        400,
        [field],
      ])
    }
    const unreadable = await newCreator('Иван')
    expect((await unreadable.call(changePayee, someDetails)).status).toBe(400)
  })

  it('name the verified person, or her company', async () => {
    const one = await newCreator('Roos Jansen')
    const holderOf = async () =>
      (await admin.call(readPayeeOf, { userId: one.user.id })).body.details?.holderName
    await one.call(changePayee, someDetails)
    expect(await holderOf()).toBe('Roos Jansen')
    const company = { vatStatus: 'SMALL_BUSINESS', holder: 'COMPANY', companyName: 'Studio Roos' } as const
    const agreed = { ...someDetails, ...company, agreesSelfBilling: true }
    expect((await one.call(changePayee, agreed)).body.details).toMatchObject({ agreesSelfBilling: true })
    expect(await rowOf(one)).toMatchObject({ selfBillingVersion: 1, selfBillingAgreedAt: expect.any(Date) })
    expect(await holderOf()).toBe('Studio Roos')
  })

  it('of another are not readable by a creator', async () => {
    const one = await newCreator()
    expect((await one.call(readPayeeOf, { userId: admin.user.id })).status).toBe(403)
    expect((await admin.call(readPayeeOf, { userId: one.user.id })).status).toBe(404)
  })
})

describe('a changed IBAN', () => {
  it('waits seven days, asks the bank again, and is mailed by its ends alone', async () => {
    const one = await newCreator()
    await one.call(changePayee, someDetails)
    const { version } = (await admin.call(readPayeeOf, { userId: one.user.id })).body
    const check = { userId: one.user.id, version, nameCheck: 'MATCH' } as const
    expect((await admin.call(setNameCheck, check)).body).toMatchObject({ nameCheckedBy: admin.user.id })
    const changed = await one.call(changePayee, { ...someDetails, iban: ibans[1], taxNumber: null })
    const usableAt = new Date(clock.at + 7 * DAY_MS).toISOString()
    expect(changed.body).toMatchObject({ usableAt, nameCheck: null, details: { ibanEnd: '7034' } })
    const [mail, ...others] = await mailsTo(one, 'iban-changed')
    expect(others).toEqual([])
    for (const told of ['4300', '7034', '8 december 2026']) expect(mail).toContain(told)
    for (const secret of [ibans[0], ibans[1], 'ABNA', 'BE68', taxNumber]) expect(mail).not.toContain(secret)
    clock.at += 7 * DAY_MS
    expect((await one.call(readPayee)).body.usableAt).toBeNull()
  })

  it('is not mailed, and waits for nothing, when it stays the same', async () => {
    const one = await newCreator()
    await one.call(changePayee, someDetails)
    await one.call(changePayee, { ...someDetails, city: 'Utrecht', iban: null, taxNumber: null })
    expect((await one.call(readPayee)).body).toMatchObject({ usableAt: null, details: { city: 'Utrecht' } })
    expect(await mailsTo(one, 'iban-changed')).toEqual([])
  })
})

it('the bank’s answer is refused about details that changed since, and the log has no details', async () => {
  const one = await newCreator()
  await one.call(changePayee, someDetails)
  const { version } = (await admin.call(readPayeeOf, { userId: one.user.id })).body
  await one.call(changePayee, { ...someDetails, iban: ibans[2] })
  const stale = { userId: one.user.id, version, nameCheck: 'MATCH' } as const
  expect(await admin.call(setNameCheck, stale)).toMatchObject({ status: 409 })
  expect((await admin.call(setNameCheck, { ...stale, version: version + 1, nameCheck: 'NO' })).status).toBe(
    200,
  )
  const isHers = and(eq(auditEntries.subjectId, one.user.id), eq(auditEntries.action, 'PAYEE_CHANGED'))
  const entries = await db().select().from(auditEntries).where(isHers)
  expect(entries.map(({ details }) => details)).toContainEqual({
    agreesSelfBilling: false,
    isNew: false,
    ibanChanged: true,
    nameChanged: false,
  })
  expect(logged.length).toBeGreaterThan(0)
  for (const secret of [taxNumber, 'Kerkstraat', 'de Vries', ...ibans])
    expect(logged.join('')).not.toContain(secret)
})

it('a creator who earned is reminded twice, once each, until she gives her details', async () => {
  const [one, other] = [await newCreator(), await newCreator()]
  const since = new Date(clock.at)
  for (const { user } of [one, other]) await ledger.earn(user.id, 5000, since)
  await other.call(changePayee, someDetails)
  const remindAt = async (days: number) => {
    clock.at = since.getTime() + days * DAY_MS
    await Promise.all([remindEarners(shop.node.platform, ledger), remindEarners(shop.node.platform, ledger)])
    const isReminder = and(eq(mails.template, 'payee-reminder'), eq(mails.recipient, one.user.email ?? ''))
    return db().$count(mails, isReminder)
  }
  expect(await remindAt(13)).toBe(0)
  expect(await remindAt(14)).toBe(1)
  expect(await remindAt(15)).toBe(1)
  expect(await remindAt(31)).toBe(2)
  expect(await remindAt(90)).toBe(2)
  expect(await mailsTo(other, 'payee-reminder')).toEqual([])
})
