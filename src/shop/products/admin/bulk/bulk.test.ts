import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buyProduct } from '../../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../../tests/support/shop.ts'
import { listAuditEntries } from '../../../../people/audit/admin/contract.ts'
import { findDiscrepancies } from '../../../../backoffice/reconciliation/service.ts'
import { readProduct } from '../../catalog/contract.ts'
import { recordInitialStock } from '../../stock/ledger.service.ts'
import { products } from '../../catalog/table.ts'
import {
  applyBulkEdit,
  createBulkEdit,
  listBulkLines,
  readBulkEdit,
  type BulkChange,
  type BulkLineStatus,
} from './contract.ts'
import {
  changeProduct,
  createCategory,
  createProduct,
  readAdminProduct,
  type AdminProduct,
} from '../contract.ts'
import { readProductHistory } from '../history.contract.ts'
import { BULK_BATCH_SIZE } from './snapshot.service.ts'
import { priceEntries } from '../../prices/table.ts'

let shop: TestShop
let admin: TestUser
let categoryId: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  categoryId = (await admin.call(createCategory, { name: `Bulk ${randomUUIDv7().slice(-8)}` })).body.id
})
afterAll(() => shop.close())

const make = async (changes: object = {}): Promise<AdminProduct> => {
  const product = { name: 'Kaars', sku: `B-${randomUUIDv7().slice(-12)}`, price: 1000, stock: 8, categoryId }
  return (await admin.call(createProduct, { ...product, ...changes })).body
}
const prepare = async (products: { id: string }[], change: BulkChange) =>
  (await admin.call(createBulkEdit, { productIds: products.map(({ id }) => id), change })).body
const apply = (bulkId: string) => admin.call(applyBulkEdit, { bulkId })
const lines = async (bulkId: string, verdict: BulkLineStatus) =>
  (await admin.call(listBulkLines, { bulkId, verdict })).body
const shelf = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const counted = { cause: 'COUNTED', note: null } as const
const expectBooks = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

describe('a bulk edit', () => {
  it('shows each line before and after, and changes nothing until applied', async () => {
    const [one, other] = [await make(), await make({ price: 1999 })]
    const change = { kind: 'PRICE_PERCENT', basisPoints: -1500, rounding: 'NINETY_FIVE' } as const
    const bulk = await prepare([one, other], change)
    expect(bulk).toMatchObject({ state: 'READY', total: 2, counts: { CHANGE: 2, REFUSED: 0 } })
    expect(await lines(bulk.id, 'CHANGE')).toMatchObject([
      { sku: one.sku, changes: { price: { from: 1000, to: 895 } } },
      { sku: other.sku, changes: { price: { from: 1999, to: 1695 } } },
    ])
    expect((await shelf(one.id)).price).toBe(1000)
    expect((await apply(bulk.id)).body).toMatchObject({ state: 'DONE', done: 2, counts: { DONE: 2 } })
    const { body } = await shop.newClient().call(readProduct, { idOrSlug: one.slug })
    expect(body).toMatchObject({ price: 895 })
    expect((await apply(bulk.id)).body).toMatchObject({ code: 'CONFLICT' })
    const { body: log } = await admin.call(listAuditEntries, { subjectId: other.id })
    expect(log.items[0]).toMatchObject({
      action: 'PRODUCT_CHANGED',
      details: { price: { from: 1999, to: 1695 } },
    })
    const { body: history } = await admin.call(readProductHistory, { productId: one.id })
    expect(history).toMatchObject({
      prices: [
        { oldCents: 1000, newCents: 895, source: 'BULK', actor: { id: admin.user.id } },
        { oldCents: null, newCents: 1000, source: 'FORM' },
      ],
      lowest: { lowestCents: 895, priorCents: 1000 },
    })
  })

  it('reports refused lines and leaves them unchanged', async () => {
    const [held, free] = [await make(), await make()]
    await buyProduct(await shop.newUser(), held.id, null)
    const bulk = await prepare([held, free], { kind: 'STOCK_SET', stock: 0, ...counted })
    expect(await lines(bulk.id, 'REFUSED')).toMatchObject([
      {
        productId: held.id,
        errors: [{ column: 'Voorraad', message: 'Er staat 1 stuk vast voor open bestellingen.' }],
      },
    ])
    await apply(bulk.id)
    expect([(await shelf(held.id)).stock, (await shelf(free.id)).stock]).toEqual([8, 0])
    const below = await prepare([free], { kind: 'PRICE_AMOUNT', cents: -2000, rounding: 'CENT' })
    expect(below.counts).toMatchObject({ REFUSED: 1, CHANGE: 0 })
    await expectBooks()
  })

  it('keeps changes made since the preview, and adds to the current stock', async () => {
    const [moved, sold] = [await make(), await make()]
    const prices = await prepare([moved, sold], { kind: 'PRICE_SET', cents: 1500 })
    await admin.call(changeProduct, { productId: moved.id, price: 1200 })
    expect((await apply(prices.id)).body.counts).toMatchObject({ DONE: 1, MISSED: 1 })
    expect(await lines(prices.id, 'MISSED')).toMatchObject([
      { productId: moved.id, errors: [{ column: 'Prijs', message: expect.stringMatching(/12,00/) }] },
    ])
    expect((await shelf(moved.id)).price).toBe(1200)

    const more = await prepare([sold], {
      kind: 'STOCK_AMOUNT',
      pieces: 5,
      cause: 'DELIVERED',
      note: 'Bon 12',
    })
    await buyProduct(await shop.newUser(), sold.id, 'paid')
    await apply(more.id)
    expect((await shelf(sold.id)).stock).toBe(12)
    const { body } = await admin.call(readProductHistory, { productId: sold.id })
    expect(body.stock).toMatchObject([
      { kind: 'CORRECTION', pieces: 5, stockAfter: 12, cause: 'DELIVERED', note: 'Bon 12' },
      { kind: 'SALE', pieces: -1, stockAfter: 7, actor: null },
      { kind: 'INTAKE', pieces: 8, stockAfter: 8, actor: { id: admin.user.id } },
    ])
    await expectBooks()
  })

  it('applies to all search results and can deactivate them at once', async () => {
    const { body: category } = await admin.call(createCategory, { name: `Weg ${randomUUIDv7().slice(-8)}` })
    const inside = [
      await make({ categoryId: category.id }),
      await make({ categoryId: category.id, isActive: false }),
    ]
    const { body } = await admin.call(createBulkEdit, {
      search: { categoryId: category.id },
      change: { kind: 'ACTIVE', active: false },
    })
    expect(body).toMatchObject({ total: 2, counts: { CHANGE: 1, SAME: 1 } })
    await apply(body.id)
    expect((await shelf(inside[0]?.id as string)).isActive).toBe(false)
    const gone = await shop.newClient().call(readProduct, { idOrSlug: inside[0]?.slug as string })
    expect(gone.status).toBe(404)
  })

  it('of more than one batch runs as a job with progress', async () => {
    const { db } = shop.node.platform
    const { body: category } = await admin.call(createCategory, { name: `Veel ${randomUUIDv7().slice(-8)}` })
    const many = BULK_BATCH_SIZE + 20
    const names = Array.from({ length: many }, (_, at) => `${category.slug}-${at}`)
    const made = names.map(name => ({
      name,
      sku: name,
      slug: name,
      price: 500,
      stock: 9,
      categoryId: category.id,
    }))
    await db.transaction(async tx =>
      recordInitialStock(tx, await tx.insert(products).values(made).returning()),
    )
    const { body } = await admin.call(createBulkEdit, {
      search: { categoryId: category.id },
      change: { kind: 'STOCK_AMOUNT', pieces: -1, cause: 'DAMAGED', note: null },
    })
    expect((await apply(body.id)).body.total).toBe(many)
    const read = async () => (await admin.call(readBulkEdit, { bulkId: body.id })).body
    await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'DONE', done: many }), {
      timeout: 30_000,
      interval: 100,
    })
    expect((await read()).counts).toMatchObject({ DONE: many, MISSED: 0 })
    await expectBooks()
  })

  it.each([
    [{ change: { kind: 'PRICE_SET', cents: 100 } }, 'productIds', 'Kies minstens één product.'],
    [{ change: { kind: 'STOCK_SET', stock: 1 } }, 'change.cause', 'Kies een reden.'],
    [{ change: { kind: 'PRICE_SET', cents: -1 } }, 'change.cents', 'Vul een prijs in, vanaf 0 cent.'],
  ])('refuses %o', async (edit, field, message) => {
    const productIds = field === 'productIds' ? undefined : [(await make()).id]
    expect(await admin.call(createBulkEdit, { productIds, ...edit })).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    })
  })
})

it('keeps the actor and cause of a stock change from the form', async () => {
  const { id: productId } = await make()
  await admin.call(changeProduct, { productId, stock: 5, cause: 'DAMAGED', reason: 'Gevallen' })
  const { body } = await admin.call(readProductHistory, { productId, limit: 1 })
  expect(body).toMatchObject({
    stock: [{ pieces: -3, stockAfter: 5, cause: 'DAMAGED', note: 'Gevallen', actor: { id: admin.user.id } }],
    hasMore: true,
  })
  const price = await shop.node.platform.db
    .select()
    .from(priceEntries)
    .where(eq(priceEntries.productId, productId))
  expect(price).toHaveLength(1)
})
