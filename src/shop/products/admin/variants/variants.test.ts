import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, buyProduct, someAddress } from '../../../../../tests/support/fixtures.ts'
import { openSaleShop, type SaleShop } from '../../../../../tests/support/sales.ts'
import { createAddress } from '../../../../people/addresses/contract.ts'
import { addToCart, readCart, removeCartLine } from '../../../cart/contract.ts'
import { readProduct } from '../../catalog/contract.ts'
import { products, stockEntries } from '../../catalog/table.ts'
import { checkout } from '../../../checkout/contract.ts'
import {
  changeProduct,
  listAdminProducts,
  readAdminProduct,
  removeProduct,
  type AdminVariant,
} from '../contract.ts'
import { setProductVariants, type VariantGrid } from './contract.ts'

let sale: SaleShop
beforeAll(async () => {
  sale = await openSaleShop()
})
afterAll(() => sale.shop.close())

const options = [
  { name: 'Maat', values: ['S', 'M'] },
  { name: 'kleur', values: ['rood', 'zwart'] },
]
type Row = VariantGrid['variants'][number]
const row = (values: string[], more: Partial<Row> = {}): Row => ({
  values,
  price: null,
  stock: 5,
  isActive: true,
  ...more,
})
const rowsOf = (variants: AdminVariant[] | undefined): Row[] =>
  (variants ?? []).map(({ id, values, sku, price, stock, isActive }) => ({
    id,
    values,
    sku,
    price,
    stock,
    stockSeen: stock,
    isActive,
  }))

const read = async (productId: string) => (await sale.admin.call(readAdminProduct, { productId })).body
async function save(productId: string, variants: Row[], names = options) {
  const { version } = await read(productId)
  return sale.admin.call(setProductVariants, {
    productId,
    version,
    options: names,
    variants,
    cause: 'COUNTED',
  })
}
async function addRobe(variants = [row(['S', 'rood']), row(['M', 'zwart'], { price: 2500 })]) {
  const product = await addProduct(sale.shop, { price: 2000, stock: 0, sku: `R-${Math.random()}` })
  expect(await save(product.id, variants)).toMatchObject({ status: 200 })
  return product
}
const shown = async (idOrSlug: string) => (await sale.shop.newClient().call(readProduct, { idOrSlug })).body
const ledgerOf = (productId: string) =>
  sale.db
    .select({ pieces: stockEntries.pieces, after: stockEntries.stockAfter })
    .from(stockEntries)
    .where(eq(stockEntries.productId, productId))
    .orderBy(stockEntries.createdAt)

describe('the grid', () => {
  it('makes variants of a product, with derived SKUs, addresses and prices', async () => {
    const product = await addRobe()
    const detail = await read(product.id)
    expect(detail).toMatchObject({
      price: 2000,
      stock: 10,
      options: [{ name: 'maat', values: ['S', 'M'] }, options[1]],
    })
    expect(detail.variants).toEqual([
      expect.objectContaining({
        values: ['S', 'rood'],
        sku: `${product.sku}-S-ROOD`,
        price: null,
        effectivePrice: 2000,
        stock: 5,
      }),
      expect.objectContaining({ values: ['M', 'zwart'], price: 2500, effectivePrice: 2500, position: 1 }),
    ])
    expect(await shown(`${product.slug}-s-rood`)).toMatchObject({
      name: `${product.name}, S, rood`,
      price: 2000,
    })
    expect(await shown(product.slug)).toMatchObject({ price: 2000, maxPrice: 2500, stock: 10 })
  })

  it('moves the stock of the product to its first variant, unless the admin counted', async () => {
    const uncounted = await addProduct(sale.shop, { stock: 7 })
    await save(uncounted.id, [row(['S', 'rood'], { stock: 0 }), row(['M', 'rood'], { stock: 0 })])
    const first = (await read(uncounted.id)).variants?.[0]
    expect(first).toMatchObject({ stock: 7 })
    expect(await ledgerOf(first!.id)).toEqual([{ pieces: 7, after: 7 }])
    expect(await ledgerOf(uncounted.id)).toEqual([
      { pieces: 7, after: 7 },
      { pieces: -7, after: 0 },
    ])
    const counted = await addProduct(sale.shop, { stock: 7 })
    await save(counted.id, [row(['S', 'rood'], { stock: 3 })])
    expect(await read(counted.id)).toMatchObject({ stock: 3 })
  })

  it('names the row and column of each bad cell, and changes nothing', async () => {
    const product = await addProduct(sale.shop)
    const bad = [
      row(['S', 'rood']),
      row(['S', 'blauw']),
      row(['S', 'rood'], { sku: 'x' }),
      row(['M'], { sku: 'x' }),
    ]
    const { status, body } = await save(product.id, bad)
    expect(status).toBe(400)
    expect(body).toMatchObject({
      fields: {
        'variants.1.values.1': '“blauw” is geen kleur van dit product.',
        'variants.2.values': 'Deze variant staat ook op rij 1.',
        'variants.3.values.1': 'Kies een kleur.',
        'variants.3.sku': 'Deze SKU staat ook op rij 3.',
      },
    })
    const other = await addProduct(sale.shop)
    expect(
      await save(product.id, [row(['S', 'rood']), row(['M', 'rood'], { sku: other.sku })]),
    ).toMatchObject({
      status: 409,
      body: { code: 'SKU_TAKEN', row: 1, message: `Rij 2: de SKU ${other.sku} is al van ${other.name}.` },
    })
    expect(await read(product.id)).not.toHaveProperty('variants')
  })

  it('leaves a stock alone that the admin did not change, and refuses one that is another by now', async () => {
    const product = await addRobe()
    const before = rowsOf((await read(product.id)).variants)
    const customer = await sale.shop.newUser()
    await buyProduct(customer, before[0]!.id!, 'paid')
    expect((await save(product.id, before)).status).toBe(200)
    expect((await read(product.id)).variants?.map(({ stock }) => stock)).toEqual([4, 5])
    const recounted = before.map(each => ({ ...each, stock: 9 }))
    expect(await save(product.id, recounted)).toMatchObject({
      status: 409,
      body: { code: 'STOCK_CHANGED', stock: 4, fields: { 'variants.0.stock': 'Er zijn er nu 4.' } },
    })
  })

  it('refuses a change that another admin overtook', async () => {
    const product = await addRobe()
    const { version, variants } = await read(product.id)
    await save(
      product.id,
      rowsOf(variants).map(each => ({ ...each, price: 1000 })),
    )
    const late = { productId: product.id, version, options, variants: rowsOf(variants) }
    expect(await sale.admin.call(setProductVariants, late)).toMatchObject({
      status: 409,
      body: { code: 'PRODUCT_CHANGED' },
    })
  })

  it('erases a variant that is left out, or takes it off sale when it was ordered or is in a cart, whose customer is told', async () => {
    const product = await addRobe([row(['S', 'rood']), row(['M', 'rood']), row(['M', 'zwart'])])
    const [sold, wanted, kept] = (await read(product.id)).variants!
    const customer = await sale.shop.newUser()
    const address = await customer.call(createAddress, someAddress)
    await buyProduct(customer, sold!.id, 'paid')
    await customer.call(addToCart, { productId: wanted!.id, quantity: 1 })
    expect((await save(product.id, rowsOf([kept!]))).status).toBe(200)
    const isActiveById = (await read(product.id)).variants!.map(each => [each.id, each.isActive] as const)
    expect(Object.fromEntries(isActiveById)).toEqual({
      [kept!.id]: true,
      [sold!.id]: false,
      [wanted!.id]: false,
    })
    expect(await shown(product.slug)).toMatchObject({
      options: [
        { name: 'maat', values: ['M'] },
        { name: 'kleur', values: ['zwart'] },
      ],
    })
    const [line] = (await customer.call(readCart)).body
    expect(line).toMatchObject({ productId: wanted!.id, product: { stock: 0 } })
    const items = [{ productId: wanted!.id, quantity: 1 }]
    const refused = await customer.call(checkout, { items, addressId: address.body.id })
    expect(refused).toMatchObject({ status: 404, body: { message: expect.stringContaining('niet meer') } })
    expect((await customer.call(addToCart, { productId: wanted!.id })).status).toBe(404)
    await customer.call(removeCartLine, { itemId: line!.id })
    expect((await save(product.id, rowsOf([kept!]))).status).toBe(200)
    expect((await read(product.id)).variants).toHaveLength(2)
    expect(await save(product.id, [], [])).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('without options, makes it an ordinary product again, with the stock of its variants', async () => {
    const product = await addRobe()
    expect(await save(product.id, [], [])).toMatchObject({ status: 200 })
    expect(await shown(product.slug)).toMatchObject({ price: 2000, stock: 10 })
    const customer = await sale.shop.newUser()
    expect((await customer.call(addToCart, { productId: product.id })).status).toBe(201)
    expect(await ledgerOf(product.id)).toEqual([{ pieces: 10, after: 10 }])
  })
})

describe('the product form', () => {
  it('gives variants the name, price and category of their product', async () => {
    const product = await addRobe()
    const change = {
      productId: product.id,
      name: 'Kimono',
      price: 1500,
      description: 'Zacht.',
      hygieneSealed: true,
    }
    expect(await sale.admin.call(changeProduct, change)).toMatchObject({ status: 200, body: { price: 1500 } })
    const first = await shown(`${product.slug}-s-rood`)
    expect(first).toMatchObject({
      name: 'Kimono, S, rood',
      price: 1500,
      description: 'Zacht.',
      hygieneSealed: true,
    })
    expect(await shown(product.slug)).toMatchObject({ price: 1500, maxPrice: 2500 })
    expect(await sale.historyOf(first.id)).toEqual([
      expect.objectContaining({ from: 2000, to: 1500 }),
      expect.objectContaining({ from: null, to: 2000 }),
    ])
    expect(await sale.admin.call(changeProduct, { productId: first.id, name: 'Jas' })).toMatchObject({
      status: 400,
    })
    expect(await sale.admin.call(changeProduct, { productId: product.id, stock: 3 })).toMatchObject({
      status: 400,
    })
    await sale.admin.call(changeProduct, { productId: first.id, price: 1700 })
    expect((await read(product.id)).variants?.[0]).toMatchObject({ price: 1700 })
  })

  it('removes a product with its variants, and keeps it when one was ordered', async () => {
    const [gone, kept] = [await addRobe(), await addRobe()]
    const [sold] = (await read(kept.id)).variants!
    await buyProduct(await sale.shop.newUser(), sold!.id, 'paid')
    for (const { id: productId } of [gone, kept]) await sale.admin.call(removeProduct, { productId })
    expect((await sale.admin.call(readAdminProduct, { productId: gone.id })).status).toBe(404)
    const left = await sale.db
      .select({ id: products.id })
      .from(products)
      .where(sql`parent_id = ${gone.id}`)
    expect(left).toEqual([])
    expect(await read(kept.id)).toMatchObject({ isActive: false })
  })
})

describe('the product list', () => {
  it('finds a product by the SKU of a variant, and lists sold variants by stock', async () => {
    const product = await addRobe()
    const find = async (more: object) => {
      const { body } = await sale.admin.call(listAdminProducts, {
        q: product.sku,
        page: 1,
        pageSize: 20,
        ...more,
      })
      return 'items' in body ? body.items.map(({ sku }) => sku) : []
    }
    expect(await find({})).toEqual([product.sku])
    expect(await find({ q: `${product.sku}-M-ZWART` })).toEqual([product.sku])
    const sold = await find({ sort: 'stock-low' })
    expect(sold.toSorted()).toEqual([`${product.sku}-M-ZWART`, `${product.sku}-S-ROOD`])
    expect(await find({ stock: 'out' })).toEqual([])
  })
})
