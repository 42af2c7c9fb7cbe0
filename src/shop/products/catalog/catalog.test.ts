import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestClient } from '../../../../tests/support/shop.ts'
import { createCachedCatalog } from './cachedCatalog.service.ts'
import {
  listCategories,
  listProducts,
  type ProductSearchResult,
  readProduct,
  searchProducts,
} from './contract.ts'
import { listActiveProducts, readActiveProduct } from './service.ts'
import { categories, foldAccentsSql, products } from './table.ts'

let shop: TestShop
let visitor: TestClient
beforeAll(async () => {
  shop = await openShop()
  visitor = shop.newClient()
})
afterAll(() => shop.close())

const listed = async () => (await visitor.call(listProducts)).body
const read = (idOrSlug: string) => visitor.call(readProduct, { idOrSlug })

describe('the catalogue', () => {
  it('lists active products to everyone, oldest first', async () => {
    const days = [3, 1, 2].map(day => new Date(Date.UTC(2026, 0, day)))
    const [third, first, second] = await Promise.all(days.map(createdAt => addProduct(shop, { createdAt })))
    const hidden = await addProduct(shop, { isActive: false })
    const ids = (await listed()).map(product => product.id)
    expect(ids).toEqual([first, second, third].map(product => product?.id))
    expect(ids).not.toContain(hidden.id)
  })

  it('shows availability, and no internal costs', async () => {
    const product = await addProduct(shop, {
      stock: 9,
      reservedStock: 4,
      price: 2495,
      shippingCost: 439,
      description: 'Zacht.',
      imageUrl: '/media/a.webp',
      images: ['/media/a.webp', '/media/b.webp'],
      showCommentsField: true,
    })
    const { body } = await read(product.id)
    expect(body).toEqual({
      id: product.id,
      sku: product.sku,
      slug: product.slug,
      name: product.name,
      description: 'Zacht.',
      price: 2495,
      shippingCost: 439,
      imageUrl: '/media/a.webp',
      images: ['/media/a.webp', '/media/b.webp'],
      categoryId: product.categoryId,
      stock: 5,
      isActive: true,
      showShippingOptions: true,
      showCommentsField: true,
      hygieneSealed: false,
      rating: 4.5,
      reviewCount: 0,
      createdAt: product.createdAt.toISOString(),
    })
    expect(await listed()).toContainEqual(body)
  })

  it('finds a product by its id or its slug', async () => {
    const product = await addProduct(shop)
    for (const name of [product.id, product.id.toUpperCase(), product.slug]) {
      expect(await read(name)).toMatchObject({ status: 200, body: { id: product.id } })
    }
  })

  it('returns 404 for an inactive or unknown product', async () => {
    const hidden = await addProduct(shop, { isActive: false })
    const nothing = ['nope', 'ééñ ∅', "'; --", '%', '0199f0f0-0000-7000-8000-000000000000', 'x'.repeat(201)]
    for (const name of [hidden.id, hidden.slug, ...nothing]) {
      expect(await read(name)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  it('sorts categories alphabetically for a Dutch reader', async () => {
    const { db } = shop.node.platform
    const names = ['Zorg', 'Éclat', 'ademen', 'Eten', 'Zacht']
    await db.insert(categories).values(names.map(name => ({ name, slug: `c-${name}` })))
    const { status, body } = await visitor.call(listCategories)
    expect(status).toBe(200)
    const sorted = body.filter(category => names.includes(category.name))
    expect(sorted.map(category => category.name)).toEqual(['ademen', 'Éclat', 'Eten', 'Zacht', 'Zorg'])
    expect(sorted[0]).toEqual({ id: expect.any(String), name: 'ademen', slug: 'c-ademen', imageUrl: null })
  })
})

it('stores a changed name and SKU without accents, as typed words lose them', async () => {
  const { db } = shop.node.platform
  const accents = 'Àáâäãåçèéêëìíîïñòóôöõùúûüýÿ'
  const { id } = await addProduct(shop)
  const own = eq(products.id, id)
  await db
    .update(products)
    .set({ sku: `É-${accents}`, name: accents })
    .where(own)
  const [stored] = await db
    .select({
      searchName: products.searchName,
      typed: sql<string>`' ' || ${foldAccentsSql(products.sku)} || ' ' || ${foldAccentsSql(products.name)}`,
      isFound: sql<boolean>`${products.search} @@ to_tsquery('dutch', ${foldAccentsSql(products.name)})`,
    })
    .from(products)
    .where(own)
  expect(stored?.typed).toMatch(/^[ a-z-]+$/)
  expect(stored).toMatchObject({ searchName: stored?.typed, isFound: true })
})

it('shows no placeholder rating when the owner turned it off', async () => {
  const { db } = shop.node.platform
  const product = await addProduct(shop)
  expect(await readActiveProduct(db, product.id, false)).toMatchObject({ id: product.id, rating: null })
  expect((await listActiveProducts(db, false)).every(({ rating }) => rating === null)).toBe(true)
  let isOn = true
  const catalog = createCachedCatalog(
    shop.node.platform,
    () => isOn,
    () => null,
  )
  const ratings = async () => {
    const { items } = (await catalog.search(searchProducts.input.parse({}))).data as ProductSearchResult
    return new Set(items.map(({ rating }) => rating === null))
  }
  for (const now of [true, false, true, false]) {
    isOn = now
    expect(await ratings()).toEqual(new Set([!now]))
  }
})
