import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { readProduct } from '../products/catalog/contract.ts'
import { listReviews, readReviewEligibility, writeReview } from './contract.ts'
import { listReviewsToModerate, moderateReview, moderateReviews } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const ratingOf = async (productId: string) =>
  (await shop.newClient().call(readProduct, { idOrSlug: productId })).body.rating
async function pageOf(looked: object) {
  const { body } = await admin.call(listReviewsToModerate, { page: 1, ...looked })
  if (Array.isArray(body)) throw new Error('not paged')
  return body
}
const waiting = async (productId: string) =>
  (await pageOf({ pageSize: 100 })).items.filter(review => review.productId === productId)

it('is accepted from buyers only, once each, and shown after approval', async () => {
  const product = await addProduct(shop)
  const buyer = await shop.newUser()
  const review = { productId: product.id, rating: 3, text: '  Zacht en stil. ' }
  const right = async () => (await buyer.call(readReviewEligibility, { productId: product.id })).body
  expect(await right()).toEqual({
    mayReview: false,
    reason: 'Je kunt alleen beoordelen wat je hier gekocht hebt.',
  })
  expect(await buyer.call(writeReview, review)).toMatchObject({ status: 403, body: { code: 'NOT_BOUGHT' } })
  await buyProduct(buyer, product.id, 'failed')
  expect(await buyer.call(writeReview, review)).toMatchObject({ status: 403 })
  await buyProduct(buyer, product.id, 'paid')
  expect(await right()).toEqual({ mayReview: true, reason: null })
  expect(await buyer.call(writeReview, review)).toMatchObject({
    status: 201,
    body: { text: 'Zacht en stil.' },
  })
  expect(await buyer.call(writeReview, review)).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_REVIEWED' },
  })
  expect(await right()).toEqual({ mayReview: false, reason: 'Je hebt dit product al beoordeeld.' })

  const shown = async () => (await shop.newClient().call(listReviews, { productId: product.id })).body
  expect(await shown()).toEqual([])
  expect(await ratingOf(product.id)).toBe(4.5)
  const [written] = await waiting(product.id)
  const moderate = (approved: boolean) => admin.call(moderateReview, { reviewId: written?.id, approved })
  await Promise.all([moderate(true), moderate(true), moderate(true)])
  expect(await shown()).toMatchObject([
    { rating: 3, text: 'Zacht en stil.', displayName: buyer.user.displayName },
  ])
  expect(await ratingOf(product.id)).toBe(3)
  await moderate(false)
  expect(await shown()).toEqual([])
  expect(await ratingOf(product.id)).toBe(4.5)
})

it('makes a product’s rating the mean of approved reviews', async () => {
  const product = await addProduct(shop)
  for (const rating of [5, 4, 4]) {
    const buyer = await shop.newUser()
    await buyProduct(buyer, product.id, 'paid')
    await buyer.call(writeReview, { productId: product.id, rating })
  }
  for (const { id } of await waiting(product.id))
    await admin.call(moderateReview, { reviewId: id, approved: true })
  expect(await ratingOf(product.id)).toBe(4.3)
})

it('is moderated in bulk, by two admins too, and a rejected one is no longer pending', async () => {
  const product = await addProduct(shop)
  for (const rating of [5, 3]) {
    const buyer = await shop.newUser()
    await buyProduct(buyer, product.id, 'paid')
    await buyer.call(writeReview, { productId: product.id, rating })
  }
  const reviewIds = (await waiting(product.id)).map(({ id }) => id)
  const judge = (approved: boolean) => admin.call(moderateReviews, { reviewIds, approved })
  const changed = await Promise.all([judge(true), judge(true)])
  expect(changed.map(({ body }) => body.changed).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect(await ratingOf(product.id)).toBe(4)
  expect((await judge(false)).body).toEqual({ changed: 2 })
  expect(await ratingOf(product.id)).toBe(4.5)
  const states = async (state: string) =>
    (await pageOf({ state, pageSize: 100 })).items.filter(({ productId }) => productId === product.id)
  expect(await states('WAITING')).toEqual([])
  expect(await states('REJECTED')).toMatchObject([
    { state: 'REJECTED', approved: false },
    { state: 'REJECTED' },
  ])
  expect((await pageOf({ pageSize: 1 })).items).toHaveLength(1)
})

it.each([[{ rating: 0 }], [{ rating: 6 }], [{ rating: 4.5 }], [{}], [{ rating: 4, text: 'x'.repeat(2001) }]])(
  'refuses %o',
  async review => {
    const { id: productId } = await addProduct(shop)
    expect((await admin.call(writeReview, { productId, ...review })).status).toBe(400)
  },
)
