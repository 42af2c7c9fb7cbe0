import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../../../tests/support/fixtures.ts'
import {
  openShop,
  type TestResponse,
  type TestShop,
  type TestUser,
} from '../../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../../tests/support/variants.ts'
import { queryRow, queryRows } from '../../../../platform/db/sql.ts'
import { readStock } from '../../../../backoffice/reports/stock.service.ts'
import {
  applyBulkEdit,
  createBulkEdit,
  exportProducts,
  importProducts,
  type BulkChange,
  type BulkEdit,
} from '../bulk/contract.ts'
import { changeProduct, createProduct, readAdminProduct, removeProduct } from '../contract.ts'
import { readProductHistory } from '../history.contract.ts'
import { setProductVariants } from '../variants/contract.ts'

let shop: TestShop
let admin: TestUser
let categoryId: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  ;({ categoryId } = await addProduct(shop, { stock: 0 }))
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
let made = 0
const create = async (fields: object = {}) => {
  made += 1
  const product = { name: `Kaars ${made}`, sku: `INK-${made}`, price: 1210, stock: 0, categoryId, ...fields }
  return (await admin.call(createProduct, product)).body
}
const change = (productId: string, fields: object) => admin.call(changeProduct, { productId, ...fields })
const read = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const deliver = (productId: string, stock: number, fields: object = {}) =>
  change(productId, { stock, cause: 'DELIVERED', ...fields })

/** SKU, units, cost of one and of all, as the report of this moment has them. */
async function valueOf({ sku }: { sku: string }) {
  const { rows } = await readStock(db(), sql`now() + interval '1 second'`)
  const [, , pieces, , each, value] = rows.find(row => row[0] === sku) ?? []
  return [pieces, each, value]
}

async function importFile(content: string): Promise<BulkEdit> {
  const form = new FormData()
  form.append('addsNew', 'true')
  form.append('cause', 'DELIVERED')
  form.append('file', new Blob([content]), 'producten.csv')
  const { body } = (await admin.request('POST', importProducts.path, form)) as TestResponse<BulkEdit>
  return (await admin.call(applyBulkEdit, { bulkId: body.id })).body
}

async function edit(productIds: string[], bulk: BulkChange): Promise<BulkEdit['counts']> {
  const { body } = await admin.call(createBulkEdit, { productIds, change: bulk })
  return (await admin.call(applyBulkEdit, { bulkId: body.id })).body.counts
}

describe('a purchase price', () => {
  it('is set, changed and cleared, each audited, and makes another version', async () => {
    const product = await create({ purchasePrice: 450 })
    expect(product.purchasePrice).toBe(450)
    const { body: dearer } = await change(product.id, { purchasePrice: 500, version: product.version })
    expect(dearer).toMatchObject({ purchasePrice: 500, version: product.version + 1 })
    expect(await change(product.id, { purchasePrice: 1, version: product.version })).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED' },
    })
    await change(product.id, { purchasePrice: null })
    expect(await read(product.id)).not.toHaveProperty('purchasePrice')
    const entries = await queryRows<{ details: object }>(
      db(),
      sql`select details from audit_entries where subject_id = ${product.id} order by at, id`,
    )
    expect(entries.map(({ details }) => details)).toEqual([
      expect.objectContaining({ purchasePrice: 450 }),
      { purchasePrice: { from: 450, to: 500 } },
      { purchasePrice: { from: 500, to: null } },
    ])
  })

  it.each([-1, 4.5, '4,50', 10_000_001])('is refused as %j with a message', async purchasePrice => {
    const { id } = await create()
    expect(await change(id, { purchasePrice })).toMatchObject({
      status: 400,
      body: { fields: { purchasePrice: 'Vul een inkoopprijs in, zoals 4,50.' } },
    })
  })

  it('of variants is their own or that of their product, in the grid and in their costs', async () => {
    const { product, variants } = await addProductWithVariants(
      shop,
      [{ name: 'maat', values: ['S', 'M'] }],
      [
        { values: ['S'], stock: 0 },
        { values: ['M'], stock: 0 },
      ],
      { purchasePrice: 700 },
    )
    const { version } = await read(product.id)
    const rows = variants.map(({ id, optionValues: values }, index) => ({
      id,
      values,
      price: null,
      purchasePrice: index === 0 ? 800 : null,
      stock: 3,
      isActive: true,
    }))
    const options = [{ name: 'maat', values: ['S', 'M', 'L'] }]
    const added = { values: ['L'], price: null, purchasePrice: 900, stock: 2, isActive: true }
    const grid = {
      productId: product.id,
      version,
      options,
      variants: [...rows, added],
      cause: 'DELIVERED' as const,
    }
    expect((await admin.call(setProductVariants, grid)).status).toBe(200)
    const after = (await read(product.id)).variants ?? []
    expect(after.map(({ purchasePrice }) => purchasePrice)).toEqual([800, null, 900])
    expect(await Promise.all(after.map(valueOf))).toEqual([
      [3, 800, 2400],
      [3, 700, 2100],
      [2, 900, 1800],
    ])
    // Left out of a later request, it stays.
    const kept = after.map(({ id, values, price, stock, isActive }) => ({
      id,
      values,
      price,
      stock,
      isActive,
    }))
    await admin.call(setProductVariants, {
      ...grid,
      version: (await read(product.id)).version,
      variants: kept,
    })
    expect((await read(product.id)).variants?.map(({ purchasePrice }) => purchasePrice)).toEqual([
      800,
      null,
      900,
    ])
    expect(await edit([product.id], { kind: 'PURCHASE_PRICE_PERCENT', basisPoints: 1000 })).toMatchObject({
      DONE: 3,
    })
    const dearer = await read(product.id)
    expect([dearer.purchasePrice, ...(dearer.variants ?? []).map(each => each.purchasePrice)]).toEqual([
      770,
      880,
      null,
      990,
    ])
  })

  it('is edited for many at once: to an amount, or by a percentage where there is one', async () => {
    const [one, other] = [await create({ purchasePrice: 333 }), await create()]
    const ids = [one.id, other.id]
    expect(await edit(ids, { kind: 'PURCHASE_PRICE_PERCENT', basisPoints: -250 })).toMatchObject({
      DONE: 1,
      SAME: 1,
    })
    expect((await read(one.id)).purchasePrice).toBe(325)
    expect(await edit(ids, { kind: 'PURCHASE_PRICE_SET', cents: 400 })).toMatchObject({ DONE: 2 })
    expect((await read(other.id)).purchasePrice).toBe(400)
  })

  it('is in the file of products, and comes back from it', async () => {
    const [one, other] = [await create({ purchasePrice: 450 }), await create()]
    const { body } = await admin.request('GET', `${exportProducts.path}?q=INK-`)
    const [head = '', ...lines] = (body as string).split('\r\n')
    const column = head.split(';').indexOf('"Inkoopprijs"')
    const cellOf = (sku: string) => lines.find(line => line.includes(`"${sku}"`))?.split(';')[column]
    expect([cellOf(one.sku), cellOf(other.sku)]).toEqual(['"4,50"', ''])
    await importFile(`SKU;Inkoopprijs;Voorraad\n${one.sku};;0\n${other.sku};1.234,56;4`)
    expect(await read(one.id)).not.toHaveProperty('purchasePrice')
    expect(await read(other.id)).toMatchObject({ purchasePrice: 123_456, stock: 4 })
    expect(await valueOf(other)).toEqual([4, 123_456, 493_824])
  })

  it('of units that a file brings is that of the file, of the product, or of the product of a variant', async () => {
    const [known, unknown] = [await create({ purchasePrice: 450 }), await create()]
    const sizes = [{ name: 'maat', values: ['S', 'M'] }]
    const { variants } = await addProductWithVariants(
      shop,
      sizes,
      ['S', 'M'].map(size => ({ values: [size], stock: 0 })),
      { purchasePrice: 700 },
    )
    const [own, followed] = variants as [(typeof variants)[number], (typeof variants)[number]]
    await importFile(`SKU;Inkoopprijs\n${own.sku};8,00`)
    await importFile(
      ['SKU;Voorraad', ...[known, unknown, own, followed].map(({ sku }) => `${sku};2`)].join('\n'),
    )
    await importFile(`SKU;Voorraad;Inkoopprijs\n${known.sku};5;6,00`)
    const category = await queryRow<{ slug: string }>(
      db(),
      sql`select slug from categories where id = ${categoryId}`,
    )
    const added = ['BRENGT-1', 'BRENGT-2'] as const
    await importFile(
      [
        'SKU;Naam;Categorie;Prijs;Voorraad;Inkoopprijs',
        `${added[0]};Olie;${category.slug};10,00;3;4,00`,
        `${added[1]};Zeep;${category.slug};10,00;3;`,
      ].join('\n'),
    )
    const costsOf = async (sku: string) =>
      (
        await queryRows<{ cost: number | null }>(
          db(),
          sql`select unit_cost as cost from stock_entries e join products p on p.id = e.product_id
            where sku = ${sku} order by e.created_at`,
        )
      ).map(({ cost }) => cost)
    const skus = [known.sku, unknown.sku, own.sku, followed.sku, ...added]
    expect(await Promise.all(skus.map(costsOf))).toEqual([[450, 600], [null], [800], [700], [400], [null]])
  })
})

describe('the value of stock', () => {
  it('is the cost of the units that came in last: those before are sold', async () => {
    const product = await create({ purchasePrice: 400, stock: 10 })
    await deliver(product.id, 15, { purchasePrice: 500 })
    expect(await valueOf(product)).toEqual([15, 433, 10 * 400 + 5 * 500])
    // As sales are: the oldest go.
    await change(product.id, { stock: 8, cause: 'DAMAGED' })
    expect(await valueOf(product)).toEqual([8, 463, 3 * 400 + 5 * 500])
    await change(product.id, { purchasePrice: 900 })
    expect(await valueOf(product)).toEqual([8, 463, 3700])
    const { body } = await admin.call(readProductHistory, { productId: product.id })
    expect(body.stock.map(({ pieces, unitCost }) => [pieces, unitCost])).toEqual([
      [-7, null],
      [5, 500],
      [10, 400],
    ])
  })

  it('has the present purchase price for units that came in before it was known, and else is not known', async () => {
    const product = await create({ stock: 6 })
    expect(await valueOf(product)).toEqual([6, null, null])
    const before = await readStock(db(), sql`now() + interval '1 second'`)
    expect(before.rows.find(row => row[0] === product.sku)?.at(-1)).toBe('Geen inkoopprijs: telt niet mee')
    expect(before.warnings).toEqual([
      expect.stringMatching(/^Zonder inkoopprijs: \d+ van \d+ SKU’s, \d+ stuks\. Die tellen niet mee/),
    ])
    await change(product.id, { purchasePrice: 250 })
    await deliver(product.id, 7, { purchasePrice: 300 })
    expect(await valueOf(product)).toEqual([7, 300, 6 * 300 + 300])
    await change(product.id, { purchasePrice: 0, stock: 8 })
    expect(await valueOf(product)).toEqual([8, 38, 300])
  })

  it('of a product that was erased since is its cost', async () => {
    const product = await create({ purchasePrice: 100, stock: 2 })
    const [{ at } = { at: '' }] = await queryRows<{ at: string }>(db(), sql`select now()::text as at`)
    const then = sql`${at}::timestamptz`
    await admin.call(removeProduct, { productId: product.id })
    const { rows } = await readStock(db(), then)
    expect(rows).toContainEqual(['', 'Verwijderd product', 2, null, 100, 200, null])
  })
})
