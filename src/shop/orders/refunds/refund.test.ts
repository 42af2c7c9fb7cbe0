import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  mailsTo,
  paymentsOf,
  placeOrderFor,
  providerPayments,
  refundsOf,
  stockOf,
  type PlacedOrder,
} from '../../../../tests/support/payments.ts'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { listInvoices } from '../../../money/invoices/contract.ts'
import { readOrder } from '../contract.ts'
import { refundOrder } from '../admin/contract.ts'

let shop: TestShop
let customer: TestUser
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** A paid order of two units at 10 euros each. */
async function paid(): Promise<PlacedOrder & { itemId: string }> {
  customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await completePayment(placed.paymentUrl, 'paid').then(path => customer.request('GET', path))
  const { body } = await customer.call(readOrder, { orderId: placed.orderId })
  return { ...placed, itemId: body.items[0]?.id ?? '' }
}
const refund = (orderId: string, wanted: object = {}, headers?: Record<string, string>) =>
  admin.call(refundOrder, { orderId, ...wanted }, headers)
const soon = { timeout: 10_000, interval: 50 }

it('refunds lines, sends the refund to the provider, and creates a credit note', async () => {
  const { orderId, itemId, productId, payment } = await paid()
  const one = { items: [{ itemId, quantity: 1 }], restock: true, reason: 'Retour' }
  expect(await refund(orderId, one)).toMatchObject({ status: 201, body: { amount: 1000, left: 1000 } })
  expect(await stockOf(shop, productId)).toEqual({ stock: 4, reserved: 0 })
  await vi.waitFor(async () => {
    const told = (await providerPayments(shop)).find(({ id }) => id === payment.providerId)
    expect(told?.amountRefunded?.value).toBe('10.00')
    const { body } = await customer.call(listInvoices, { orderId })
    expect(body.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
      ['INVOICE', 2000],
      ['CREDIT_NOTE', -1000],
    ])
    expect(await mailsTo(shop, customer.user.email)).toContain('order-credited')
  }, soon)
  expect((await customer.call(readOrder, { orderId })).body).toMatchObject({ status: 'PAID' })
  expect(await refund(orderId, { items: [{ itemId, quantity: 2 }] })).toMatchObject({
    status: 409,
    body: { code: 'REFUND_TOO_LARGE', left: 1 },
  })
})

it('refunds all that is left, which cancels an unshipped order, and refuses more', async () => {
  const { orderId, productId } = await paid()
  expect(await refund(orderId, { amount: 500 })).toMatchObject({ body: { amount: 500, left: 1500 } })
  expect(await refund(orderId)).toMatchObject({ body: { amount: 1500, left: 0 } })
  expect((await customer.call(readOrder, { orderId })).body).toMatchObject({ status: 'CANCELLED' })
  expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  expect(await refund(orderId)).toMatchObject({ status: 409, body: { code: 'REFUND_TOO_LARGE' } })
})

it('cancels the order with the last amount, whichever line was named, and restocks all of it', async () => {
  const { orderId, itemId, productId } = await paid()
  await refund(orderId, { amount: 1000, reason: 'Excuses' })
  const last = { items: [{ itemId, quantity: 1 }], restock: true }
  expect(await refund(orderId, last)).toMatchObject({ body: { amount: 1000, left: 0 } })
  expect((await customer.call(readOrder, { orderId })).body).toMatchObject({ status: 'CANCELLED' })
  expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])
})

it('refunds once for repeated and simultaneous requests with one key', async () => {
  const { orderId, payment } = await paid()
  const key = { 'idempotency-key': `terug-${orderId}` }
  const answers = await Promise.all([1, 2, 3].map(() => refund(orderId, { amount: 700 }, key)))
  expect(new Set(answers.map(({ body }) => body.refundId)).size).toBe(1)
  const rest = await Promise.all([1, 2, 3].map(() => refund(orderId, { amount: 1300 })))
  expect(rest.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(rest.filter(({ status }) => status === 409)).toHaveLength(2)
  const back = (await refundsOf(shop, payment.id)).map(({ amountCents }) => amountCents)
  expect(back.toSorted((a, b) => a - b)).toEqual([700, 1300])
})

it('refuses an unpaid order, an unknown one, and invalid input', async () => {
  const { orderId } = await placeOrderFor(shop, await shop.newUser())
  expect(await refund(orderId)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } })
  expect(await refund('0197a000-0000-7000-8000-000000000000')).toMatchObject({ status: 404 })
  for (const wanted of [
    { amount: 0 },
    { amount: 1.5 },
    { amount: '5' },
    { items: [] },
    { items: [{ itemId: 'x', quantity: 0 }] },
  ]) {
    expect(await refund(orderId, wanted)).toMatchObject({ status: 400 })
  }
  expect(await paymentsOf(shop, orderId)).toHaveLength(1)
})
