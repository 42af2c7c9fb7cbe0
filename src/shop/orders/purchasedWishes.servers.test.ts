import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers } from '../../../tests/support/customers.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import type { TestShop, TestUser } from '../../../tests/support/shop.ts'
import { setOrderStatus } from './admin/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { addToWishlist, readWishlist } from '../wishlist/contract.ts'

/** Two orders of one wished product that change at the same time. */
let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShopOnPostgres()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

it('a wish stays purchased when one order is paid while another is cancelled', async () => {
  for (const [turn, buyer] of (await createCustomers(shop, 8)).entries()) {
    const { id: productId } = await addProduct(shop, { stock: 5 })
    await buyer.call(addToWishlist, { productId })
    const { addressId } = buyer
    const order = async () =>
      (await buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId })).body.orderId
    const [first, second] = [await order(), await order()]
    const set = (orderId: string, status: string) => admin.call(setOrderStatus, { orderId, status })
    expect((await set(first, 'PAID')).status).toBe(200)
    const both = [() => set(first, 'CANCELLED'), () => set(second, 'PAID')]
    const answers = await Promise.all((turn % 2 ? both : both.toReversed()).map(each => each()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await buyer.call(readWishlist)).body[0]?.purchased).toBe(true)
  }
})
