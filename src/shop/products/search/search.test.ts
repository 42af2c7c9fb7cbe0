import { eq, inArray, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import { productSorts, searchProducts, type ProductSearchResult } from '../catalog/contract.ts'
import { computeFacets } from './priceFacets.rules.ts'
import { findPageIds } from './service.ts'
import { createSearch, filterByOptions, type FoundSearch } from './hits.service.ts'
import { toTsQuery } from './words.rules.ts'
import { categories, products } from '../catalog/table.ts'

let shop: TestShop
const categoryId: Record<string, string> = {}

const catalogue = [
  ['Massage', 'Warme massageolie', 'Met zoete amandel, voor lange avonden.', 1895],
  ['Massage', 'Gladde stenen', 'Basalt dat de warmte vasthoudt.', 3450],
  ['Kaarsen', 'Massagekaars vanille', 'Smelt tot olie op lichaamswarmte.', 2195],
  ['Kaarsen', 'Crème brûlée', 'Een kaars die naar karamel ruikt.', 1650],
  ['Zijde', 'Zijden blinddoek', 'Zacht moerbeizijde.', 2950],
  ['Zijde', 'Zijden kamerjas', 'Valt soepel tot op de knie.', 12_900],
] as const

beforeAll(async () => {
  shop = await openShop()
  const { db } = shop.node.platform
  for (const name of ['Massage', 'Kaarsen', 'Zijde']) {
    const [row] = await db.insert(categories).values({ name, slug: name.toLowerCase() }).returning()
    categoryId[name] = row?.id as string
  }
  const rows = catalogue.map(([category, name, description, price], at) => ({
    name,
    description,
    price,
    stock: 5,
    sku: `S${at}`,
    slug: `s-${at}`,
    categoryId: categoryId[category] as string,
    createdAt: new Date(Date.UTC(2026, 0, 1 + at)),
  }))
  await db.insert(products).values(rows)
  await db.insert(products).values({ ...(rows[0] as (typeof rows)[0]), sku: 'X', slug: 'x', isActive: false })
})
afterAll(() => shop.close())

const search = async (query: string): Promise<ProductSearchResult> => {
  const { status, body } = await shop.newClient().request('GET', `/api/products/search?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as ProductSearchResult
}
const names = async (query: string) => (await search(query)).items.map(({ name }) => name)

describe('search words', () => {
  it.each([
    ['stenen', ['Gladde stenen']],
    ['steen', ['Gladde stenen']],
    ['olie', ['Massagekaars vanille']],
    ['zijde', ['Zijden blinddoek', 'Zijden kamerjas']],
    ['ZIJDEN BLIND', ['Zijden blinddoek']],
    ['creme brulee', ['Crème brûlée']],
    ['blindoek', ['Zijden blinddoek']],
    ['kamerjaz', ['Zijden kamerjas']],
    ['zijdn blindoek', ['Zijden blinddoek']],
    ['soepele kamerjsa', ['Zijden kamerjas']],
    ['doek', ['Zijden blinddoek']],
    ['kaarsne', ['Massagekaars vanille', 'Crème brûlée']],
    ['xyzzy', []],
  ])('%s', async (q, expected) => {
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(expected)
  })

  it('return the same results for one word and for several', async () => {
    const found = (await names('q=kaarsen')).toSorted()
    expect(found.length).toBeGreaterThan(0)
    expect((await names('q=kaars')).toSorted()).toEqual(found)
  })

  it('match category names too, and matches in names rank first', async () => {
    expect(await names('q=massage')).toEqual(['Warme massageolie', 'Massagekaars vanille', 'Gladde stenen'])
  })

  it('correct typing errors for new and changed names', async () => {
    const { db } = shop.node.platform
    const [stones] = await db
      .update(products)
      .set({ name: 'Gladde keien' })
      .where(eq(products.slug, 's-1'))
      .returning()
    const { id, ...stone } = stones as typeof products.$inferSelect
    const row = (slug: string, name: string) => ({ ...stone, slug, sku: slug, name, search: undefined })
    await db.insert(products).values([row('s-7', 'Ronde keien'), row('s-8', 'Wierook Cèder')])
    expect((await names('q=kieen')).toSorted()).toEqual(['Gladde keien', 'Ronde keien'])
    expect(await names('q=cedre')).toEqual(['Wierook Cèder'])
    await db.delete(products).where(inArray(products.slug, ['s-7', 's-8']))
    await db.update(products).set({ name: 'Gladde stenen' }).where(eq(products.id, id))
  })

  it('find the words of a changed description', async () => {
    const { db } = shop.node.platform
    const setDescription = (description: string) =>
      db.update(products).set({ description }).where(eq(products.slug, 's-1'))
    await setDescription('Van Bretons graniet.')
    expect(await names('q=graniet')).toEqual(['Gladde stenen'])
    await setDescription(catalogue[1][2])
    expect(await names('q=graniet')).toEqual([])
  })

  it.each(['%', '_', '\\', '100%', '%%olie', '!'])('have no wildcards: %s', async q => {
    const found = await names(`q=${encodeURIComponent(q)}`)
    expect(found).toEqual(q === '%%olie' ? ['Massagekaars vanille'] : [])
  })

  it.each(['100%', '100 %', '100 % '])('read %s as that number, not as one that begins with it', async q => {
    const { db } = shop.node.platform
    const describe = (sku: string, description: string) =>
      db.update(products).set({ description }).where(eq(products.sku, sku))
    await describe('S1', 'Van 100% basalt.')
    await describe('S0', 'Set van 1000.')
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(['Gladde stenen'])
    expect(await names(`q=${encodeURIComponent(`${q} bas`)}`)).toEqual(['Gladde stenen'])
    expect(await names('q=100')).toHaveLength(2)
    await describe('S1', catalogue[1][2])
    await describe('S0', catalogue[0][2])
  })

  it('are never parsed as query syntax', async () => {
    for (const q of ["'", '"', 'a & | !', ':*', '<->', '\\', '%', '((', 'é'.repeat(100), '😀']) {
      await search(`q=${encodeURIComponent(q)}`)
    }
    expect(toTsQuery(" d'Orsay & (zij ")).toBe('d & (Orsay | Orsayen) & zij:*')
    expect(toTsQuery('kaarsen')).toBe('(kaarsen:* | kaars:*)')
    expect(toTsQuery(' !? ')).toBeNull()
  })
})

describe('facets', () => {
  it('count the products per choice and give the price range', async () => {
    const all = await search('')
    expect(all).toMatchObject({
      total: 6,
      page: 1,
      pageSize: 9,
      facets: {
        categories: [
          { name: 'Kaarsen', count: 2 },
          { name: 'Massage', count: 2 },
          { name: 'Zijde', count: 2 },
        ],
        price: { min: 1650, max: 12_900 },
      },
    })
    const cheap = await search(`maxPrice=2200&category=${categoryId['Kaarsen']}`)
    expect(cheap).toMatchObject({ total: 2, facets: { price: { min: 1650, max: 2195 } } })
    expect(cheap.facets.categories.map(({ count }) => count)).toEqual([2, 1, 0])
  })

  it('combine: several categories, a minimum and a maximum price', async () => {
    const query = `category=${categoryId['Kaarsen']}&category=${categoryId['Zijde']}&minPrice=2000&maxPrice=3000`
    expect(await names(query)).toEqual(['Massagekaars vanille', 'Zijden blinddoek'])
  })

  it('of a deleted category find nothing, and still list the choices', async () => {
    const { total, items, facets } = await search(
      'category=01a1fb82-4bcd-75a0-bf56-000000000000&category=nope',
    )
    expect({ total, items }).toEqual({ total: 0, items: [] })
    expect(facets.categories).toHaveLength(3)
    expect(facets.price).toEqual({ min: 0, max: 0 })
  })
})

describe('a page of few hits', () => {
  const { input } = searchProducts
  it.each([
    '',
    'q=zijden',
    'q=zijdn+blindoek',
    'q=kaarsne',
    'q=kaarsne&minPrice=2000',
    'q=kamerjaz&category=nope',
    'q=massage&minPrice=1900&maxPrice=3450',
    'q=massagekrs',
    'q=xyzzy',
  ])('is the same as the one that the database selects: %s', async query => {
    const { db } = shop.node.platform
    const { q, option, ...asked } = input.parse(Object.fromEntries(new URLSearchParams(query)))
    const hits = filterByOptions((await createSearch(shop.node.platform)(q)).hits, option)
    for (const sort of productSorts)
      for (const category of [
        asked.category,
        [categoryId['Zijde'] as string, categoryId['Massage'] as string],
      ])
        for (const page of [1, 2, 3]) {
          const chosen = { ...asked, category, sort, page, pageSize: 2 }
          const { total } = computeFacets(hits.buckets, chosen)
          const ids = await findPageIds(db, { hits, total }, chosen)
          expect(ids).toEqual(await findPageIds(db, { hits: { ...hits, few: null }, total }, chosen))
          expect(ids).toHaveLength(Math.max(0, Math.min(2, total - (page - 1) * 2)))
        }
  })

  it('is one of products that other pages showed, with their stock now', async () => {
    const { db } = shop.node.platform
    const stock = async (query: string) =>
      (await search(query)).items.find(({ slug }) => slug === 's-4')?.stock
    expect(await stock('q=zijden')).toBe(5)
    await db.update(products).set({ stock: 4 }).where(eq(products.slug, 's-4'))
    expect(await stock('q=blinddoek')).toBe(4)
    await db.update(products).set({ stock: 5 }).where(eq(products.slug, 's-4'))
    expect(await stock('q=zijden&sort=newest')).toBe(5)
  })
})

it('finds for each of simultaneous searches the products that it finds alone', async () => {
  const typed = [
    'zijden',
    'zijdn',
    'kaarsne',
    'massage',
    'xyzzy',
    'zijdn blindoek',
    'zijden kamerjas',
    "d'x",
    'olie',
  ]
  const find = createSearch(shop.node.platform)
  const alone: FoundSearch[] = []
  for (const q of typed) alone.push(await createSearch(shop.node.platform)(q))
  const many = Array.from({ length: 4 }, () => typed).flat()
  expect(await Promise.all(many.map(q => find(q)))).toEqual(Array.from({ length: 4 }, () => alone).flat())
})

describe('a search with more than few hits', () => {
  const { input } = searchProducts
  it('has the facets, and the products, of all', async () => {
    const { db } = shop.node.platform
    const before = await search('')
    const [row] = await db.select().from(products).where(eq(products.slug, 's-4'))
    const { id: _, search: __, ...other } = row as typeof products.$inferSelect
    const added = Array.from({ length: 500 }, (_each, at) => ({
      ...other,
      name: `Zijden sjaal ${at}`,
      sku: `T${at}`,
      slug: `t-${at}`,
      price: 1000 + at,
      createdAt: new Date(Date.UTC(2026, 1, 1, 0, at)),
    }))
    await db.insert(products).values(added)
    for (const [q, total] of [
      ['', 506],
      ['zijden', 502],
      ['zijde sjaal', 500],
      ['sjaall', 500],
    ] as const) {
      const { hits, firstPage } = await createSearch(shop.node.platform)(q, {
        first: 2,
        placeholderRating: true,
      })
      expect(firstPage.size).toBe(hits.few && q !== '' ? 2 : 0)
      expect([q, hits.few?.prices.length ?? null]).toEqual([q, total > 500 ? null : total])
      const asked = input.parse({ sort: 'price-low', minPrice: '1100', maxPrice: '1101' })
      const computed = computeFacets(hits.buckets, asked)
      expect(computed).toMatchObject({ total: 2, facets: { price: { min: 1000 } } })
      const ids = await findPageIds(db, { hits: filterByOptions(hits, []), total: 2 }, asked)
      const found = await db.select({ slug: products.slug }).from(products).where(inArray(products.id, ids))
      expect(found.map(({ slug }) => slug).toSorted()).toEqual(['t-100', 't-101'])
    }
    await db.delete(products).where(like(products.slug, 't-%'))
    expect(await search('')).toEqual(before)
  })
})

describe('sorting and paging', () => {
  const prices = async (query: string) => (await search(query)).items.map(({ price }) => price)
  const upwards = catalogue.map(([, , , price]) => price).toSorted((a, b) => a - b)

  it('sorts by price, age or relevance', async () => {
    expect(await prices('sort=price-low')).toEqual(upwards)
    expect(await prices('sort=price-high')).toEqual(upwards.toReversed())
    expect((await names('sort=newest'))[0]).toBe('Zijden kamerjas')
    expect((await names(''))[0]).toBe('Warme massageolie')
  })

  it('returns pages that together hold every product once', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => prices(`sort=price-low&pageSize=2&page=${page}`)))
    expect(pages.flat()).toEqual(upwards)
    expect(await search('page=9')).toMatchObject({ items: [], total: 6, page: 9 })
  })

  it.each(['sort=price-low', 'sort=price-high', 'sort=newest', '', 'q=zijden', 'q=massage&sort=newest'])(
    'reads the pages near the end in the same order: %s',
    async query => {
      const all = await names(query)
      for (const size of [1, 2, 4, 5]) {
        const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
          names(`${query}&pageSize=${size}&page=${at + 1}`),
        )
        expect((await Promise.all(pages)).flat()).toEqual(all)
      }
    },
  )

  it.each([
    'sort=vreemd',
    'page=0',
    'page=1.5',
    'pageSize=101',
    'minPrice=-1',
    'minPrice=veel',
    `q=${'x'.repeat(101)}`,
  ])('refuses %s', async query => {
    expect((await shop.newClient().request('GET', `/api/products/search?${query}`)).status).toBe(400)
  })
})
