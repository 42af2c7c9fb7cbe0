import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { reconciliationFindings } from '../reconciliation/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { mails } from '../../platform/db/table.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { readTaskCounts, listDailyStats, readStats } from './contract.ts'
import { rollUpDailyStats } from './service.ts'
import { dailySales } from './table.ts'

// The day on which summer time ends in Brussels, which has 25 hours.
const NOON = new Date('2026-10-25T11:00:00Z')
let now = NOON
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => now })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
let count = 0

async function order(moment: string, more: Partial<typeof orders.$inferInsert> = {}): Promise<void> {
  const createdAt = new Date(moment)
  const number = `2026-9${String((count += 1)).padStart(5, '0')}`
  await db()
    .insert(orders)
    .values({ number, userId: admin.user.id, totalAmount: 1000, createdAt, ...more })
}

async function paid(moment: string, amountCents: number): Promise<string> {
  const settledAt = new Date(moment)
  const [payment] = await db()
    .insert(payments)
    .values({
      kind: 'MINUTES',
      subjectId: randomUUID(),
      userId: admin.user.id,
      provider: 'manual',
      amountCents,
      status: 'PAID',
      createdAt: settledAt,
      settledAt,
      pollAt: null,
    })
    .returning()
  return payment?.id as string
}

const days = async (span: number) => (await admin.call(listDailyStats, { days: span })).body

it('counts days in Brussels time and subtracts refunds', async () => {
  await order('2026-10-24T21:59:59Z')
  await order('2026-10-24T22:00:00Z')
  await order('2026-10-25T10:59:00Z')
  // Never paid: it counts nowhere.
  await order('2026-10-25T10:59:00Z', { status: 'CANCELLED' })
  const paymentId = await paid('2026-10-24T22:00:00Z', 5000)
  await paid('2026-10-24T21:59:59Z', 700)
  await db()
    .insert(refunds)
    .values([
      { paymentId, amountCents: 1200, reason: 'terug', createdAt: NOON },
      { paymentId, amountCents: 300, reason: 'lukte niet', createdAt: NOON, failedAt: NOON, failure: 'nee' },
    ])
  await db().insert(chargebacks).values({ paymentId, amountCents: 800, totalCents: 800, createdAt: NOON })
  expect((await days(7)).slice(-3)).toEqual([
    { day: '2026-10-23', orders: 0, revenue: 0 },
    { day: '2026-10-24', orders: 1, revenue: 700 },
    { day: '2026-10-25', orders: 2, revenue: 3000 },
  ])
  expect((await admin.call(readStats)).body).toMatchObject({
    ordersToday: 2,
    revenue: 3700,
    activeSessions: 0,
  })
})

it('reports the same after days are rolled up, also when one changes later', async () => {
  const [before, stats] = [await days(90), (await admin.call(readStats)).body]
  await rollUpDailyStats(db(), now)
  await rollUpDailyStats(db(), now)
  expect(await db().select().from(dailySales)).toEqual([{ day: '2026-10-24', orders: 1, revenue: 700 }])
  expect(await days(90)).toEqual(before)
  expect((await admin.call(readStats)).body).toEqual(stats)

  now = new Date('2026-10-27T11:00:00Z')
  await rollUpDailyStats(db(), now)
  await db().update(refunds).set({ failedAt: NOON, failure: 'nee' })
  await rollUpDailyStats(db(), now)
  expect((await days(7)).slice(-3)).toEqual([
    { day: '2026-10-25', orders: 2, revenue: 4200 },
    { day: '2026-10-26', orders: 0, revenue: 0 },
    { day: '2026-10-27', orders: 0, revenue: 0 },
  ])
  expect((await admin.call(readStats)).body).toMatchObject({ ordersToday: 0, revenue: 4900 })
})

it('refuses an unsupported report period', async () => {
  expect((await admin.call(listDailyStats, { days: 8 })).status).toBe(400)
})

it('counts the tasks that wait for an admin', async () => {
  const chores = async () => (await admin.call(readTaskCounts)).body
  const before = await chores()
  const status = 'PAID'
  const number = '2026-800001'
  await db().insert(orders).values({ number, userId: admin.user.id, totalAmount: 1000, status, paidAt: NOON })
  const mail = { recipient: 'lezer@gloed.test', template: 'order-paid', props: {} }
  await db()
    .insert(mails)
    .values([{ ...mail, failedAt: NOON }, mail])
  await db()
    .insert(withdrawals)
    .values({ name: 'Sam', email: 'sam@gloed.test', orderNumber: number, receivedAt: NOON })
  await db()
    .insert(reconciliationFindings)
    .values({ check: 'stock.book', subject: 'x', detail: '1', foundAt: NOON })
  expect(await chores()).toEqual({
    ...before,
    orders: before.orders + 1,
    mails: before.mails + 1,
    withdrawals: before.withdrawals + 1,
    findings: before.findings + 1,
  })
})
