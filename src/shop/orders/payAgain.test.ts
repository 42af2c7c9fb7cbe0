import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrderFor, stockOf } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { products } from '../products/catalog/table.ts'
import { payAgain, readOrder } from './contract.ts'
import { releaseExpiredHolds } from '../products/stock/expiredHolds.service.ts'

let shop: TestShop
let customer: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const again = (orderId: string, who: TestUser = customer) => {
  clock += 1
  return who.call(payAgain, { orderId })
}
const statusOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body.status
const finish = async (url: string, outcome: 'paid' | 'expired') =>
  customer.request('GET', await completePayment(url, outcome))

it('creates a new payment; an older failure does not cancel the order, and the new one pays it', async () => {
  const { orderId, paymentUrl } = await placeOrderFor(shop, customer)
  const { status, body } = await again(orderId)
  expect(status).toBe(200)
  expect(body.paymentUrl).toMatch(/\/tr_\w+$/)
  expect(body.paymentUrl).not.toBe(paymentUrl)
  expect((await customer.call(readOrder, { orderId })).body.paymentUrl).toBe(body.paymentUrl)
  await finish(paymentUrl, 'expired')
  expect(await statusOf(orderId)).toBe('PENDING')
  await finish(body.paymentUrl, 'paid')
  expect(await statusOf(orderId)).toBe('PAID')
  expect(await again(orderId)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE' } })
})

it('extends the hold, and holds stock again after it expired', async () => {
  const { orderId, productId } = await placeOrderFor(shop, customer, 2)
  const held = await stockOf(shop, productId)
  expect(held.reserved).toBeGreaterThan(0)
  clock += 29 * 60_000
  await again(orderId)
  clock += 29 * 60_000
  await releaseExpiredHolds(shop.node.platform)
  expect(await stockOf(shop, productId)).toEqual(held)
  clock += 2 * 60_000
  await releaseExpiredHolds(shop.node.platform)
  expect(await stockOf(shop, productId)).toEqual({ ...held, reserved: 0 })
  expect((await again(orderId)).status).toBe(200)
  expect(await stockOf(shop, productId)).toEqual(held)
})

it('is refused when no stock is left, and then changes nothing', async () => {
  const { orderId, productId } = await placeOrderFor(shop, customer, 2)
  clock += 31 * 60_000
  await releaseExpiredHolds(shop.node.platform)
  await shop.node.platform.db.update(products).set({ stock: 0 })
  expect(await again(orderId)).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_STOCK', available: 0 },
  })
  expect(await stockOf(shop, productId)).toEqual({ stock: 0, reserved: 0 })
  expect(await statusOf(orderId)).toBe('PENDING')
})

it('is allowed to the order’s owner only', async () => {
  const { orderId } = await placeOrderFor(shop, customer)
  expect(await again(orderId, await shop.newUser())).toMatchObject({ status: 404 })
  expect(await again('nope')).toMatchObject({ status: 404 })
})
