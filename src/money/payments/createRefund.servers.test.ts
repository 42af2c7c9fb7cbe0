import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { simulatorRefunds } from '../../../simulators/mollie/table.ts'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import {
  engineOf,
  placeOrderFor,
  refundsOf,
  callWebhook,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { invoices } from '../invoices/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { type RefundResolution, STORE_CREDIT_PROVIDER } from './contract.ts'
import { lockRefundablePayments } from './refund.service.ts'
import { payments } from './table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { sendRefund } from './sendRefund.service.ts'
import { resolveRefund } from './admin/contract.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'

/** Refunds with simultaneous webhooks, jobs and admins, each on its own connection. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admins: TestUser[]
let clock = Date.now()
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), now: () => new Date(clock) })
  crowd = await createCustomers(shop, 10)
  admins = await Promise.all([1, 2].map(() => shop.newUser('ADMIN')))
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 100 })
const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
async function paid(buyer: TestCustomer): Promise<PlacedOrder & { providerId: string }> {
  const placed = await placeOrderFor(shop, buyer)
  await completePayment(placed.paymentUrl, 'paid')
  await callWebhook(shop, placed.payment.providerId)
  return { ...placed, providerId: placed.payment.providerId as string }
}
const control = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await shop.newClient().request('POST', `/simulator/mollie/${path}`, body)
  expect(answer.status).toBe(200)
  return answer.body as never
}
const standing = async (providerId: string) => {
  const made = await db().select().from(simulatorRefunds).where(eq(simulatorRefunds.paymentId, providerId))
  return made.filter(({ status }) => status !== 'failed')
}
const booksAgree = () =>
  until(async () => expect(await findDiscrepancies(db(), new Date(clock + 3_600_000))).toEqual([]))

it('records a dashboard refund in parts, beside our own, once per part', async () => {
  const { orderId, providerId, payment } = await paid(crowd[0] as TestCustomer)
  const ours = admins[0]?.call(refundOrder, { orderId, amount: 500 })
  for (const value of ['2.50', '2.50', '10.00']) {
    const { id } = await control('refund', { id: providerId, amount: { currency: 'EUR', value } })
    await Promise.all([
      control('refund-status', { id, status: 'refunded' }),
      times(30, () => callWebhook(shop, providerId)),
    ])
  }
  await ours
  await times(10, () => callWebhook(shop, providerId))
  const cents = (all: { amountCents: number }[]) =>
    all.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)
  expect(cents(await refundsOf(shop, payment.id))).toEqual([250, 250, 500, 1000])
  await until(async () => {
    const notes = await db().select().from(invoices).where(eq(invoices.subjectId, orderId))
    expect(notes.map(({ totalCents }) => totalCents).toSorted((a, b) => a - b)).toEqual([
      -1000, -500, -250, -250, 2000,
    ])
  })
  const told = (await admins[1]?.call(listNotifications))?.body
  expect(told?.filter(({ type }) => type === 'REFUND_OUTSIDE')).toHaveLength(3)
  await booksAgree()
})

it('refunds a failed refund once for parallel resolutions and webhooks', { timeout: 90_000 }, async () => {
  for (const buyer of crowd.slice(1, 9)) {
    const { orderId, providerId, payment } = await paid(buyer)
    await admins[0]?.call(refundOrder, { orderId, amount: 800 })
    const refund = async () => (await refundsOf(shop, payment.id))[0]
    await until(async () => expect((await refund())?.providerId).not.toBeNull())
    const { id: refundId, providerId: first } = (await refund()) as { id: string; providerId: string }
    const failing = control('refund-status', { id: first, status: 'failed' })
    await Promise.all([failing, times(6, () => callWebhook(shop, providerId))])
    await until(async () => expect((await refund())?.failedAt).not.toBeNull())
    clock += 120_000
    const how = (at: number): RefundResolution => (at % 2 === 0 ? 'SEND_AGAIN' : 'BY_HAND')
    const [mended] = await Promise.all([
      times(6, at => (admins[at % 2] as TestUser).call(resolveRefund, { refundId, how: how(at) })),
      times(4, () => sendRefund(engineOf(shop), refundId)),
      times(4, () => callWebhook(shop, providerId)),
    ])
    expect(mended.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    await until(async () => {
      const { byHandAt, providerId: at, failedAt } = (await refund()) ?? {}
      expect(byHandAt !== null || (at !== null && failedAt === null)).toBe(true)
    })
    const isByHand = (await refund())?.byHandAt !== null
    expect(await standing(providerId)).toHaveLength(isByHand ? 0 : 1)
    expect(await refundsOf(shop, payment.id)).toHaveLength(1)
  }
  await booksAgree()
})

it('makes one refund when its job runs ten times at once', async () => {
  const { orderId, providerId, payment } = await paid(crowd[9] as TestCustomer)
  const { body } = (await admins[0]?.call(refundOrder, { orderId, amount: 300 })) ?? {}
  const send = () => sendRefund(engineOf(shop), body?.refundId as string)
  await Promise.all([times(10, send), times(5, () => callWebhook(shop, providerId))])
  await until(async () =>
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ providerId: expect.any(String) }]),
  )
  expect(await standing(providerId)).toHaveLength(1)
  await booksAgree()
})

it('locks the payment at the provider before credit, as its webhook has done', async () => {
  const { orderId, payment } = await paid((await createCustomers(shop, 1))[0] as TestCustomer)
  await db()
    .insert(payments)
    .values({
      kind: 'ORDER',
      subjectId: orderId,
      userId: payment.userId,
      amountCents: 1,
      provider: STORE_CREDIT_PROVIDER,
      status: 'PAID',
      settledAt: new Date(0),
    })
  const hasLock = Promise.withResolvers<void>()
  const isWaiting = Promise.withResolvers<void>()
  const webhook = db().transaction(async tx => {
    await tx.select().from(payments).where(eq(payments.id, payment.id)).for('no key update')
    hasLock.resolve()
    await isWaiting.promise
    return lockRefundablePayments(tx, orderId)
  })
  await hasLock.promise
  const admin = db().transaction(tx => lockRefundablePayments(tx, orderId))
  await until(async () => {
    const locks = await queryRows(db(), sql`select from pg_stat_activity where wait_event_type = 'Lock'`)
    expect(locks).toHaveLength(1)
  })
  isWaiting.resolve()
  expect(await admin).toEqual(await webhook)
})
