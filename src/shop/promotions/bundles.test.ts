import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import {
  addPromotion,
  newCode,
  one,
  openPromotionShop,
  type PromotionShop,
  toChange,
} from '../../../tests/support/promotions.ts'
import { changePromotion, createPromotion } from './admin/contract.ts'
import { products } from '../products/catalog/table.ts'
import { listBundles } from './contract.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

async function addPair() {
  const pair = [
    await addProduct(stand.shop, { price: 1999 }),
    await addProduct(stand.shop, { price: 500 }),
  ] as const
  return { pair, targetIds: pair.map(({ id }) => id).toSorted() }
}
const addBundle = (targetIds: string[], more: object = {}) =>
  addPromotion(stand.admin, { kind: 'BUNDLE', target: 'PRODUCTS', targetIds, ...more })
/** As a visitor sees them at a product. */
const shownAt = async (productId: string) =>
  (await stand.shop.newClient().call(listBundles, { productId })).body

it('is shown at each of its products, and costs in an order the price shown there', async () => {
  const { pair, targetIds } = await addPair()
  const { id: promotionId, explanation } = await addBundle(targetIds)
  const [silk, candle] = pair
  const bundle = { promotionId, explanation, productIds: targetIds, price: 2499, bundlePrice: 2249 }
  expect(await shownAt(silk.id)).toEqual([bundle])
  expect(await shownAt(candle.id.toUpperCase())).toEqual([bundle])
  const who = await stand.buyer()
  const placed = await stand.order(who, [...one(silk.id, 2), ...one(candle.id)], {
    expectedTotal: 1999 + 2249,
  })
  expect(placed.status).toBe(201)
  expect(await stand.stateOf(promotionId)).toEqual(['HELD'])
  const apart = await stand.order(who, one(silk.id), { expectedTotal: 1999 })
  expect(apart.status).toBe(201)
  await stand.booksAgree()
})

it('shows the one that saves most first', async () => {
  const { targetIds } = await addPair()
  const [small, large] = [await addBundle(targetIds, { percentage: 5 }), await addBundle(targetIds)]
  const shown = await shownAt(targetIds[0] as string)
  expect(shown.map(({ promotionId }) => promotionId)).toEqual([large.id, small.id])
})

it('is not shown when it can’t be had by everyone, now', async () => {
  const { targetIds } = await addPair()
  const [first, second] = targetIds as [string, string]
  for (const more of [
    { code: newCode() },
    { firstOrderOnly: true },
    { oncePerCustomer: true },
    { isActive: false },
    { startsAt: '2026-11-26T00:00' },
    { endsAt: '2026-11-25T12:00' },
  ])
    await addBundle(targetIds, more)
  expect(await shownAt(first)).toEqual([])
  const shown = await addBundle(targetIds)
  expect(await shownAt(first)).toHaveLength(1)
  const { db } = stand.shop.node.platform
  await db.update(products).set({ stock: 0 }).where(eq(products.id, second))
  expect(await shownAt(first)).toEqual([])
  await db.update(products).set({ stock: 5, isActive: false }).where(eq(products.id, second))
  expect(await shownAt(first)).toEqual([])
  await db.update(products).set({ isActive: true }).where(eq(products.id, second))
  expect(await shownAt(first)).toHaveLength(1)
  await stand.admin.call(changePromotion, { ...toChange(shown), isActive: false })
  expect(await shownAt(first)).toEqual([])
  expect(await shownAt(randomUUIDv7())).toEqual([])
})

it('is of two to four products', async () => {
  const { targetIds } = await addPair()
  const more = await Promise.all([1, 2, 3].map(() => addProduct(stand.shop, {})))
  const bundle = { title: 'Samen', kind: 'BUNDLE', percentage: 10, target: 'PRODUCTS' } as const
  const refusals = [
    { ...bundle, targetIds: targetIds.slice(0, 1) },
    { ...bundle, targetIds: [targetIds[0] as string, targetIds[0] as string] },
    { ...bundle, targetIds: [...targetIds, ...more.map(({ id }) => id)] },
    { ...bundle, target: 'EVERYTHING' as const, targetIds: [] },
  ]
  for (const refused of refusals) {
    const { status, body } = await stand.admin.call(createPromotion, refused)
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { targetIds: 'Kies 2 tot 4 producten.' } })
  }
  const { status, body } = await stand.admin.call(createPromotion, { ...bundle, targetIds, percentage: null })
  expect(status).toBe(400)
  expect(body).toMatchObject({ fields: { percentage: 'Vul een percentage in van 1 tot 100.' } })
})
