import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openCrowd, type Buyer } from '../../../tests/support/crowd.ts'
import { openPostgresServer, type Postgres } from '../../../tests/support/postgres.ts'
import { addProduct, payAt } from '../../../tests/support/scenes.ts'
import { openShop, type Answer, type Member, type Shop } from '../../../tests/support/shop.ts'
import { findDifferences } from '../reconciliation/service.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { openPostgres } from '../../platform/db.ts'
import { applyBulk, importProducts, listBulkLines, readBulk, type Bulk } from './bulk.contract.ts'
import { changeProduct, readShelved } from './contract.ts'

/** Imports, customers and keepers at the same products at once, on as many connections. */
let postgres: Postgres
let shop: Shop
let crowd: Buyer[]
let admin: Member
beforeAll(async () => {
  postgres = await openPostgresServer()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  crowd = await openCrowd(shop, 24)
  admin = await shop.member('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

async function bring(rows: string[]): Promise<Bulk> {
  const form = new FormData()
  form.append('file', new Blob([rows.join('\n')]), 'producten.csv')
  return ((await admin.request('POST', importProducts.path, form)) as Answer<Bulk>).body
}
const order = (buyer: Buyer, productId: string) =>
  buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId: buyer.addressId })
const shelf = async (productId: string) => (await admin.call(readShelved, { productId })).body
const done = (bulkId: string) =>
  vi.waitFor(
    async () => {
      const { body } = await admin.call(readBulk, { bulkId })
      expect(body.state).toBe('DONE')
      return body
    },
    { timeout: 45_000, interval: 50 },
  )
const expectBooks = async () => expect(await findDifferences(shop.node.platform.db, new Date(0))).toEqual([])

it('an import that takes pieces away while 24 order sells none that is not there', async () => {
  const some: Awaited<ReturnType<typeof addProduct>>[] = []
  for (let at = 0; at < 6; at += 1) some.push(await addProduct(shop, { stock: 5 }))
  // Of five, the file's writer took two away.
  const bulk = await bring(['SKU;Voorraad;Voorraad bij export', ...some.map(({ sku }) => `${sku};3;5`)])
  const [orders] = await Promise.all([
    Promise.all(crowd.map((buyer, at) => order(buyer, some[at % some.length]?.id as string))),
    admin.call(applyBulk, { bulkId: bulk.id }),
  ])
  for (const { status } of orders) expect([201, 409]).toContain(status)
  const { counts } = await done(bulk.id)
  expect(counts.DONE + counts.MISSED).toBe(some.length)
  const { body: missed } = await admin.call(listBulkLines, { bulkId: bulk.id, verdict: 'MISSED' })
  for (const { errors } of missed) expect(errors[0]?.message).toMatch(/vast voor open bestellingen/)
  const placed = orders.filter(({ status }) => status === 201)
  await Promise.all(placed.map(({ body }) => payAt(body.paymentUrl as string, 'paid')))
  const shelves = await Promise.all(some.map(({ id }) => shelf(id)))
  const left = shelves.reduce((sum, { stock }) => sum + stock, 0)
  expect(left).toBe(5 * some.length - placed.length - 2 * counts.DONE)
  expect(shelves.every(({ stock, reservedStock }) => stock >= 0 && reservedStock === 0)).toBe(true)
  await expectBooks()
})

it('of an import and keepers who change the same prices, each price is one that someone saw and set', async () => {
  const some = []
  for (let at = 0; at < 20; at += 1) some.push(await addProduct(shop, { price: 1000 }))
  const bulk = await bring(['SKU;Prijs', ...some.map(({ sku }) => `${sku};20,00`)])
  await Promise.all([
    ...some.map(({ id }) => admin.call(changeProduct, { productId: id, price: 1500 })),
    admin.call(applyBulk, { bulkId: bulk.id }),
  ])
  const { counts } = await done(bulk.id)
  expect(counts.DONE + counts.MISSED).toBe(some.length)
  // Who came after the import overwrote it, as they would have any other change; a missed line overwrote nobody.
  for (const { id } of some) expect([1500, 2000]).toContain((await shelf(id)).price)
  const { body: missed } = await admin.call(listBulkLines, { bulkId: bulk.id, verdict: 'MISSED' })
  for (const { productId } of missed) expect((await shelf(productId as string)).price).toBe(1500)
})

it('an import that is applied twice at once is done once', async () => {
  const product = await addProduct(shop, { stock: 5 })
  const bulk = await bring(['SKU;Voorraad;Voorraad bij export', `${product.sku};7;5`])
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(applyBulk, { bulkId: bulk.id })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await done(bulk.id)
  expect((await shelf(product.id)).stock).toBe(7)
  await expectBooks()
})
