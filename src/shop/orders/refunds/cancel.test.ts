import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addFileProduct } from '../../../../tests/support/downloads.ts'
import { addAddressFor, addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import {
  mailsTo,
  type PlacedOrder,
  placeOrderFor,
  providerPayments,
  refundsOf,
  stockOf,
} from '../../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { readAdminOrder, setOrderStatus, setPicked, refundOrder } from '../admin/contract.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { listInvoices } from '../../../money/invoices/contract.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { checkout } from '../../checkout/contract.ts'
import { cancelOrder, readOrder } from '../contract.ts'

let shop: TestShop
let customer: TestUser
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** A paid order of two units at 10 euros each, by a new customer. */
async function paid(): Promise<PlacedOrder & { itemId: string }> {
  customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
  const { body } = await customer.call(readOrder, { orderId: placed.orderId })
  return { ...placed, itemId: body.items[0]?.id ?? '' }
}
const cancel = (orderId: string) => customer.call(cancelOrder, { orderId })
const refused = { status: 409, body: { code: 'ORDER_NOT_CANCELLABLE' } }
const kindsOf = async (user: TestUser) => (await user.call(listNotifications)).body.map(({ type }) => type)
const booksAgree = async () => expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

it('cancels a paid order: stock and money go back, and the customer and the admins are told', async () => {
  const { orderId, productId, payment } = await paid()
  expect(await cancel(orderId)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
  expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
  expect((await refundsOf(shop, payment.id)).map(({ amountCents }) => amountCents)).toEqual([2000])
  await vi.waitFor(
    async () => {
      const told = (await providerPayments(shop)).find(({ id }) => id === payment.providerId)
      expect(told?.amountRefunded?.value).toBe('20.00')
      const { body } = await customer.call(listInvoices, { orderId })
      expect(body.map(({ totalCents }) => totalCents)).toEqual([2000, -2000])
    },
    { timeout: 10_000, interval: 50 },
  )
  expect(await mailsTo(shop, customer.user.email)).toContain('order-cancelled')
  expect(await kindsOf(customer)).toEqual(expect.arrayContaining(['ORDER_CANCELLED', 'ORDER_REFUNDED']))
  expect(await kindsOf(admin)).toContain('CANCELLED_BY_BUYER')
  const { deeds } = (await admin.call(readAdminOrder, { orderId })).body
  const deed = deeds.find(({ action }) => action === 'ORDER_CANCELLED')
  expect(deed).toMatchObject({ actor: { id: customer.user.id }, details: { amountCents: 2000 } })
  await booksAgree()
})

it('cancels once, and refuses another customer and an unknown order', async () => {
  const { orderId, payment } = await paid()
  const other = await shop.newUser()
  expect(await other.call(cancelOrder, { orderId })).toMatchObject({ status: 404 })
  expect(await cancel('nergens')).toMatchObject({ status: 404 })
  expect(await cancel(orderId)).toMatchObject({ status: 200 })
  const again = await cancel(orderId)
  expect(again).toMatchObject({ ...refused, body: { message: 'Deze bestelling is al geannuleerd.' } })
  expect(await refundsOf(shop, payment.id)).toHaveLength(1)
})

it('refuses an order that is not paid, is being packed, or is in progress', async () => {
  customer = await shop.newUser()
  const { orderId: unpaid } = await placeOrderFor(shop, customer)
  expect(await cancel(unpaid)).toMatchObject(refused)
  const { orderId, itemId } = await paid()
  await admin.call(setPicked, { orderId, itemId, picked: true })
  expect(await cancel(orderId)).toMatchObject(refused)
  await admin.call(setPicked, { orderId, itemId, picked: false })
  await admin.call(setOrderStatus, { orderId, status: 'PROCESSING' })
  expect(await cancel(orderId)).toMatchObject(refused)
})

it('refunds only the rest of a partly refunded order, and nobody can pick it any more', async () => {
  const { orderId, itemId, productId, payment } = await paid()
  const part = { orderId, items: [{ itemId, quantity: 1 }], restock: true }
  expect(await admin.call(refundOrder, part)).toMatchObject({ status: 201 })
  expect(await cancel(orderId)).toMatchObject({ status: 200 })
  expect((await refundsOf(shop, payment.id)).map(({ amountCents }) => amountCents)).toEqual([1000, 1000])
  expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
  expect(await admin.call(setPicked, { orderId, itemId, picked: true })).toMatchObject({
    status: 409,
    body: { code: 'ORDER_CANCELLED' },
  })
  await booksAgree()
})

it('cancels an order that was free, without a refund', async () => {
  customer = await shop.newUser()
  const { id: productId } = await addProduct(shop, { price: 0, stock: 4 })
  const addressId = await addAddressFor(customer)
  const items = [{ productId, quantity: 1 }]
  const { orderId } = (await customer.call(checkout, { items, addressId })).body
  expect(await cancel(orderId)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
  expect(await stockOf(shop, productId)).toEqual({ stock: 4, reserved: 0 })
  await booksAgree()
})

it('refuses an order of which something was delivered digitally', async () => {
  customer = await shop.newUser()
  const { id: parcelId } = await addProduct(shop)
  const { id: digitalId } = await addFileProduct(shop, admin)
  const addressId = await addAddressFor(customer)
  const items = [parcelId, digitalId].map(productId => ({ productId, quantity: 1 }))
  const { orderId, paymentUrl } = (await customer.call(checkout, { items, addressId })).body
  await customer.request('GET', await completePayment(paymentUrl as string, 'paid'))
  const { body: order } = await customer.call(readOrder, { orderId })
  expect(order).toMatchObject({ status: 'PAID' })
  expect(order.items.some(({ deliveredAt }) => deliveredAt !== null)).toBe(true)
  expect(await cancel(orderId)).toMatchObject(refused)
})
