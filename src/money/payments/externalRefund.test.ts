import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  buyQuickMinutes,
  mailsTo,
  paymentsOf,
  placeOrderFor,
  providerPayments,
  refundsOf,
  setFaults,
  stockOf,
  callWebhook,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { addCodeProduct, addFileProduct, buy } from '../../../tests/support/downloads.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import {
  readAdminOrder,
  setOrderStatus,
  deliverOrder,
  refundOrder,
} from '../../shop/orders/admin/contract.ts'
import { listInvoices } from '../invoices/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { payAgain } from '../../shop/orders/contract.ts'
import { listDownloads } from '../../shop/downloads/contract.ts'
import { resolveRefund } from './admin/contract.ts'

/** Refunds that are made or changed at the provider, not by us. */
let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const soon = { timeout: 20_000, interval: 50 }

/** A paid order of 20 euros. */
async function paid(): Promise<PlacedOrder & { providerId: string }> {
  customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  return { ...placed, providerId: placed.payment.providerId as string }
}
const control = async (path: string, body: object): Promise<{ id: string }> => {
  const answer = await shop.newClient().request('POST', `/simulator/mollie/${path}`, body)
  expect(answer.status).toBe(200)
  return answer.body as never
}
/** Refunds in the provider's dashboard; all that is left by default. */
const atDashboard = async (id: string, value?: string): Promise<string> =>
  (await control('refund', { id, ...(value && { amount: { currency: 'EUR', value } }) })).id
const becomes = (id: string, status: string) => control('refund-status', { id, status })
/** The provider completes a refund by itself within a day. */
async function givenAtDashboard(id: string, value?: string): Promise<void> {
  await becomes(await atDashboard(id, value), 'refunded')
}
const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body
const refundsIn = async (orderId: string) =>
  (await read(orderId)).refunds.map(({ amountCents, state, isExternal, credits }) => [
    amountCents,
    state,
    isExternal,
    credits,
  ])
const untilRefunds = (orderId: string, expected: unknown[]) =>
  vi.waitFor(async () => expect(await refundsIn(orderId)).toEqual(expected), soon)
const toldOf = async (who: TestUser, kind: string, path: string) =>
  (await who.call(listNotifications)).body.filter(news => news.type === kind && news.path === path)
const refundedAt = async (id: string) =>
  (await providerPayments(shop)).find(payment => payment.id === id)?.amountRefunded?.value
/** After the jobs, reconciliation finds exactly this. */
const booksSay = (expected: object[]) =>
  vi.waitFor(async () => {
    const later = new Date(Date.now() + 3_600_000)
    expect(await findDiscrepancies(shop.node.platform.db, later)).toMatchObject(expected)
    expect(await findDiscrepancies(shop.node.platform.db, later)).toHaveLength(expected.length)
  }, soon)

it('records a dashboard refund once it cannot be cancelled, with credit note and notices', async () => {
  const { orderId, providerId } = await paid()
  const refundId = await atDashboard(providerId, '7.50')
  await callWebhook(shop, providerId)
  expect(await refundsIn(orderId)).toEqual([])
  await becomes(refundId, 'processing')
  await Promise.all([1, 2, 3, 4].map(() => callWebhook(shop, providerId)))
  await becomes(refundId, 'refunded')
  expect(await refundsIn(orderId)).toEqual([[750, 'SENT', true, true]])
  expect(await toldOf(admin, 'REFUND_OUTSIDE', `/admin/orders/${orderId}`)).toMatchObject([
    { message: expect.stringContaining('€\u00A07,50') },
  ])
  expect(await toldOf(customer, 'ORDER_REFUNDED', `/order-confirmation/${orderId}`)).toHaveLength(1)
  await vi.waitFor(async () => {
    const { body } = await customer.call(listInvoices, { orderId })
    expect(body.map(({ totalCents }) => totalCents)).toEqual([2000, -750])
    expect(await mailsTo(shop, customer.user.email)).toEqual(['order-paid', 'order-credited'])
  }, soon)
  expect(await admin.call(refundOrder, { orderId, amount: 1251 })).toMatchObject({
    status: 409,
    body: { code: 'REFUND_TOO_LARGE', left: 1250 },
  })
  expect((await admin.call(refundOrder, { orderId, amount: 1250 })).status).toBe(201)
  await vi.waitFor(async () => expect(await refundedAt(providerId)).toBe('20.00'), soon)
  await booksSay([])
})

it('leaves the order and its stock to an admin after a full dashboard refund', async () => {
  const { orderId, productId, providerId } = await paid()
  await givenAtDashboard(providerId)
  await untilRefunds(orderId, [[2000, 'SENT', true, true]])
  expect((await read(orderId)).status).toBe('PAID')
  await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
  expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
  await booksSay([])
})

it('takes a download and an unseen code back after a full dashboard refund', async () => {
  customer = await shop.newUser()
  const file = await addFileProduct(shop, admin)
  const { id: codeId } = await addCodeProduct(shop, admin, ['DASHBOARD-1'])
  const orderId = await buy(
    customer,
    [file.id, codeId].map(productId => ({ productId, quantity: 1 })),
  )
  const [payment] = await paymentsOf(shop, orderId)
  const states = async () => (await customer.call(listDownloads, { orderId })).body.map(({ state }) => state)
  await givenAtDashboard(payment?.providerId ?? '', '5.00')
  await untilRefunds(orderId, [[500, 'SENT', true, true]])
  expect(await states()).toEqual(['AVAILABLE', 'AVAILABLE'])
  await givenAtDashboard(payment?.providerId ?? '')
  await vi.waitFor(async () => expect(await states()).toEqual(['REVOKED', 'REVOKED']), soon)
  expect(await stockOf(shop, codeId)).toEqual({ stock: 1, reserved: 0 })
  expect(await admin.call(deliverOrder, { orderId })).toMatchObject({
    status: 409,
    body: { code: 'ORDER_REFUNDED' },
  })
  await booksSay([])
})

it('does not record a dashboard refund that is cancelled', async () => {
  const { orderId, providerId } = await paid()
  await becomes(await atDashboard(providerId), 'canceled')
  await callWebhook(shop, providerId)
  expect(await refundsIn(orderId)).toEqual([])
})

it('reopens and lists our refund that does not arrive, and allows sending it again', async () => {
  const { orderId, providerId, payment } = await paid()
  await admin.call(refundOrder, { orderId, amount: 1000 })
  await untilRefunds(orderId, [[1000, 'SENT', false, true]])
  const [refund] = await refundsOf(shop, payment.id)
  await becomes(refund?.providerId as string, 'failed')
  await Promise.all([1, 2, 3].map(() => callWebhook(shop, providerId)))
  expect(await refundsIn(orderId)).toEqual([[1000, 'FAILED', false, true]])
  expect(await toldOf(admin, 'REFUND_FAILED', `/admin/orders/${orderId}`)).toHaveLength(1)
  await booksSay([{ check: 'refunds.failed', subject: refund?.id }])
  expect(await admin.call(refundOrder, { orderId, amount: 1001 })).toMatchObject({ status: 409 })

  await admin.call(resolveRefund, { refundId: refund?.id as string, how: 'SEND_AGAIN' })
  await untilRefunds(orderId, [[1000, 'SENT', false, true]])
  // The first attempt is still in the provider's list, and is out of date.
  await callWebhook(shop, providerId)
  expect(await refundsIn(orderId)).toEqual([[1000, 'SENT', false, true]])
  expect((await refundsOf(shop, payment.id))[0]?.providerId).not.toBe(refund?.providerId)
  expect(await refundedAt(providerId)).toBe('10.00')
  await booksSay([])
})

it('replaces a failed refund of ours by a dashboard refund of the same amount', async () => {
  const { orderId, providerId, payment } = await paid()
  await admin.call(refundOrder, { orderId, amount: 500 })
  await untilRefunds(orderId, [[500, 'SENT', false, true]])
  const [refund] = await refundsOf(shop, payment.id)
  await becomes(refund?.providerId as string, 'failed')
  await untilRefunds(orderId, [[500, 'FAILED', false, true]])
  await givenAtDashboard(providerId, '5.00')
  await untilRefunds(orderId, [[500, 'SENT', false, true]])
  await callWebhook(shop, providerId)
  expect(await refundsOf(shop, payment.id)).toHaveLength(1)
  await booksSay([])
})

it('replaces a queued refund by a dashboard refund when both would exceed the payment', async () => {
  const { orderId, providerId, payment } = await paid()
  await setFaults(shop, { httpStatus: 401 })
  await admin.call(refundOrder, { orderId })
  await vi.waitFor(async () => expect((await refundsOf(shop, payment.id))[0]?.triedAt).not.toBeNull(), soon)
  await givenAtDashboard(providerId)
  await setFaults(shop, {})
  await callWebhook(shop, providerId)
  await untilRefunds(orderId, [[2000, 'SENT', false, true]])
  expect(await refundedAt(providerId)).toBe('20.00')
  await booksSay([])
})

it('keeps a duplicate payment owed and uninvoiced when its refund does not arrive', async () => {
  customer = await shop.newUser()
  const { orderId, paymentUrl } = await placeOrderFor(shop, customer)
  const again = await customer.call(payAgain, { orderId })
  await completePayment(paymentUrl, 'paid')
  await completePayment(again.body.paymentUrl, 'paid')
  await untilRefunds(orderId, [[2000, 'SENT', false, false]])
  const second = (await paymentsOf(shop, orderId))[1]
  const [refund] = await refundsOf(shop, second?.id as string)
  await becomes(refund?.providerId as string, 'failed')
  await untilRefunds(orderId, [[2000, 'FAILED', false, false]])
  await booksSay([{ check: 'refunds.failed', subject: refund?.id }])
  await givenAtDashboard(second?.providerId as string)
  await untilRefunds(orderId, [[2000, 'SENT', false, false]])
  await booksSay([])
  const { body } = await customer.call(listInvoices, { orderId })
  expect(body.map(({ totalCents }) => totalCents)).toEqual([2000])
})

it('keeps the minutes after a dashboard refund, and names no number in the notice', async () => {
  customer = await shop.newUser()
  const { paymentUrl, payment } = await buyQuickMinutes(shop, customer)
  await completePayment(paymentUrl, 'paid')
  await givenAtDashboard(payment.providerId as string, '4.00')
  await vi.waitFor(
    async () =>
      expect(await refundsOf(shop, payment.id)).toMatchObject([{ amountCents: 400, isExternal: true }]),
    soon,
  )
  expect(await toldOf(customer, 'MINUTES_REFUNDED', '/dashboard')).toMatchObject([
    { message: 'Je krijgt €\u00A04,00 terug voor je minuten.' },
  ])
  await vi.waitFor(
    async () => expect(await mailsTo(shop, customer.user.email)).toContain('minutes-refunded'),
    soon,
  )
  await booksSay([])
})

it('is recorded when the payment itself was not known to be paid', async () => {
  customer = await shop.newUser()
  const { orderId, paymentUrl, payment, productId } = await placeOrderFor(shop, customer)
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, 'paid')
  await givenAtDashboard(payment.providerId as string, '3.00')
  await callWebhook(shop, payment.providerId)
  expect((await read(orderId)).status).toBe('PAID')
  expect(await refundsIn(orderId)).toEqual([[300, 'SENT', true, true]])
  expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  await booksSay([])
})

it('leaves the rest to us when a late payment was refunded in part before it was known', async () => {
  customer = await shop.newUser()
  const { orderId, paymentUrl, payment } = await placeOrderFor(shop, customer)
  await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, 'paid')
  await givenAtDashboard(payment.providerId as string, '3.00')
  await callWebhook(shop, payment.providerId)
  await untilRefunds(orderId, [
    [1700, 'SENT', false, false],
    [300, 'SENT', true, false],
  ])
  expect(await refundedAt(payment.providerId as string)).toBe('20.00')
  await booksSay([])
})

it('owes nothing more when a late payment was refunded in two parts before it was known', async () => {
  customer = await shop.newUser()
  const { orderId, paymentUrl, payment } = await placeOrderFor(shop, customer)
  await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, 'paid')
  for (const value of ['8.00', '12.00']) await givenAtDashboard(payment.providerId as string, value)
  await callWebhook(shop, payment.providerId)
  await untilRefunds(orderId, [
    [1200, 'SENT', false, false],
    [800, 'SENT', true, false],
  ])
  expect(await refundedAt(payment.providerId as string)).toBe('20.00')
  await booksSay([])
})

// Last test: its finding stays until an admin resolves it.
it('keeps our refund open after a smaller dashboard refund, with nothing more to refund', async () => {
  const { orderId, providerId, payment } = await paid()
  const key = { 'idempotency-key': 'all' }
  await admin.call(refundOrder, { orderId }, key)
  await untilRefunds(orderId, [[2000, 'SENT', false, true]])
  const [refund] = await refundsOf(shop, payment.id)
  await becomes(refund?.providerId as string, 'failed')
  await untilRefunds(orderId, [[2000, 'FAILED', false, true]])
  await givenAtDashboard(providerId, '6.00')
  await untilRefunds(orderId, [
    [2000, 'FAILED', false, true],
    [600, 'SENT', true, true],
  ])
  expect(await admin.call(refundOrder, { orderId, amount: 1 })).toMatchObject({
    status: 409,
    body: { left: 0 },
  })
  expect(await admin.call(refundOrder, { orderId }, key)).toMatchObject({ status: 201, body: { left: 0 } })
  await booksSay([{ check: 'refunds.failed', subject: refund?.id }])
})
