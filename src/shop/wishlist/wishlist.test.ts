import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { setOrderStatus, refundOrder } from '../orders/admin/contract.ts'
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

it('gives each of many simultaneous readers their own list', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => shop.newUser()))
  const { id: productId } = await addProduct(shop)
  const wishes = await Promise.all(
    members.map(async member => (await member.call(addToWishlist, { productId })).body),
  )
  const lists = await Promise.all(members.map(async member => (await member.call(readWishlist)).body))
  expect(lists).toEqual(wishes.map(wish => [wish]))
  expect(await (await shop.newUser()).call(readWishlist)).toMatchObject({ status: 200, body: [] })
})

it('stores one of parallel requests', async () => {
  const member = await shop.newUser()
  const { id: productId } = await addProduct(shop)
  const tries = await Promise.all(Array.from({ length: 8 }, () => member.call(addToWishlist, { productId })))
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await member.call(readWishlist)).body).toHaveLength(1)
})

it('knows whether a wish was bought and paid since, and not cancelled or paid back', async () => {
  const [member, admin] = [await shop.newUser(), await shop.newUser('ADMIN')]
  const wished = async () => (await member.call(readWishlist)).body[0]?.purchased
  const pay = async (url: string) => member.request('GET', await completePayment(url, 'paid'))
  const [first, later] = [await placeOrderFor(shop, member), await placeOrderFor(shop, member)]
  await pay(first.paymentUrl)
  // Bought before it was wished: another one is wanted.
  await member.call(addToWishlist, { productId: first.productId })
  expect(await wished()).toBe(false)

  const { body } = await member.call(addToWishlist, { productId: later.productId })
  expect(body.purchased).toBe(false)
  await pay(later.paymentUrl)
  expect(await wished()).toBe(true)
  const setStatus = (status: string) => admin.call(setOrderStatus, { orderId: later.orderId, status })
  await setStatus('CANCELLED')
  expect(await wished()).toBe(false)
  await setStatus('PAID')
  expect(await wished()).toBe(true)
  await setStatus('SHIPPED')
  const refund = (amount: number) => admin.call(refundOrder, { orderId: later.orderId, amount })
  expect((await refund(500)).status).toBe(201)
  expect(await wished(), 'a part was paid back').toBe(true)
  expect((await refund(1500)).status).toBe(201)
  expect(await wished(), 'all was paid back').toBe(false)
})
