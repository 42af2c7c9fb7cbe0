import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { payWithoutWebhook, paymentsOf, stockOf, callWebhook } from '../../../../tests/support/payments.ts'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { changeProduct } from '../admin/contract.ts'
import { addToCart, setCartLine } from '../../cart/contract.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { releaseStock } from './service.ts'
import { setOrderStatus } from '../../orders/admin/contract.ts'
import { readOrder } from '../../orders/contract.ts'
import { checkout } from '../../checkout/contract.ts'

/** The clean-up job does not run: expired holds are released by the transactions that need the stock. */
let shop: TestShop
let crowd: TestCustomer[]
let admin: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  crowd = await createCustomers(shop, 4)
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const order = (buyer: TestCustomer, items: { productId: string; quantity: number }[]) =>
  buyer.call(checkout, { items, addressId: buyer.addressId })
const halfAnHour = () => void (clock += 31 * 60_000)
const booksAgree = async () => expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

/** Two products with these stocks, and an unpaid order that holds units of both. */
async function held(stocks: [number, number], [one, two]: [number, number]) {
  const ids = await Promise.all(stocks.map(async stock => (await addProduct(shop, { stock })).id))
  const [a, b] = ids as [string, string]
  const items = [
    { productId: a, quantity: one },
    { productId: b, quantity: two },
  ]
  return { a, b, hold: () => order(crowd[0] as TestCustomer, items) }
}

/** An order that was paid at the provider without a webhook, after the release of its hold. */
async function paidLate(items: { productId: string; quantity: number }[]) {
  const buyer = crowd[1] as TestCustomer
  const { body } = await order(buyer, items)
  await payWithoutWebhook(shop, body.paymentUrl as string)
  await releaseStock(shop.node.platform.db, body.orderId)
  const [payment] = await paymentsOf(shop, body.orderId)
  return {
    orderId: body.orderId,
    arrive: () => callWebhook(shop, payment?.providerId ?? null),
    status: async () => (await buyer.call(readOrder, { orderId: body.orderId })).body.status,
  }
}

it('releases expired holds for a cart and for an order, with every product that they hold', async () => {
  const [late, eager, other] = crowd as [TestCustomer, TestCustomer, TestCustomer]
  const one = (await addProduct(shop, { stock: 2 })).id
  const two = (await addProduct(shop, { stock: 3 })).id
  const all = [
    { productId: one, quantity: 2 },
    { productId: two, quantity: 3 },
  ]
  expect((await order(late, all)).status).toBe(201)
  expect(await eager.call(addToCart, { productId: one })).toMatchObject({
    status: 409,
    body: { code: 'INSUFFICIENT_STOCK', available: 0 },
  })
  expect((await order(eager, all)).status).toBe(409)

  halfAnHour()
  const { status, body: line } = await eager.call(addToCart, { productId: one })
  expect(status).toBe(201)
  expect((await eager.call(setCartLine, { itemId: line.id, quantity: 2 })).status).toBe(200)
  expect((await order(eager, all)).status).toBe(201)
  expect(await stockOf(shop, two)).toEqual({ stock: 3, reserved: 3 })
  expect((await order(other, all)).status).toBe(409)

  await booksAgree()
})

it('releases expired holds for a payment that comes late, and not before they have expired', async () => {
  const { a, b, hold } = await held([2, 3], [2, 1])
  const soon = await paidLate([{ productId: a, quantity: 1 }])
  const late = await paidLate([
    { productId: b, quantity: 1 },
    { productId: a, quantity: 1 },
  ])
  expect((await hold()).status).toBe(201)
  await soon.arrive()
  expect(await soon.status()).toBe('CANCELLED')
  expect(await stockOf(shop, a)).toEqual({ stock: 2, reserved: 2 })

  halfAnHour()
  await late.arrive()
  expect(await late.status()).toBe('PAID')
  expect(await stockOf(shop, a)).toEqual({ stock: 1, reserved: 0 })
  expect(await stockOf(shop, b)).toEqual({ stock: 2, reserved: 0 })
  await booksAgree()
})

it('releases expired holds for a payment only where it needs their stock', async () => {
  const { a, b, hold } = await held([3, 3], [2, 2])
  const late = await paidLate([{ productId: a, quantity: 1 }])
  const vain = await paidLate([{ productId: b, quantity: 3 }])
  expect((await hold()).status).toBe(201)
  halfAnHour()
  await late.arrive()
  expect(await late.status()).toBe('PAID')
  expect(await stockOf(shop, a)).toEqual({ stock: 2, reserved: 2 })
  expect((await admin.call(changeProduct, { productId: b, stock: 2 })).status).toBe(200)
  await vain.arrive()
  expect(await vain.status()).toBe('CANCELLED')
  expect(await stockOf(shop, a)).toEqual({ stock: 2, reserved: 0 })
  expect(await stockOf(shop, b)).toEqual({ stock: 2, reserved: 0 })
  await booksAgree()
})

it('releases expired holds for an order that an admin reopens or marks as paid', async () => {
  const { a, hold } = await held([2, 1], [2, 1])
  const set = (orderId: string, status: 'PAID' | 'PENDING' | 'CANCELLED') =>
    admin.call(setOrderStatus, { orderId, status })
  const { body } = await order(crowd[1] as TestCustomer, [{ productId: a, quantity: 1 }])
  await set(body.orderId, 'CANCELLED')
  expect((await hold()).status).toBe(201)
  expect(await set(body.orderId, 'PENDING')).toMatchObject({ status: 409, body: { productId: a } })
  halfAnHour()
  expect((await set(body.orderId, 'PENDING')).status).toBe(200)
  expect(await stockOf(shop, a)).toEqual({ stock: 2, reserved: 1 })

  await set(body.orderId, 'CANCELLED')
  expect((await order(crowd[2] as TestCustomer, [{ productId: a, quantity: 2 }])).status).toBe(201)
  expect((await set(body.orderId, 'PAID')).status).toBe(409)
  halfAnHour()
  expect((await set(body.orderId, 'PAID')).status).toBe(200)
  expect(await stockOf(shop, a)).toEqual({ stock: 1, reserved: 0 })
  await booksAgree()
})

it('releases expired holds for a stock count', async () => {
  const { a, b, hold } = await held([4, 4], [3, 1])
  expect((await hold()).status).toBe(201)
  const count = (stock: number) => admin.call(changeProduct, { productId: a, stock })
  expect(await count(2)).toMatchObject({
    status: 409,
    body: { code: 'STOCK_RESERVED', reservedStock: 3 },
  })
  halfAnHour()
  expect((await count(3)).status).toBe(200)
  expect(await stockOf(shop, a)).toEqual({ stock: 3, reserved: 3 })
  expect((await count(2)).status).toBe(200)
  expect(await stockOf(shop, a)).toEqual({ stock: 2, reserved: 0 })
  expect(await stockOf(shop, b)).toEqual({ stock: 4, reserved: 0 })
  await booksAgree()
})
