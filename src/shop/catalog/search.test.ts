import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { createCachedCatalog } from './cachedCatalog.service.ts'
import { searchProducts, type ProductSearchResult } from './contract.ts'
import { toTsQuery } from './searchWords.rules.ts'
import { categories, products } from './table.ts'

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

describe('a page that is read with the hits', () => {
  const { input } = searchProducts
  it.each([
    'q=zijden',
    'q=zijden&sort=price-high&pageSize=1&page=2',
    'q=zijdn+blindoek',
    'q=kaarsne&sort=newest',
    'q=kaarsne&minPrice=2000',
    'q=kamerjaz&page=3',
    'q=kamerjaz&category=nope',
    'q=massage',
    'q=massagekrs&pageSize=100',
    'q=xyzzy',
  ])('is the same as one of hits that are kept: %s', async query => {
    const { db, now } = shop.node.platform
    const bodies = await Promise.all(
      [false, true].map(async areKept => {
        const catalog = createCachedCatalog(db, now, () => true)
        const asked = input.parse(Object.fromEntries(new URLSearchParams(query)))
        if (areKept) await catalog.search({ ...asked, maxPrice: 99_999 })
        return (await catalog.search(asked)).body.toString()
      }),
    )
    expect(bodies[0]).toBe(bodies[1])
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
