import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import type { TestShop } from '../../../../tests/support/shop.ts'
import {
  createRevalidator,
  deleteOldCatalogChanges,
  invalidateWholeCatalog,
} from './cacheInvalidation.service.ts'
import { listCategories, readProduct, searchProducts } from './contract.ts'
import { ResponseCache } from './responseCache.service.ts'
import { catalogChanges, categories, products } from './table.ts'

/** Two nodes on one database: after a commit on one, no response of the other may be out of date. */
let both: TwoNodes
let nodes: [TestShop, TestShop]
beforeAll(async () => {
  both = await openTwoNodes({ redis: false })
  nodes = [both.one, both.two]
})
afterAll(() => both.close())

const db = () => nodes[0].node.platform.db
const setStock = (id: string, stock: number) =>
  db().update(products).set({ stock }).where(eq(products.id, id))
const stockAt = async (node: TestShop, id: string) =>
  (await node.newClient().call(readProduct, { idOrSlug: id })).body.stock
const search = async (node: TestShop, input: object = {}) =>
  (await node.newClient().call(searchProducts, { pageSize: 100, ...input })).body

describe('a committed change', () => {
  it('is in every later response on every node, under parallel reads and writes', async () => {
    const made = [await addProduct(nodes[0], { stock: 0 }), await addProduct(nodes[0], { stock: 0 })]
    const committed = new Map(made.map(({ id }) => [id, 0]))
    let writing = true
    const stale: string[] = []
    const write = async (id: string) => {
      for (let stock = 1; stock <= 100; stock += 1) {
        await setStock(id, stock)
        committed.set(id, stock)
        for (const seen of await Promise.all(nodes.map(node => stockAt(node, id))))
          if (seen !== stock) stale.push(`${seen} after ${stock}`)
      }
    }
    let reads = 0
    const read = async (node: TestShop, id: string, viaList: boolean) => {
      while (writing) {
        const least = committed.get(id) as number
        // Other words each time: their hits, and with them the products of a first page, are found anew.
        const q = `product${' !'.repeat(reads % 40)}`
        const seen = viaList
          ? (await search(node, { q })).items.find(item => item.id === id)?.stock
          : await stockAt(node, id)
        if (seen === undefined || seen < least) stale.push(`${seen} after ${least}`)
        reads += 1
      }
    }
    const readers = nodes.flatMap(node =>
      made.flatMap(({ id }) => [true, false, false].map(viaList => read(node, id, viaList))),
    )
    await Promise.all(made.map(({ id }) => write(id)))
    writing = false
    await Promise.all(readers)
    expect(stale).toEqual([])
    expect(reads).toBeGreaterThan(100)
  })

  it('is seen in whatever order transactions end', async () => {
    const [slow, quick] = [await addProduct(nodes[0], { stock: 1 }), await addProduct(nodes[0], { stock: 1 })]
    const [written, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = db().transaction(async tx => {
      await tx.update(products).set({ stock: 2 }).where(eq(products.id, slow.id))
      written.resolve()
      await end.promise
    })
    await written.promise
    await setStock(quick.id, 2)
    for (const node of nodes) {
      expect([await stockAt(node, slow.id), await stockAt(node, quick.id)]).toEqual([1, 2])
    }
    end.resolve()
    await transaction
    for (const node of nodes) expect(await stockAt(node, slow.id)).toBe(2)
  })

  it.each([
    ['a price', (id: string) => sql`update products set price = 4242 where id = ${id}`],
    ['a name', (id: string) => sql`update products set name = 'Een andere naam' where id = ${id}`],
    ['a rating', (id: string) => sql`update products set review_count = 1, rating_sum = 2 where id = ${id}`],
    ['what is on sale', (id: string) => sql`update products set is_active = false where id = ${id}`],
    ['a product that is gone', (id: string) => sql`delete from products where id = ${id}`],
  ])('invalidates responses for: %s', async (_, change) => {
    const { id, slug } = await addProduct(nodes[0])
    const answers = (node: TestShop) =>
      Promise.all([search(node), node.newClient().call(readProduct, { idOrSlug: slug })])
    const before = await Promise.all(nodes.map(answers))
    await db().execute(change(id))
    for (const [at, node] of nodes.entries()) {
      const [list, product] = await answers(node)
      const found = list.items.find(item => item.id === id)
      if (product.status === 200) {
        expect(found).toEqual(product.body)
        expect(product.body).not.toEqual(before[at]?.[1].body)
      } else {
        expect([found, product.status]).toEqual([undefined, 404])
        expect(list.total).toBe((before[at]?.[0].total as number) - 1)
      }
    }
  })

  it('invalidates categories and facets', async () => {
    const { categoryId } = await addProduct(nodes[0], { price: 1_234_500 })
    const shown = async (node: TestShop) => [
      (await node.newClient().call(listCategories)).body.find(({ id }) => id === categoryId)?.name,
      (await search(node)).facets.categories.find(({ id }) => id === categoryId)?.name,
      (await search(node)).facets.price.max,
    ]
    await Promise.all(nodes.map(shown))
    await db().update(categories).set({ name: 'Omgedoopt' }).where(eq(categories.id, categoryId))
    await db().update(products).set({ price: 1_500_000 }).where(eq(products.categoryId, categoryId))
    for (const node of nodes) expect(await shown(node)).toEqual(['Omgedoopt', 'Omgedoopt', 1_500_000])
  })
})

it('is recorded once by a transaction that changes everything, and by each one afterwards', async () => {
  const some = [await addProduct(nodes[0]), await addProduct(nodes[0]), await addProduct(nodes[0])]
  await db().delete(catalogChanges)
  const recorded = () => db().$count(catalogChanges)
  await db().transaction(async tx => {
    await invalidateWholeCatalog(tx)
    // Without it, a product that changes would be recorded.
    await tx.delete(catalogChanges)
    for (const { id } of some) await tx.update(products).set({ stock: 4 }).where(eq(products.id, id))
  })
  expect(await recorded()).toBe(0)
  // On each connection of the pool, also on the one of that transaction.
  await Promise.all(Array.from({ length: 20 }, (_, stock) => setStock(some[0]!.id, 10 + stock)))
  expect(await recorded()).toBe(20)
})

it('is looked for where a lock is held, and answered when it is free', async () => {
  const { id } = await addProduct(nodes[0], { stock: 3 })
  const held = db().transaction(async tx => {
    await tx.execute(sql`lock table catalog_changes`)
    await pause(400)
  })
  await pause(50)
  expect(await stockAt(nodes[0], id)).toBe(3)
  await held
})

it('answers 304 while the response is unchanged', async () => {
  const { id, slug } = await addProduct(nodes[0], { stock: 3 })
  const get = (etag = '') =>
    fetch(`${nodes[0].origin}/api/products/${slug}`, { headers: { 'if-none-match': etag } })
  const etag = (await get()).headers.get('etag') ?? ''
  expect((await get(etag)).status).toBe(304)
  await setStock(id, 2)
  expect((await get(etag)).status).toBe(200)
})

it('deletes old change rows, and drops all responses when it may have missed some', async () => {
  let time = 0
  const memory = new ResponseCache(100_000)
  const confirm = createRevalidator(
    { db: db(), pipelinedReads: db() },
    memory,
    () => new Date(),
    () => time,
  )
  const isKept = async () => {
    let kept = true
    const make = () => ((kept = false), Promise.resolve({ value: 1, shows: [], bytes: 1 }))
    await memory.getOrLoad('something', make)
    return kept
  }
  await confirm()
  await isKept()
  await confirm()
  expect(await isKept()).toBe(true)
  time = 10 * 60_000
  await confirm()
  expect(await isKept()).toBe(false)

  await addProduct(nodes[0])
  await deleteOldCatalogChanges(db())
  expect(await db().$count(catalogChanges)).toBeGreaterThan(0)
  await db().execute(sql`update catalog_changes set seen_at = now() - interval '11 minutes'`)
  await addProduct(nodes[0])
  await deleteOldCatalogChanges(db())
  // A category and a product in separate transactions, which no node may have read yet.
  expect(await db().$count(catalogChanges)).toBe(2)
})
