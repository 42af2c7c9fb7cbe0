import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestClient, type TestShop } from '../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../tests/support/variants.ts'
import { queryRows } from '../../../platform/db/sql.ts'
import { type ProductSort, searchProducts } from '../catalog/contract.ts'
import { computeFacets } from './priceFacets.rules.ts'
import { findPageIds } from './service.ts'
import { createSearch, filterByOptions } from './hits.service.ts'
import { categories, products } from '../catalog/table.ts'
import { optionSets } from '../variants/table.ts'

let shop: TestShop
let visitor: TestClient
const categoryIds: string[] = []
const variantIds: string[] = []
const db = () => shop.node.platform.db

const sizes = ['S', 'M', 'L']
const colors = ['rood', 'zwart', 'wit']
const nameOf = (facet: string) => facet.slice(0, facet.indexOf(':'))

/** Products of one, two or no options, so that many have the same set and some a set of their own. */
beforeAll(async () => {
  shop = await openShop()
  visitor = shop.newClient()
  for (const name of ['Eerste', 'Tweede']) {
    const [row] = await db().insert(categories).values({ name, slug: name.toLowerCase() }).returning()
    categoryIds.push(row!.id)
  }
  for (let number = 0; number < 24; number += 1) {
    const fields = {
      name: number % 3 === 0 ? `Kaars ${number}` : `Kimono ${number}`,
      price: 1000 + 100 * (number % 7),
      categoryId: categoryIds[number % 2] as string,
    }
    if (number % 6 === 5) {
      await addProduct(shop, fields)
      continue
    }
    const hasColors = number % 4 !== 0
    const options = [
      { name: 'maat', values: sizes },
      ...(hasColors ? [{ name: 'kleur', values: colors }] : []),
    ]
    const all = sizes.flatMap(size => (hasColors ? colors.map(color => [size, color]) : [[size]]))
    const values = all.filter((_, at) => (at * 7 + number) % 3 < 2)
    const { variants } = await addProductWithVariants(
      shop,
      options,
      values.map(own => ({ values: own })),
      fields,
    )
    variantIds.push(...variants.map(({ id }) => id))
  }
})
afterAll(() => shop.close())

interface Chosen {
  q: string
  category: string[]
  minPrice: number
  maxPrice: number
  option: string[]
}

const everything: Chosen = { q: '', category: [], minPrice: 0, maxPrice: 5000, option: [] }

/** By variant, in plain SQL: a product is found when one of its variants has a facet of each option. */
async function plainly({ q, category, minPrice, maxPrice, option }: Chosen) {
  const byOption = [...Map.groupBy(option, nameOf).values()]
  const listed = sql`p.is_active and p.parent_id is null and p.name ilike ${`${q}%`}`
  const filtered = sql`${listed} and p.price between ${minPrice} and ${maxPrice}
    and (${category.length} = 0 or p.category_id::text in (select jsonb_array_elements_text(${JSON.stringify(category)}::jsonb)))`
  const has = (groups: string[][]) =>
    sql.join(
      [
        sql`v.is_active`,
        ...groups.map(
          group =>
            sql`v.option_facets && array(select jsonb_array_elements_text(${JSON.stringify(group)}::jsonb))`,
        ),
      ],
      sql` and `,
    )
  const counts = (groups: string[][]) =>
    queryRows<{ facet: string; count: number }>(
      db(),
      sql`select facet, count(distinct p.id)::int as count from ${products} p join ${products} v on v.parent_id = p.id, unnest(v.option_facets) facet
        where ${filtered} and ${has(groups)} group by facet order by facet`,
    )
  const ids = await queryRows<{ id: string }>(
    db(),
    sql`select p.id from ${products} p where ${filtered}
      and (${byOption.length} = 0 or exists (select from ${products} v where v.parent_id = p.id and ${has(byOption)})) order by p.price, p.id`,
  )
  const options = (
    await Promise.all(
      ['maat', 'kleur'].map(async name => {
        const others = byOption.filter(group => nameOf(group[0]!) !== name)
        return (await counts(others)).filter(({ facet }) => nameOf(facet) === name)
      }),
    )
  ).flat()
  return { ids: ids.map(({ id }) => id), options }
}

/** The page that SQL selects where hits are more than few. */
async function selectedByDatabase({ q, option, ...filters }: Chosen) {
  const found = filterByOptions((await createSearch(shop.node.platform)(q)).hits, option)
  const asked = { ...filters, sort: 'price-low' as const, page: 1, pageSize: 48 }
  const { total } = computeFacets(found.buckets, asked)
  return findPageIds(db(), { hits: { ...found, few: null }, total }, asked)
}

async function searched({ q, ...filters }: Chosen, sort: ProductSort) {
  const { body } = await visitor.call(searchProducts, { q, ...filters, sort, pageSize: 48 })
  const options = (body.facets.options ?? []).flatMap(({ name, values }) =>
    values.map(({ value, count }) => ({ facet: `${name}:${value}`, count })),
  )
  expect(body.total).toBe(body.items.length)
  return { ids: body.items.map(({ id }) => id), options: options.filter(({ count }) => count > 0) }
}

const facets = [...sizes.map(size => `maat:${size}`), ...colors.map(color => `kleur:${color}`)]

const chosen = fc.record({
  q: fc.constantFrom('', 'kaars', 'kimono'),
  category: fc
    .constantFrom([], [0], [1])
    .map(positions => positions.map(position => categoryIds[position] as string)),
  minPrice: fc.constantFrom(0, 1100, 1300),
  maxPrice: fc.constantFrom(1200, 5000),
  option: fc.uniqueArray(fc.constantFrom(...facets), { maxLength: 4 }),
})
const change = fc.record({
  variant: fc.nat(200),
  isActive: fc.boolean(),
  price: fc.integer({ min: 900, max: 1700 }),
})
const byFacet = (a: { facet: string }, b: { facet: string }) => (a.facet < b.facet ? -1 : 1)

it('finds and counts by option as plain SQL does, whatever changed before', () =>
  fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 3 }), chosen, async (changes, choice) => {
      for (const { variant, ...set } of changes) {
        const id = variantIds[variant % variantIds.length] as string
        await db().update(products).set(set).where(eq(products.id, id))
      }
      const expected = await plainly(choice)
      const found = await searched(choice, 'price-low')
      expect({ ...found, options: found.options.toSorted(byFacet) }).toEqual({
        ...expected,
        options: expected.options.toSorted(byFacet),
      })
      expect(await selectedByDatabase(choice)).toEqual(expected.ids)
    }),
    { numRuns: 60 },
  ))

it('finds by one word the value of an option of an active variant, and nothing by the name of the option', async () => {
  const found = async (q: string, option: string[] = []) => {
    const { body } = await visitor.call(searchProducts, { q, option, sort: 'price-low', pageSize: 48 })
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ id }) => id)
  }
  for (const variant of variantIds.slice(0, 12))
    await db().update(products).set({ isActive: false }).where(eq(products.id, variant))
  for (const color of colors) {
    const expected = await plainly({ ...everything, option: [`kleur:${color}`] })
    expect(expected.ids.length).toBeGreaterThan(0)
    for (const typed of [color, color.toUpperCase(), ` ${color}? `])
      expect(await found(typed)).toEqual(expected.ids)
    const sized = await plainly({ ...everything, option: [`kleur:${color}`, 'maat:M'] })
    expect(await found(color, [`kleur:${color}`, 'maat:M'])).toEqual(sized.ids)
  }
  expect(await found('kleur')).toEqual([])
})

it('finds values of options alone by a misspelt word too, alone and beside one of a name', async () => {
  const found = async (q: string, option: string[] = []) => {
    const { body } = await visitor.call(searchProducts, { q, option, sort: 'price-low', pageSize: 48 })
    expect(body.total).toBe(body.items.length)
    return body.items.map(({ id }) => id)
  }
  // The random changes before may have left no black kimono.
  await db().update(products).set({ isActive: true }).where(inArray(products.id, variantIds))
  for (const [typed, color] of [
    ['zwrat', 'zwart'],
    ['zwarrt', 'zwart'],
    ['roodd', 'rood'],
  ] as const) {
    const expected = await plainly({ ...everything, option: [`kleur:${color}`] })
    expect(await found(typed), typed).toEqual(expected.ids)
    const sized = await plainly({ ...everything, option: [`kleur:${color}`, 'maat:M'] })
    expect(await found(typed, [`kleur:${color}`, 'maat:M'])).toEqual(sized.ids)
  }
  const kimonos = await found('kimoon zwrat')
  expect(kimonos.length).toBeGreaterThan(0)
  expect(kimonos).toEqual(await found('kimono zwart'))
})

it('keeps the choices once for all products that have the same', async () => {
  const options = [{ name: 'geur', values: ['roos', 'amber'] }]
  const add = (values: string[]) =>
    addProductWithVariants(
      shop,
      options,
      values.map(value => ({ values: [value] })),
    )
  const setOf = async (id: string) => {
    const [row] = await db().select({ set: products.optionSetId }).from(products).where(eq(products.id, id))
    return row!.set
  }
  const [one, other, less] = [await add(['roos', 'amber']), await add(['amber', 'roos']), await add(['roos'])]
  const set = await setOf(one.product.id)
  expect(await setOf(other.product.id)).toBe(set)
  expect(await setOf(less.product.id)).not.toBe(set)
  const [row] = await db().select().from(optionSets).where(eq(optionSets.id, set!))
  expect(row).toMatchObject({ facets: ['geur:roos', 'geur:amber'], variants: [[2], [1]] })

  await db().update(products).set({ isActive: false }).where(eq(products.id, one.variants[1]!.id))
  expect(await setOf(one.product.id)).toBe(await setOf(less.product.id))
  await db().update(products).set({ price: 1 }).where(eq(products.id, other.variants[1]!.id))
  expect(await setOf(other.product.id)).toBe(set)
  await db().delete(products).where(eq(products.id, less.variants[0]!.id))
  expect(await setOf(less.product.id)).toBeNull()
  await db()
    .update(products)
    .set({ options: [{ name: 'geur', values: ['amber', 'roos'] }] })
    .where(eq(products.id, other.product.id))
  const [turned] = await db()
    .select()
    .from(optionSets)
    .where(eq(optionSets.id, (await setOf(other.product.id))!))
  expect(turned).toMatchObject({ facets: ['geur:amber', 'geur:roos'] })
})
