import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../../tests/support/sharedPostgres.ts'
import { addProduct, completePayment } from '../../../../../tests/support/fixtures.ts'
import {
  openShop,
  type TestResponse,
  type TestUser,
  type TestShop,
} from '../../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import { checkout } from '../../../checkout/contract.ts'
import { openPostgres } from '../../../../platform/db/postgres/openPostgres.ts'
import { queryRow } from '../../../../platform/db/sql.ts'
import {
  applyBulkEdit,
  importProducts,
  listBulkLines,
  readBulkEdit,
  type BulkEdit,
} from '../bulk/contract.ts'
import { runApply } from '../bulk/apply.service.ts'
import { changeProduct, createCategory, listAdminProducts, readAdminProduct } from '../contract.ts'

/** Simultaneous imports, orders and edits of the same products, each on its own connection. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admin: TestUser
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.createPlanningForLarge()) })
  crowd = await createCustomers(shop, 24)
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

async function bring(rows: string[], options: Record<string, string> = {}): Promise<BulkEdit> {
  const form = new FormData()
  for (const [name, value] of Object.entries(options)) form.append(name, value)
  form.append('file', new Blob([rows.join('\n')]), 'producten.csv')
  return ((await admin.request('POST', importProducts.path, form)) as TestResponse<BulkEdit>).body
}
const order = (buyer: TestCustomer, productId: string) =>
  buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId: buyer.addressId })
const shelf = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const reach = (bulkId: string, state: BulkEdit['state']) =>
  vi.waitFor(
    async () => {
      const { body } = await admin.call(readBulkEdit, { bulkId })
      expect(body.state).toBe(state)
      return body
    },
    { timeout: 45_000, interval: 50 },
  )
const done = (bulkId: string) => reach(bulkId, 'DONE')
const checked = ({ id }: BulkEdit) => reach(id, 'READY')
const expectBooks = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

it('sells no missing stock when an import lowers it while 24 customers order', async () => {
  const some: Awaited<ReturnType<typeof addProduct>>[] = []
  for (let at = 0; at < 6; at += 1) some.push(await addProduct(shop, { stock: 5 }))
  // Stock was 5 at export, and the file sets 3: two units less.
  const bulk = await bring(['SKU;Voorraad;Voorraad bij export', ...some.map(({ sku }) => `${sku};3;5`)])
  const [orders] = await Promise.all([
    Promise.all(crowd.map((buyer, at) => order(buyer, some[at % some.length]?.id as string))),
    admin.call(applyBulkEdit, { bulkId: bulk.id }),
  ])
  for (const { status } of orders) expect([201, 409]).toContain(status)
  const { counts } = await done(bulk.id)
  expect(counts.DONE + counts.MISSED).toBe(some.length)
  const { body: missed } = await admin.call(listBulkLines, { bulkId: bulk.id, verdict: 'MISSED' })
  for (const { errors } of missed) expect(errors[0]?.message).toMatch(/vast voor open bestellingen/)
  const placed = orders.filter(({ status }) => status === 201)
  await Promise.all(placed.map(({ body }) => completePayment(body.paymentUrl as string, 'paid')))
  const shelves = await Promise.all(some.map(({ id }) => shelf(id)))
  const left = shelves.reduce((sum, { stock }) => sum + stock, 0)
  expect(left).toBe(5 * some.length - placed.length - 2 * counts.DONE)
  expect(shelves.every(({ stock, reservedStock }) => stock >= 0 && reservedStock === 0)).toBe(true)
  await expectBooks()
})

it('keeps only prices that a person saw and set when an import and admins change them at once', async () => {
  const some = []
  for (let at = 0; at < 20; at += 1) some.push(await addProduct(shop, { price: 1000 }))
  const bulk = await bring(['SKU;Prijs', ...some.map(({ sku }) => `${sku};20,00`)])
  await Promise.all([
    ...some.map(({ id }) => admin.call(changeProduct, { productId: id, price: 1500 })),
    admin.call(applyBulkEdit, { bulkId: bulk.id }),
  ])
  const { counts } = await done(bulk.id)
  expect(counts.DONE + counts.MISSED).toBe(some.length)
  // A later edit overwrites the import, as any other change; a missed line overwrites nothing.
  for (const { id } of some) expect([1500, 2000]).toContain((await shelf(id)).price)
  const { body: missed } = await admin.call(listBulkLines, { bulkId: bulk.id, verdict: 'MISSED' })
  for (const { productId } of missed) expect((await shelf(productId as string)).price).toBe(1500)
})

it('applies an import once when requested twice at once', async () => {
  const product = await addProduct(shop, { stock: 5 })
  const bulk = await bring(['SKU;Voorraad;Voorraad bij export', `${product.sku};7;5`])
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(applyBulkEdit, { bulkId: bulk.id })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await done(bulk.id)
  expect((await shelf(product.id)).stock).toBe(7)
  await expectBooks()
})

/** Applies each by its job, and once more by hand at the same time, as a second node would. */
async function applyAtOnce(bulks: BulkEdit[]): Promise<BulkEdit[]> {
  await Promise.all(
    bulks.map(async ({ id: bulkId }) => {
      expect((await admin.call(applyBulkEdit, { bulkId })).status).toBe(200)
      await runApply(shop.node.platform, bulkId)
    }),
  )
  return Promise.all(bulks.map(({ id }) => done(id)))
}

it('two imports at once of the same products, in opposite orders, while customers order and an admin edits: each unit once, one price each', async () => {
  const some: Awaited<ReturnType<typeof addProduct>>[] = []
  for (let at = 0; at < 16; at += 1) some.push(await addProduct(shop, { stock: 10, price: 1000 }))
  const stockFile = (products: typeof some, stock: number) =>
    bring(['SKU;Voorraad;Voorraad bij export', ...products.map(({ sku }) => `${sku};${stock};10`)])
  const priceFile = (products: typeof some, price: string) =>
    bring(['SKU;Prijs', ...products.map(({ sku }) => `${sku};${price}`)])
  const backwards = some.toReversed()
  // Three units come in, and two were counted less.
  const bulks = [
    await stockFile(some, 13),
    await stockFile(backwards, 8),
    await priceFile(some, '20,00'),
    await priceFile(backwards, '30,00'),
  ]
  const [orders, applied] = await Promise.all([
    Promise.all(crowd.map((buyer, at) => order(buyer, some[at % some.length]?.id as string))),
    applyAtOnce(bulks),
    Promise.all(some.map(({ id }) => admin.call(changeProduct, { productId: id, description: 'Bewerkt.' }))),
  ])
  const [up, down, cheap, dear] = applied.map(({ counts }) => counts)
  expect([up?.DONE, down?.DONE]).toEqual([16, 16])
  // The second edit saw another price than the one that the file was checked with.
  expect((cheap?.DONE ?? 0) + (dear?.DONE ?? 0)).toBe(16)
  expect((cheap?.MISSED ?? 0) + (dear?.MISSED ?? 0)).toBe(16)
  const placed = orders.filter(({ status }) => status === 201)
  expect(placed).toHaveLength(crowd.length)
  await Promise.all(placed.map(({ body }) => completePayment(body.paymentUrl as string, 'paid')))
  const shelves = await Promise.all(some.map(({ id }) => shelf(id)))
  for (const [at, { stock, reservedStock, price, description }] of shelves.entries()) {
    const sold = crowd.filter((_, buyer) => buyer % some.length === at).length
    expect({ stock, reservedStock, description }).toEqual({
      stock: 10 + 3 - 2 - sold,
      reservedStock: 0,
      description: 'Bewerkt.',
    })
    expect([2000, 3000]).toContain(price)
  }
  expect(shelves.filter(({ price }) => price === 2000)).toHaveLength(cheap?.DONE ?? -1)
  await expectBooks()
})

it('tells PostgreSQL how many products there are after it added many, and keeps a level of each', async () => {
  const { body: category } = await admin.call(createCategory, { name: 'Veel', slug: 'veel-uit-bestand' })
  const lines = Array.from(
    { length: 620 },
    (_, at) => `VEEL-${at};Kaars ${at};12,00;${at % 7};${category.slug}`,
  )
  const { id } = await bring(['SKU;Naam;Prijs;Voorraad;Categorie', ...lines], { addsNew: 'true' })
  await admin.call(applyBulkEdit, { bulkId: id })
  expect((await done(id)).counts).toMatchObject({ ADDED: 620 })
  const { db } = shop.node.platform
  const known = () =>
    queryRow<{ products: number; levels: number }>(
      db,
      sql`select reltuples::int as products, (
        select count(*)::int from stock_levels join products on id = product_id where sku like 'VEEL-%' and available = stock
      ) as levels from pg_class where relname = 'products'`,
    )
  await vi.waitFor(async () => expect((await known()).products).toBeGreaterThanOrEqual(620))
  expect((await known()).levels).toBe(620)
})

it('two runs at once of one import apply each line once, over several batches', async () => {
  const { body: category } = await admin.call(createCategory, { name: 'Om beurten', slug: 'om-beurten' })
  const skus = Array.from({ length: 1300 }, (_, at) => `BEURT-${at}`)
  const file = (stock: number) => [
    'SKU;Naam;Prijs;Voorraad;Categorie',
    ...skus.map(sku => `${sku};Kaars ${sku};12,00;${stock};${category.slug}`),
  ]
  const [added] = await applyAtOnce([await checked(await bring(file(4), { addsNew: 'true' }))])
  expect(added?.counts).toMatchObject({ ADDED: 1300, MISSED: 0 })
  const [changed] = await applyAtOnce([await checked(await bring(file(9)))])
  expect(changed?.counts).toMatchObject({ DONE: 1300, MISSED: 0 })
  const { db } = shop.node.platform
  const entries = await queryRow<{ entries: number; units: number }>(
    db,
    sql`select count(*)::int as entries, sum(pieces)::int as units
      from stock_entries join products on products.id = product_id where sku like 'BEURT-%'`,
  )
  expect(entries).toEqual({ entries: 2600, units: 9 * 1300 })
  await expectBooks()
})

it('two imports at once add each new product once, with the stock of one of them', async () => {
  const { body: category } = await admin.call(createCategory, { name: 'Nieuw', slug: 'nieuw-uit-bestand' })
  const skus = Array.from({ length: 12 }, (_, at) => `RACE-${at}`)
  const file = (stock: number, own: string[]) =>
    bring(
      [
        'SKU;Naam;Prijs;Voorraad;Categorie',
        ...own.map(sku => `${sku};Kaars ${sku};12,00;${stock};${category.slug}`),
      ],
      { addsNew: 'true' },
    )
  const applied = await applyAtOnce([await file(4, skus), await file(9, skus.toReversed())])
  const [one, other] = applied.map(({ counts }) => counts)
  expect((one?.ADDED ?? 0) + (other?.ADDED ?? 0)).toBe(12)
  expect((one?.MISSED ?? 0) + (other?.MISSED ?? 0)).toBe(12)
  const { body: found } = await admin.call(listAdminProducts, { page: 1, pageSize: 100, q: 'RACE-' })
  const { items } = found as { items: { sku: string; stock: number }[] }
  expect(items.map(({ sku }) => sku).toSorted()).toEqual(skus.toSorted())
  expect(items.filter(({ stock }) => stock === 4)).toHaveLength(one?.ADDED ?? -1)
  expect(items.filter(({ stock }) => stock === 9)).toHaveLength(other?.ADDED ?? -1)
  await expectBooks()
})
