import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCrowd, type Buyer } from '../../tests/support/crowd.ts'
import { stockOf } from '../../tests/support/provider.ts'
import { addProduct } from '../../tests/support/scenes.ts'
import { openShop, type Shop } from '../../tests/support/shop.ts'
import { addToCart, setCartLine } from '../cart/contract.ts'
import { findDifferences } from '../books/service.ts'
import { checkout } from './contract.ts'

/** No job comes by: what was held too long is given back by whoever needs it. */
let shop: Shop
let crowd: Buyer[]
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  crowd = await openCrowd(shop, 4)
})
afterAll(() => shop.close())

const order = (buyer: Buyer, items: { productId: string; quantity: number }[]) =>
  buyer.call(checkout, { items, addressId: buyer.addressId })

it('to a cart and to an order, of every product that it holds', async () => {
  const [late, eager, other] = crowd as [Buyer, Buyer, Buyer]
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

  clock += 31 * 60_000
  const { status, body: line } = await eager.call(addToCart, { productId: one })
  expect(status).toBe(201)
  expect((await eager.call(setCartLine, { itemId: line.id, quantity: 2 })).status).toBe(200)
  expect((await order(eager, all)).status).toBe(201)
  expect(await stockOf(shop, two)).toEqual({ stock: 3, reserved: 3 })
  expect((await order(other, all)).status).toBe(409)

  expect(await findDifferences(shop.node.platform.db, new Date(0))).toEqual([])
})
