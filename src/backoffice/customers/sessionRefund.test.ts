import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entriesOf, playMinutes, playSession, type TestLot } from '../../../tests/support/earnings.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { takeBackMinuteEarnings } from '../../money/earnings/service.ts'
import { minuteDebts, minuteEntries, minuteLots } from '../../money/minutes/table.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import { findDiscrepancies } from '../reconciliation/service.ts'
import { buildReport } from '../reports/service.ts'
import { listCustomerSessions, previewSessionRefund, refundSession } from './contract.ts'

const LATER = new Date(Date.now() + 30 * 86_400_000)
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())
const db = () => shop.node.platform.db
const preview = (sessionId: string, backMinutes?: number) =>
  admin.call(previewSessionRefund, { sessionId, ...(backMinutes && { backMinutes }) })
const refund = (sessionId: string, backMinutes: number) =>
  admin.call(refundSession, { sessionId, backMinutes, reason: 'Storing in de verbinding' })
const open: TestLot = { minutes: 5, value: 1000, vat: 174, finalAt: LATER }

async function played(options: Parameters<typeof playSession>[3]) {
  const [creator, player] = [await shop.newUser('MODEL'), await shop.newUser()]
  const sessionId = await playSession(shop, creator, player, options)
  const lots = async () =>
    db().select().from(minuteLots).where(eq(minuteLots.userId, player.user.id)).orderBy(minuteLots.addedAt)
  const balance = async () =>
    (await db().select().from(users).where(eq(users.id, player.user.id)))[0]?.minutesBalance
  const cents = async () =>
    (await entriesOf(shop, creator.user.id)).reduce((sum, entry) => sum + entry.cents, 0)
  return { creator, player, sessionId, lots, balance, cents }
}
const booksAgree = async () => {
  const found = await findDiscrepancies(db(), new Date(0))
  expect(found.filter(({ check }) => /^(earnings|minutes\.balance)/.test(check))).toEqual([])
}

it('shows the effect first and changes nothing, then does exactly that, once', async () => {
  const { sessionId, player, lots, balance, cents } = await played({ lots: [open] })
  expect([await balance(), await cents()]).toEqual([2, 298])
  const effect = {
    playedMinutes: 3,
    backMinutes: 2,
    minutes: 2,
    valueCents: 400,
    takenBackCents: 198,
    shopCents: 0,
  }
  expect(await preview(sessionId, 2)).toMatchObject({ status: 200, body: effect })
  expect([await balance(), await cents()]).toEqual([2, 298])
  expect(await refund(sessionId, 2)).toMatchObject({ status: 200, body: effect })
  expect([await balance(), await cents()]).toEqual([4, 100])
  expect(await lots(), 'the same lot').toMatchObject([{ spent: 1, returned: 0 }])
  expect((await refund(sessionId, 2)).body).toMatchObject({ minutes: 0, takenBackCents: 0, backMinutes: 2 })
  expect((await preview(sessionId)).body).toMatchObject({ minutes: 1, valueCents: 200, takenBackCents: 100 })
  expect((await refund(sessionId, 3)).body).toMatchObject({ minutes: 1, takenBackCents: 100 })
  expect([await balance(), await cents()]).toEqual([5, 0])
  const { items } = (await admin.call(listCustomerSessions, { userId: player.user.id })).body
  expect(items).toMatchObject([{ id: sessionId, minutesBack: 3 }])
  const logged = await db().select().from(auditEntries).where(eq(auditEntries.subjectId, player.user.id))
  expect(logged.map(({ action, details }) => [action, details])).toEqual([
    ['SESSION_MINUTES_REFUNDED', { sessionId, minutes: 2, takenBackCents: 198, shopCents: 0 }],
    ['SESSION_MINUTES_REFUNDED', { sessionId, minutes: 1, takenBackCents: 100, shopCents: 0 }],
  ])
  await booksAgree()
})

it('leaves earnings that are payable, which the shop bears', async () => {
  const { sessionId, cents } = await played({})
  const effect = { takenBackCents: 0, shopCents: 298 }
  expect((await preview(sessionId)).body).toMatchObject(effect)
  expect((await refund(sessionId, 3)).body).toMatchObject(effect)
  expect(await cents()).toBe(298)
  await booksAgree()
})

it('returns minutes to each lot that they came from, the last ones first', async () => {
  const { sessionId, lots, cents } = await played({
    minutes: 4,
    lots: [
      { minutes: 3, value: 100 },
      { ...open, minutes: 3, value: 200, vat: 0 },
    ],
  })
  expect((await refund(sessionId, 2)).body).toMatchObject({
    valueCents: 100,
    takenBackCents: 40,
    shopCents: 20,
  })
  expect(await lots()).toMatchObject([{ spent: 2 }, { spent: 0 }])
  expect((await refund(sessionId, 4)).body).toMatchObject({ valueCents: 66, takenBackCents: 0 })
  expect(await lots()).toMatchObject([{ spent: 0 }, { spent: 0 }])
  expect(await cents()).toBe(60)
  await booksAgree()
})

it('makes minutes that can be played again, whose value adds up', async () => {
  const { sessionId, creator, player, lots, balance } = await played({ lots: [{ minutes: 3, value: 100 }] })
  expect((await refund(sessionId, 1)).status).toBe(200)
  const [creatorId, playerId] = [creator.user.id, player.user.id]
  const again = { sessionId: crypto.randomUUID(), startedAt: new Date(), creatorId, playerId }
  await playMinutes(shop, again, 1)
  expect([await balance(), (await lots())[0]?.spent]).toEqual([0, 3])
  expect((await refund(sessionId, 3)).status).toBe(200)
  const own = and(eq(minuteEntries.userId, playerId), eq(minuteEntries.kind, 'SESSION_RETURN'))
  expect(await db().$count(minuteEntries, own)).toBe(2)
  const owed = await buildReport(db(), `${new Date().getFullYear()}-Q4`, 'owed')
  expect(owed.rows.length).toBeGreaterThan(0)
  await booksAgree()
})

it('takes no more of earnings whose payment went back in part, and the two are the whole', async () => {
  const { sessionId, creator, cents } = await played({ minutes: 5, lots: [open] })
  expect(await cents()).toBe(496)
  const [entry] = await entriesOf(shop, creator.user.id)
  const purchaseId = entry?.purchaseId as string
  const back = (backCents: number | null) =>
    db().transaction(tx =>
      takeBackMinuteEarnings(tx, shop.node.platform, { purchaseId, causeId: crypto.randomUUID(), backCents }),
    )
  await back(500)
  const half = await cents()
  const { takenBackCents } = (await refund(sessionId, 2)).body
  expect(Math.abs(takenBackCents - (half * 2) / 5)).toBeLessThan(2)
  await back(null)
  expect(await cents()).toBe(0)
  expect((await refund(sessionId, 5)).body).toMatchObject({ minutes: 3, takenBackCents: 0 })
  await booksAgree()
})

it('is refused while it runs, for a closed account, with an open debt, and for more than was played', async () => {
  const { sessionId, player, creator } = await played({ lots: [open] })
  expect(await refund(sessionId, 4)).toMatchObject({
    status: 400,
    body: { fields: { backMinutes: 'Er zijn er 3 gespeeld.' } },
  })
  expect((await refund(crypto.randomUUID(), 1)).status).toBe(404)
  expect((await creator.call(previewSessionRefund, { sessionId })).status).toBe(403)
  const refused = (message: string) => ({ status: 409, body: { message: expect.stringContaining(message) } })
  const running = eq(toyControlSessions.id, sessionId)
  const set = (values: Partial<typeof toyControlSessions.$inferInsert>) =>
    db().update(toyControlSessions).set(values).where(running)
  await set({ status: 'ACTIVE', stoppedAt: null })
  expect(await preview(sessionId)).toMatchObject(refused('loopt nog'))
  await set({ status: 'STOPPED', stoppedAt: new Date() })
  const [entry] = await entriesOf(shop, creator.user.id)
  const debt = { userId: player.user.id, purchaseId: entry?.purchaseId as string, amountCents: 100 }
  await db()
    .insert(minuteDebts)
    .values({ ...debt, chargebackId: crypto.randomUUID() })
  expect(await refund(sessionId, 1)).toMatchObject(refused('schuld'))
  await db().update(users).set({ deleteAfter: new Date() }).where(eq(users.id, player.user.id))
  expect(await refund(sessionId, 1)).toMatchObject(refused('gesloten'))
})

it('is limited by the database too', async () => {
  const { sessionId, player } = await played({ lots: [open] })
  const entry = { userId: player.user.id, kind: 'SESSION_RETURN', controlSessionId: sessionId } as const
  await expect(
    db()
      .insert(minuteEntries)
      .values({ ...entry, minutes: 4 }),
  ).rejects.toMatchObject({
    cause: { message: expect.stringContaining('were not played') },
  })
})
