import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { addToWishlist, readWishlist, removeFromWishlist } from './contract.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

it('stores a product once with its data, and removes it', async () => {
  const member = await shop.newUser()
  const [first, second] = [await addProduct(shop, { price: 1250 }), await addProduct(shop)]
  const added = await member.call(addToWishlist, { productId: first.id })
  expect(added).toMatchObject({
    status: 201,
    body: { productId: first.id, product: { price: 1250, rating: 4.5 } },
  })
  await member.call(addToWishlist, { productId: second.id })
  const again = await member.call(addToWishlist, { productId: first.id })
  expect(again).toMatchObject({ status: 200, body: { id: added.body.id } })
  const list = (await member.call(readWishlist)).body
  expect(list.map(({ productId }) => productId)).toEqual([second.id, first.id])
  expect((await member.call(removeFromWishlist, { itemId: added.body.id })).status).toBe(204)
  expect((await member.call(removeFromWishlist, { itemId: added.body.id })).status).toBe(404)
  expect((await member.call(readWishlist)).body).toHaveLength(1)
})

it('is visible to its owner only, without products that are not for sale', async () => {
  const [member, other] = [await shop.newUser(), await shop.newUser()]
  const { body } = await member.call(addToWishlist, { productId: (await addProduct(shop)).id })
  expect((await other.call(removeFromWishlist, { itemId: body.id })).status).toBe(404)
  expect((await other.call(readWishlist)).body).toEqual([])
  const hidden = await addProduct(shop, { isActive: false })
  expect(await member.call(addToWishlist, { productId: hidden.id })).toMatchObject({ status: 404 })
  expect(await member.call(addToWishlist, { productId: 'nope' })).toMatchObject({ status: 404 })
})

it('stores one of parallel requests', async () => {
  const member = await shop.newUser()
  const { id: productId } = await addProduct(shop)
  const tries = await Promise.all(Array.from({ length: 8 }, () => member.call(addToWishlist, { productId })))
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await member.call(readWishlist)).body).toHaveLength(1)
})
