import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { categories, products } from '../../shop/products/catalog/table.ts'
import { readRowsFast } from './rowMapper.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  await addProduct(shop, { name: 'Lamp' })
  await addProduct(shop, { name: 'Sjaal' })
})
afterAll(() => shop.close())

const mapperOf = (query: object) => (query as { customResultMapper?: unknown }).customResultMapper
const { id, name, createdAt, saleEndsAt, price, images, categoryId } = products

it('reads rows as Drizzle does: dates, nulls, SQL with a decoder, arrays, and columns in an object', async () => {
  const select = shop.node.platform.db
    .select({
      id,
      when: { createdAt, saleEndsAt },
      product: { name, price, twice: sql<number>`(${price} * 2)::text`.mapWith(Number) },
      named: sql<string>`upper(${name})`.as('named'),
      images,
      category: { shelf: categories.name },
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, categoryId))
    .orderBy(name)
  const fast = readRowsFast(select.prepare('fast'))
  expect(mapperOf(fast)).toBeDefined()
  const rows = await fast.execute()
  expect(rows).toEqual(await select)
  expect(rows[0]).toMatchObject({ when: { createdAt: expect.any(Date), saleEndsAt: null } })
  expect(rows[0]?.product.twice).toBe(2 * (rows[0]?.product.price ?? 0))
})

it('leaves an object that a join may leave out to Drizzle, which makes it null', async () => {
  const select = shop.node.platform.db
    .select({ name, category: { id: categories.id, name: categories.name } })
    .from(products)
    .leftJoin(categories, sql`false`)
  const query = readRowsFast(select.prepare('with_null'))
  expect(mapperOf(query)).toBeUndefined()
  expect((await query.execute()).map(({ category }) => category)).toEqual([null, null])
})

it('reads single columns of a join that may find no row', async () => {
  const select = shop.node.platform.db
    .select({ name, shelf: categories.name })
    .from(products)
    .leftJoin(categories, sql`false`)
    .orderBy(name)
  const query = readRowsFast(select.prepare('single'))
  expect(mapperOf(query)).toBeDefined()
  expect(await query.execute()).toEqual([
    { name: 'Lamp', shelf: null },
    { name: 'Sjaal', shelf: null },
  ])
})
