import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  buyQuickMinutes,
  createShopGateway,
  engineOf,
  mailsTo,
  payWithoutWebhook,
  payOnceMore,
  placeOrderFor,
  providerPayments,
  refundsOf,
  setFaults,
  stockOf,
  callWebhook,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { addToCart, readCart } from '../../shop/cart/contract.ts'
import { stockHolds, products } from '../../shop/products/catalog/table.ts'
import { minuteEntries } from '../minutes/table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { orderPaidMail, orderRefundedMail, readOrder } from '../../shop/orders/contract.ts'
import { addPayment, startPayment } from './service.ts'
import { reconcilePayments } from './reconcile.service.ts'
import { releaseExpiredHolds } from '../../shop/products/stock/expiredHolds.service.ts'
import { confirmUnpaidOrders } from '../../shop/orders/notices.service.ts'
import { issueOrderRefund } from '../../shop/orders/refunds/service.ts'

let shop: TestShop
let customer: TestUser
let clock = Date.now()
beforeAll(async () => void (shop = await openShop({ now: () => new Date(clock) })))
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const place = async (stock?: number): Promise<PlacedOrder> => {
  customer = await shop.newUser()
  return placeOrderFor(shop, customer, stock)
}
const minutesLater = (minutes: number) => void (clock += minutes * 60_000)
const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body
/** The customer's notifications of this kind. */
const toldOf = async (kind: string) =>
  (await customer.call(listNotifications)).body
    .filter(news => news.type === kind)
    .map(({ message }) => message)
const balance = async () => (await customer.call(readUser)).body.minutesBalance
const untilRefunded = (providerId: string | null, value: string) =>
  vi.waitFor(
    async () => {
      const told = (await providerPayments(shop)).find(({ id }) => id === providerId)
      expect(told?.amountRefunded?.value).toBe(value)
    },
    { timeout: 10_000, interval: 50 },
  )

/** Another payment attempt for an order, as the provider has it. */
async function payAgain({
  orderId,
  payment,
}: PlacedOrder): Promise<{ id: string; paymentUrl: string; providerId: string }> {
  const { db, origin } = shop.node.platform
  clock += 1
  const attempt = { kind: 'ORDER' as const, subjectId: orderId, userId: payment.userId, provider: 'mollie' }
  const added = await db.transaction(tx =>
    addPayment(tx, { ...attempt, amountCents: payment.amountCents }, new Date(clock)),
  )
  const paymentUrl = await startPayment(shop.node.platform, createShopGateway(shop), added, {
    description: 'Gloed',
    redirectUrl: `${origin()}/api/payments/return?payment=${added.id}`,
    webhookUrl: `${origin()}/api/webhooks/mollie`,
  })
  return { id: added.id, paymentUrl, providerId: paymentUrl.split('/').at(-1) as string }
}

describe('an unpaid order', () => {
  it('is confirmed by mail after a minute, once, and not when it is paid by then', async () => {
    const paid = await place()
    const payer = customer.user.email
    await completePayment(paid.paymentUrl, 'paid')
    await place()
    await confirmUnpaidOrders(shop.node.platform)
    expect(await mailsTo(shop, customer.user.email)).toEqual([])
    minutesLater(2)
    await Promise.all([1, 2, 3].map(() => confirmUnpaidOrders(shop.node.platform)))
    expect(await mailsTo(shop, customer.user.email)).toEqual(['order-received'])
    expect(await mailsTo(shop, payer)).not.toContain('order-received')
  })
})

describe('a failed payment', () => {
  it.each(['failed', 'canceled', 'expired'] as const)(
    '(%s) cancels its order and releases the stock',
    async outcome => {
      const { orderId, productId, paymentUrl } = await place()
      await completePayment(paymentUrl, outcome)
      expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paymentUrl: null })
      expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
      expect(await mailsTo(shop, customer.user.email)).toEqual(['payment-failed'])
    },
  )

  it('cancels nothing when it is not the newest attempt', async () => {
    const first = await place()
    const second = await payAgain(first)
    await completePayment(first.paymentUrl, 'expired')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PENDING', paymentUrl: second.paymentUrl })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 5, reserved: 2 })
    await completePayment(second.paymentUrl, 'failed')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 5, reserved: 0 })
  })

  it('changes nothing after another attempt was paid', async () => {
    const first = await place()
    const second = await payAgain(first)
    await completePayment(first.paymentUrl, 'paid')
    await completePayment(second.paymentUrl, 'expired')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 3, reserved: 0 })
  })
})

describe('a duplicate payment', () => {
  it('is refunded in full, once', async () => {
    const first = await place()
    const second = await payAgain(first)
    await completePayment(second.paymentUrl, 'paid')
    await completePayment(first.paymentUrl, 'paid')
    await callWebhook(shop, first.payment.providerId)
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await refundsOf(shop, first.payment.id)).toMatchObject([
      { amountCents: 2000, reason: 'paid a second time' },
    ])
    expect(await refundsOf(shop, second.id)).toEqual([])
    await untilRefunded(first.payment.providerId, '20.00')
    await vi.waitFor(
      async () =>
        expect(await mailsTo(shop, customer.user.email)).toEqual(
          expect.arrayContaining([orderPaidMail.name, 'order-paid-twice']),
        ),
      10_000,
    )
    expect(await toldOf('PAID_TWICE')).toEqual([
      expect.stringMatching(/^Er kwam een tweede betaling binnen voor bestelling .* gaat naar je terug\.$/),
    ])
  })

  it('is refunded when the order was refunded and cancelled meanwhile', async () => {
    const first = await place()
    const second = await payAgain(first)
    await completePayment(first.paymentUrl, 'paid')
    const { orderId, productId, payment } = first
    const key = { userId: payment.userId, key: null, operation: 'refund', input: null }
    await issueOrderRefund(shop.node.platform, { orderId, restock: true, reason: null }, key)
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED' })
    await completePayment(second.paymentUrl, 'paid')
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(await refundsOf(shop, second.id)).toMatchObject([{ amountCents: 2000 }])
  })
})

describe('a stock hold', () => {
  it('expires after 30 minutes, and the order can still be paid from available stock', async () => {
    const { orderId, productId, paymentUrl } = await place()
    minutesLater(29)
    await releaseExpiredHolds(shop.node.platform)
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 2 })
    minutesLater(-29)
    await payWithoutWebhook(shop, paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    await releaseExpiredHolds(shop.node.platform)
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(await shop.node.platform.db.$count(stockHolds, eq(stockHolds.orderId, orderId))).toBe(0)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  })

  it('that expired with no stock left refunds the payment and notifies the customer', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await customer.call(addToCart, { productId, quantity: 2 })
    await payWithoutWebhook(shop, paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    const { db } = shop.node.platform
    await db.update(products).set({ stock: 1 }).where(eq(products.id, productId))
    await callWebhook(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
    expect(await stockOf(shop, productId)).toEqual({ stock: 1, reserved: 0 })
    expect(await mailsTo(shop, customer.user.email)).toContain(orderRefundedMail.name)
    expect(await toldOf('PAID_TOO_LATE')).toEqual([
      expect.stringContaining('€\u00A020,00 gaat naar je terug'),
    ])
    await untilRefunded(payment.providerId, '20.00')
    await callWebhook(shop, payment.providerId)
    expect(await refundsOf(shop, payment.id)).toHaveLength(1)
    expect((await customer.call(readCart)).body).toHaveLength(1)
  })

  it('of other orders is unchanged when stock is taken again', async () => {
    const late = await place(4)
    await payWithoutWebhook(shop, late.paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    const { db } = shop.node.platform
    await db.update(products).set({ reservedStock: 3 }).where(eq(products.id, late.productId))
    await callWebhook(shop, late.payment.providerId)
    expect(await orderOf(late.orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, late.productId)).toEqual({ stock: 4, reserved: 3 })
  })
})

it('is renewed when a cancelled order turns out to be paid', async () => {
  const { orderId, productId, paymentUrl, payment } = await place()
  await completePayment(paymentUrl, 'failed')
  expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED' })
  const { db } = shop.node.platform
  await db
    .update(simulatorPayments)
    .set({ status: 'paid' })
    .where(eq(simulatorPayments.id, payment.providerId as string))
  await callWebhook(shop, payment.providerId)
  expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', paidAt: expect.any(String) })
  expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
})

it('removes only the bought items from the cart', async () => {
  const { productId, paymentUrl } = await place()
  const other = await addProduct(shop)
  await customer.call(addToCart, { productId })
  await customer.call(addToCart, { productId: other.id })
  await completePayment(paymentUrl, 'paid')
  expect((await customer.call(readCart)).body).toMatchObject([{ productId: other.id }])
})

describe('a minute purchase', () => {
  it('is credited once when paid, with a ledger entry', async () => {
    customer = await shop.newUser()
    const { purchaseId, paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    expect(await balance()).toBe(0)
    await payWithoutWebhook(shop, paymentUrl)
    await Promise.all([
      callWebhook(shop, payment.providerId),
      callWebhook(shop, payment.providerId),
      callWebhook(shop, payment.providerId),
    ])
    expect(await balance()).toBe(5)
    const entries = await shop.node.platform.db
      .select()
      .from(minuteEntries)
      .where(and(eq(minuteEntries.userId, customer.user.id), eq(minuteEntries.purchaseId, purchaseId)))
    expect(entries).toMatchObject([{ kind: 'PURCHASE', minutes: 5, valueCents: 1000 }])
  })

  it('is not credited when the payment fails, and is when it turns out paid', async () => {
    customer = await shop.newUser()
    const { paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    await completePayment(paymentUrl, 'expired')
    expect(await balance()).toBe(0)
    const { db } = shop.node.platform
    await db
      .update(simulatorPayments)
      .set({ status: 'paid' })
      .where(eq(simulatorPayments.id, payment.providerId as string))
    await callWebhook(shop, payment.providerId)
    expect(await balance()).toBe(5)
  })

  it('paid by a second attempt is refunded in full', async () => {
    customer = await shop.newUser()
    const { purchaseId, paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    await completePayment(paymentUrl, 'paid')
    const purchase = { subjectId: purchaseId, userId: customer.user.id, amountCents: 1000 }
    const second = await payOnceMore(shop, { kind: 'MINUTES', ...purchase }, new Date(clock))
    expect(await balance()).toBe(5)
    expect(await refundsOf(shop, payment.id)).toEqual([])
    expect(await refundsOf(shop, second)).toMatchObject([{ amountCents: 1000 }])
    expect(await mailsTo(shop, customer.user.email)).toContain('minutes-paid-twice')
    expect(await toldOf('PAID_TWICE')).toHaveLength(1)
  })
})
