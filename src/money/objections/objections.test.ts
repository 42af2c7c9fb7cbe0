import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readEarnings } from '../../live/studio/earnings/contract.ts'
import { findOwnObjectable } from '../../live/studio/earnings/service.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { users } from '../../people/accounts/table.ts'
import { notifications } from '../../people/notifications/table.ts'
import { newId } from '../../platform/db/columns.ts'
import { earningLedger } from '../earnings/service.ts'
import { appendEntries } from '../ledger/service.ts'
import { listSelfBilled } from '../selfBilling/contract.ts'
import { selfBilledInvoices } from '../selfBilling/table.ts'
import { answerObjection, listObjections } from './admin/contract.ts'
import { saveAnswer } from './admin/service.ts'
import { objectToEarnings } from './contract.ts'
import { eraseOldObjections, findObjections, objectTo } from './service.ts'
import { earningObjections } from './table.ts'

const clock = { at: new Date('2026-11-20T10:00:00Z') }
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => clock.at })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const at = (time: string) => void (clock.at = new Date(time))

/** Books a line of a creator. @returns its id, that of the gift */
async function earn({ user }: TestUser): Promise<string> {
  const giftId = newId()
  const times = { payableAt: clock.at, createdAt: clock.at }
  const entry = { creatorId: user.id, type: 'EARNED', source: 'GIFTS', cents: 100, giftId, ...times } as const
  await db().transaction(tx => appendEntries(tx, earningLedger, [entry]))
  return giftId
}
async function bill({ user: { id: creatorId } }: TestUser): Promise<string> {
  const [id, number] = [newId(), `ZF-${newId()}`]
  const sums = { serial: 1, afterSequence: 0, lastSequence: 1, netCents: 100, vatCents: 0 }
  const kind = { month: '2026-10', kind: 'INVOICE', vatStatus: 'SMALL_BUSINESS' } as const
  await db()
    .insert(selfBilledInvoices)
    .values({ id, creatorId, number, ...sums, ...kind, issuedAt: clock.at })
  return id
}
const object = (who: TestUser, subject: 'LINE' | 'INVOICE', subjectId: string) =>
  who.call(objectToEarnings, { subject, subjectId, reason: 'Ik speelde langer.' })
const lineOf = async (who: TestUser) => (await who.call(readEarnings, {})).body.lines[0]

it('a creator objects to a line once, and gets one answer, of which both sides are told', async () => {
  at('2026-11-20T10:00:00Z')
  const one = await shop.newUser('MODEL')
  const other = await shop.newUser('MODEL')
  const lineId = await earn(one)
  expect(await lineOf(one)).toMatchObject({ objection: null, canObject: true })
  expect((await object(other, 'LINE', lineId)).status).toBe(404)
  const empty = { subject: 'LINE', subjectId: lineId, reason: ' ' } as const
  expect((await one.call(objectToEarnings, empty)).status).toBe(400)
  expect((await object(one, 'LINE', lineId)).status).toBe(204)
  const again = await object(one, 'LINE', lineId)
  expect([again.status, JSON.stringify(again.body)]).toEqual([
    409,
    expect.stringContaining('Je hebt al bezwaar gemaakt'),
  ])
  // 20 November is a Friday.
  const objection = { reason: 'Ik speelde langer.', dueOn: '2026-11-27', answer: null, answeredAt: null }
  expect(await lineOf(one)).toMatchObject({ objection, canObject: false })
  const told = await db().select().from(notifications).where(eq(notifications.userId, admin.user.id))
  expect(told.map(({ kind }) => kind)).toContain('EARNINGS_OBJECTED')

  const [listed] = (await admin.call(listObjections)).body
  expect(listed).toMatchObject({ creatorId: one.user.id, dueOn: '2026-11-27', isLate: false })
  const answer = { objectionId: listed?.id ?? '', answer: 'We telden opnieuw: het klopt.' }
  expect((await one.call(answerObjection, answer)).status).toBe(403)
  expect((await admin.call(answerObjection, answer)).status).toBe(204)
  expect((await admin.call(answerObjection, answer)).status).toBe(409)
  expect((await admin.call(answerObjection, { ...answer, objectionId: newId() })).status).toBe(404)
  const answered = { answer: answer.answer, answeredAt: clock.at.toISOString() }
  expect(await lineOf(one)).toMatchObject({ objection: answered, canObject: true })
  const news = await db().select().from(notifications).where(eq(notifications.userId, one.user.id))
  expect(news.map(({ text }) => text).join()).toContain('Er is een antwoord op je bezwaar')
  const audited = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, one.user.id))
  expect(audited.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['EARNINGS_OBJECTED', 'EARNINGS_OBJECTION_ANSWERED']),
  )
  expect(JSON.stringify(audited)).not.toContain('speelde')
  expect((await object(one, 'LINE', lineId)).status).toBe(204)
})

it('the terms are 90 days for a line and 14 for an invoice, which no one else may object to', async () => {
  at('2026-11-20T10:00:00Z')
  const one = await shop.newUser('MODEL')
  const [early, late] = [await earn(one), await earn(one)]
  const invoiceId = await bill(one)
  expect((await object(await shop.newUser('MODEL'), 'INVOICE', invoiceId)).status).toBe(404)
  at('2026-12-04T22:59:59Z')
  expect((await one.call(listSelfBilled)).body).toMatchObject([{ canObject: true, objection: null }])
  at('2026-12-04T23:00:00Z')
  expect((await one.call(listSelfBilled)).body).toMatchObject([{ canObject: false }])
  const refused = await object(one, 'INVOICE', invoiceId)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining('termijn voor bezwaar is voorbij'),
  ])
  at('2026-12-04T22:59:59Z')
  expect((await object(one, 'INVOICE', invoiceId)).status).toBe(204)
  expect((await one.call(listSelfBilled)).body).toMatchObject([
    { canObject: false, objection: { dueOn: '2026-12-11' } },
  ])
  at('2027-02-18T22:59:59Z')
  // Not by a call: her login is over by then.
  const { platform } = shop.node
  const find = (id: string, about: { subject: 'LINE' | 'INVOICE'; subjectId: string }) =>
    findOwnObjectable(platform, id, about)
  const objectLate = (subjectId: string) =>
    objectTo(platform, find, { creatorId: one.user.id, subject: 'LINE', subjectId, reason: 'Nee.' })
  await objectLate(early)
  at('2027-02-18T23:00:00Z')
  await expect(objectLate(late)).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('the list has late ones first, answered ones last, and a late one says so', async () => {
  at('2027-03-01T10:00:00Z')
  const one = await shop.newUser('MODEL')
  const first = await earn(one)
  await object(one, 'LINE', first)
  at('2027-03-09T10:00:00Z')
  await object(one, 'LINE', await earn(one))
  const all = (await admin.call(listObjections)).body
  const open = all.filter(({ answeredAt }) => answeredAt === null)
  expect(all.slice(0, open.length)).toEqual(open)
  expect(open.map(({ dueOn }) => dueOn)).toEqual(open.map(({ dueOn }) => dueOn).toSorted())
  const own = open.filter(({ creatorId }) => creatorId === one.user.id)
  expect(own.map(({ dueOn, isLate }) => [dueOn, isLate])).toEqual([
    ['2027-03-08', true],
    ['2027-03-16', false],
  ])
})

it('nobody changes or deletes an objection, and its text goes with the papers of an erased creator', async () => {
  at('2027-04-01T10:00:00Z')
  const one = await shop.newUser('MODEL')
  await object(one, 'LINE', await earn(one))
  const isOwn = eq(earningObjections.creatorId, one.user.id)
  const refused = { cause: { message: 'earning_objections is append-only' } }
  await expect(
    db().update(earningObjections).set({ dueOn: '2027-05-01' }).where(isOwn),
  ).rejects.toMatchObject(refused)
  await expect(db().delete(earningObjections).where(isOwn)).rejects.toMatchObject(refused)
  const answered = { answeredBy: admin.user.id, answeredAt: clock.at }
  await db().update(earningObjections).set(answered).where(isOwn)
  const later = { answeredAt: new Date('2027-04-02T10:00:00Z') }
  await expect(db().update(earningObjections).set(later).where(isOwn)).rejects.toMatchObject(refused)

  const { platform } = shop.node
  const since = new Date('2027-04-02T00:00:00Z')
  const reasons = async () => (await findObjections(platform, db(), one.user.id)).map(({ reason }) => reason)
  await eraseOldObjections(db(), since)
  expect(await reasons()).toEqual(['Ik speelde langer.'])
  await db().update(users).set({ deleteAfter: clock.at, erasedAt: clock.at }).where(eq(users.id, one.user.id))
  await eraseOldObjections(db(), since)
  expect(await reasons()).toEqual(['Deze tekst is niet meer te lezen.'])
})

it('an objection whose key is lost is not answered, since its reason would be lost with it', async () => {
  at('2027-05-03T10:00:00Z')
  const one = await shop.newUser('MODEL')
  await object(one, 'LINE', await earn(one))
  const { platform } = shop.node
  const [{ id: objectionId } = { id: '' }] = await findObjections(platform, db(), one.user.id)
  const dataCipher = { ...platform.dataCipher, decrypt: () => Promise.resolve(null) }
  const answer = { objectionId, answer: 'Het klopt.' }
  await expect(saveAnswer({ ...platform, dataCipher }, admin.user.id, answer)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await findObjections(platform, db(), one.user.id)).toMatchObject([
    { reason: 'Ik speelde langer.', answer: null },
  ])
})
