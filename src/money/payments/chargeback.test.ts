import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  payWithoutWebhook,
  placeOrderFor,
  setFaults,
  callWebhook,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { eq } from 'drizzle-orm'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { readAdminOrder, refundOrder } from '../../shop/orders/admin/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { applyProviderPayment } from './service.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const soon = { timeout: 15_000, interval: 50 }

/** A paid order of 20 euros. */
async function paid(): Promise<PlacedOrder> {
  const customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  return placed
}

/** Charges back `cents` of a payment; all that is left by default. */
const chargeback = (providerId: string | null, value?: string) =>
  shop.newClient().request('POST', '/simulator/mollie/chargeback', {
    id: providerId,
    ...(value && { amount: { currency: 'EUR', value } }),
  })
const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body
const told = async (orderId: string) =>
  (await admin.call(listNotifications)).body.filter(
    ({ type, path }) => type !== 'NEW_ORDER' && path === `/admin/orders/${orderId}`,
  )
const taken = async (orderId: string) =>
  (await read(orderId)).chargebacks.map(({ amountCents }) => amountCents)

it('is recorded once, notified to admins, and cannot be refunded as well', async () => {
  const { orderId, payment } = await paid()
  expect(await chargeback(payment.providerId, '7.50')).toMatchObject({ status: 200 })
  await Promise.all([1, 2, 3, 4].map(() => callWebhook(shop, payment.providerId)))
  expect(await taken(orderId)).toEqual([750])
  expect(await told(orderId)).toMatchObject([
    { type: 'CHARGEBACK', message: expect.stringContaining('€\u00A07,50') },
  ])
  expect(await admin.call(refundOrder, { orderId, amount: 1251 })).toMatchObject({
    status: 409,
    body: { code: 'REFUND_TOO_LARGE', left: 1250 },
  })
  await chargeback(payment.providerId)
  await vi.waitFor(async () => expect(await taken(orderId)).toEqual([750, 1250]), soon)
  expect(await told(orderId)).toHaveLength(2)
  expect(await read(orderId)).toMatchObject({ status: 'PAID', payments: [{ status: 'PAID' }] })
  const later = new Date(Date.now() + 3_600_000)
  await vi.waitFor(
    async () => expect(await findDiscrepancies(shop.node.platform.db, later)).toEqual([]),
    soon,
  )
})

it('is recorded later when the provider is unavailable during its webhook', async () => {
  const { orderId, payment } = await paid()
  await setFaults(shop, { httpStatus: 503 })
  await chargeback(payment.providerId)
  expect(await callWebhook(shop, payment.providerId)).toMatchObject({ status: 200 })
  expect(await taken(orderId)).toEqual([])
  // The provider's own webhook retries are off: the payment is found by our stored job.
  await setFaults(shop, { dropWebhooks: true })
  await vi.waitFor(async () => expect(await taken(orderId)).toEqual([2000]), soon)
})

it('is kept when older webhooks arrive after it', async () => {
  const { orderId, payment } = await paid()
  const truth = { status: 'PAID', amountCents: 2000, currency: 'EUR', paymentId: payment.id } as const
  const { db } = shop.node.platform
  for (const chargedBackCents of [500, 0, 500, 2000, 500]) {
    await db.transaction(tx =>
      applyProviderPayment(tx, payment.id, { ...truth, chargedBackCents, refunds: [] }, shop.node.platform),
    )
  }
  expect(await taken(orderId)).toEqual([500, 1500])
})

it('and a payment of a wrong amount notify admins once', async () => {
  const { orderId, payment, paymentUrl } = await placeOrderFor(shop, await shop.newUser())
  const { db } = shop.node.platform
  await payWithoutWebhook(shop, paymentUrl)
  await db
    .update(simulatorPayments)
    .set({ amountCents: 1999 })
    .where(eq(simulatorPayments.id, payment.providerId ?? ''))
  await Promise.all([1, 2, 3].map(() => callWebhook(shop, payment.providerId)))
  expect(await told(orderId)).toMatchObject([{ type: 'PAYMENT_MISMATCH' }])
  expect(await read(orderId)).toMatchObject({
    status: 'PENDING',
    payments: [{ status: 'OPEN', problem: 'PAID 1999 EUR, but 2000 EUR was asked' }],
  })
})
