import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { ListedProducts } from './listedProducts.service.ts'
import { createSearch, type FoundSearch } from '../search/hits.service.ts'
import { categories, products } from './table.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.node.platform
  const [category] = await db.insert(categories).values({ name: 'Zijde', slug: 'zijde' }).returning()
  for (const name of ['Warme massageolie', 'Warmtekussen', 'Karamelkleurige kaars', 'Zijden blinddoek'])
    await addProduct(shop, { name, categoryId: category?.id as string })
  // All that a list can show of a product.
  const all = {
    images: ['/api/images/a.jpg', '/api/images/"b".jpg'],
    imageUrl: '/api/images/c.jpg',
    contentMl: 150,
  }
  const sale = { priorPrice: 3000, regularPrice: 3200, saleEndsAt: new Date('2030-01-02T03:04:05.060Z') }
  await db
    .update(products)
    .set({ ...all, ...sale, ratingSum: 14, reviewCount: 3 })
    .where(eq(products.name, 'Warmtekussen'))
})
afterAll(() => shop.close())

it.each([true, false])(
  'is read with the hits, the same as listed products (placeholder rating: %s)',
  async placeholderRating => {
    const { platform } = shop.node
    const find = createSearch(platform)
    const words = ['war', 'massageolei', 'karamelkleurige kaars', 'xyzzy', 'zijden']
    const searches = words.flatMap(q => [0, 1, 20].map(first => ({ q, first })))
    const found = await Promise.all(searches.map(({ q, first }) => find(q, { first, placeholderRating })))
    const listed = new ListedProducts(platform.db)
    for (const [index, { first }] of searches.entries()) {
      const { hits, firstPage } = found[index] as FoundSearch
      // Products of a category that is named are found afterwards.
      const ids = hits.mode === 'named' ? [] : (hits.few?.ids.slice(0, first) ?? [])
      expect([...firstPage.keys()].toSorted()).toEqual(ids.toSorted())
      expect(ids.map(id => firstPage.get(id))).toEqual(await listed.read(ids, placeholderRating))
    }
    const sizes = found.map(({ firstPage }) => firstPage.size)
    expect(sizes).toEqual([0, 1, 2, 0, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0])
  },
)
