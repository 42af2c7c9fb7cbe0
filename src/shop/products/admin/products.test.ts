import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, buyProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { addToCart } from '../../cart/contract.ts'
import { readProduct } from '../catalog/contract.ts'
import { products, stockEntries } from '../catalog/table.ts'
import {
  changeCategory,
  changeProduct,
  createCategory,
  createProduct,
  listAdminProducts,
  listAdminCategories,
  readAdminProduct,
  removeCategory,
  removeProduct,
  type ProductListPage,
} from './contract.ts'

let shop: TestShop
let admin: TestUser
let categoryId: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  categoryId = (await admin.call(createCategory, { name: 'Kaarsen en sfeer' })).body.id
})
afterAll(() => shop.close())

const unique = () => randomUUIDv7().slice(-12)
const candle = (changes: object = {}) => ({
  name: 'Kaars Cèdre',
  sku: `K-${unique()}`,
  price: 1495,
  stock: 8,
  categoryId,
  ...changes,
})
const make = async (changes?: object) => (await admin.call(createProduct, candle(changes))).body
const refusal = (status: number, body: object) => ({ status, body })
const expectBooks = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

describe('product', () => {
  it('is created complete with its own slug and can be sold at once', async () => {
    const made = await admin.call(createProduct, candle())
    expect(made).toMatchObject({
      status: 201,
      body: { slug: 'kaars-cedre', stock: 8, reservedStock: 0, weight: 0, length: null, isActive: true },
    })
    expect((await make()).slug).toBe('kaars-cedre-2')
    const { body } = await shop.newClient().call(readProduct, { idOrSlug: 'kaars-cedre' })
    expect(body).toMatchObject({ price: 1495, stock: 8 })
    await expectBooks()
  })

  it.each(['Search', randomUUIDv7(), 'Kaars '.repeat(20)])('named %s is found by its slug', async name => {
    const made = [await make({ name }), await make({ name })]
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(2)
    for (const { id, slug } of made)
      expect(await shop.newClient().call(readProduct, { idOrSlug: slug })).toMatchObject({
        status: 200,
        body: { id, slug },
      })
  })

  it('changes only the given fields', async () => {
    const { id: productId, sku } = await make({ name: 'Kaars Wilg', weight: 300, hygieneSealed: true })
    const changed = await admin.call(changeProduct, { productId, price: 1600, length: 12 })
    expect(changed).toMatchObject({
      status: 200,
      body: { sku, price: 1600, weight: 300, length: 12, stock: 8, hygieneSealed: true },
    })
    expect((await admin.call(changeProduct, { productId })).body).toEqual(changed.body)
    expect(changed.body.version).toBe(2)
    const other = await make()
    expect(await admin.call(changeProduct, { productId, sku: other.sku })).toMatchObject(
      refusal(409, { code: 'SKU_TAKEN' }),
    )
    expect(await admin.call(changeProduct, { productId, categoryId: randomUUIDv7() })).toMatchObject(
      refusal(400, { fields: { categoryId: 'Selecteer een categorie' } }),
    )
  })

  it.each([
    [{ name: ' ' }, 'name', 'Vul een naam in.'],
    [{ sku: undefined }, 'sku', 'Vul een SKU in.'],
    [{ price: 14.95 }, 'price', 'Vul een prijs in, vanaf 0 cent.'],
    [{ price: '1495' }, 'price', 'Vul een prijs in, vanaf 0 cent.'],
    [{ stock: -1 }, 'stock', 'Vul een voorraad in, vanaf 0.'],
    [{ stock: undefined }, 'stock', 'Vul een voorraad in, vanaf 0.'],
    [{ categoryId: '' }, 'categoryId', 'Selecteer een categorie'],
    [{ categoryId: 'nope' }, 'categoryId', 'Selecteer een categorie'],
    [{ length: 0 }, 'length', 'Vul hele centimeters in, van 1 tot en met 1000.'],
    [{ images: 'geen' }, 'images', 'Deze waarde klopt niet.'],
  ])('refuses %o', async (changes, field, message) => {
    expect(await admin.call(createProduct, candle(changes))).toMatchObject(
      refusal(400, { fields: { [field]: message } }),
    )
  })

  it('is deleted and leaves carts, or is deactivated when it was ever ordered', async () => {
    const fresh = await make()
    const sold = await make()
    const buyer = await shop.newUser()
    await buyer.call(addToCart, { productId: fresh.id })
    await buyProduct(buyer, sold.id, 'paid')
    for (const { id: productId } of [fresh, sold])
      expect((await admin.call(removeProduct, { productId })).status).toBe(204)
    expect((await admin.call(readAdminProduct, { productId: fresh.id })).status).toBe(404)
    expect((await admin.call(readAdminProduct, { productId: sold.id })).body).toMatchObject({
      isActive: false,
      stock: 7,
    })
    expect((await admin.call(removeProduct, { productId: fresh.id })).status).toBe(404)
    await expectBooks()
  })
})

describe('stock', () => {
  it('never falls below held stock, and is in the ledger with its reason', async () => {
    const { id: productId } = await make()
    await buyProduct(await shop.newUser(), productId, null)
    expect((await admin.call(readAdminProduct, { productId })).body).toMatchObject({
      stock: 8,
      reservedStock: 1,
    })
    expect(await admin.call(changeProduct, { productId, stock: 0, price: 1 })).toMatchObject(
      refusal(409, { code: 'STOCK_RESERVED', reservedStock: 1 }),
    )
    const counted = { productId, stock: 1, reason: 'Beschadigd' }
    expect((await admin.call(changeProduct, counted)).body).toMatchObject({ stock: 1, price: 1495 })
    const { db } = shop.node.platform
    const book = await db.select().from(stockEntries).where(eq(stockEntries.productId, productId))
    expect(book).toMatchObject([
      { kind: 'INTAKE', pieces: 8 },
      { kind: 'CORRECTION', pieces: -7, reason: 'Beschadigd' },
    ])
    await expectBooks()
  })

  it('is unchanged when it differs from the version that the admin saw', async () => {
    const { id: productId } = await make()
    await buyProduct(await shop.newUser(), productId, 'paid')
    const change = { productId, stock: 20, expectedStock: 8 }
    expect(await admin.call(changeProduct, change)).toMatchObject(
      refusal(409, { code: 'STOCK_CHANGED', stock: 7 }),
    )
    expect((await admin.call(changeProduct, { ...change, expectedStock: 7 })).body.stock).toBe(20)
  })
})

describe('product version', () => {
  it('returns a conflict with the current values when someone else changed it', async () => {
    const { id: productId, version } = await make()
    expect((await admin.call(changeProduct, { productId, version, name: 'Kaars Mos' })).status).toBe(200)
    const second = { productId, version, price: 1 }
    expect(await admin.call(changeProduct, second)).toMatchObject(
      refusal(409, { code: 'PRODUCT_CHANGED', product: { name: 'Kaars Mos', price: 1495, version: 2 } }),
    )
    expect((await admin.call(changeProduct, { ...second, version: 2 })).body).toMatchObject({
      name: 'Kaars Mos',
      price: 1,
      version: 3,
    })
  })

  it('is not raised by sales, counts or changes without effect', async () => {
    const { id: productId, name, version } = await make()
    await buyProduct(await shop.newUser(), productId, 'paid')
    await admin.call(changeProduct, { productId, stock: 4, name })
    expect((await admin.call(readAdminProduct, { productId })).body).toMatchObject({
      stock: 4,
      version,
      wasOrdered: true,
    })
  })
})

describe('product list', () => {
  it('is searched, filtered and paged', async () => {
    const { body: category } = await admin.call(createCategory, { name: `Lampen ${unique()}` })
    const here = { categoryId: category.id }
    const moon = await make({ name: 'Maanlamp', stock: 0, price: 300, ...here })
    const sun = await make({ name: 'Zonnelamp', price: 200, ...here })
    await make({ name: 'Sterrenlamp', price: 100, isActive: false, ...here })
    const names = async (search: object) => {
      const { body } = await admin.call(listAdminProducts, { ...here, ...search })
      return ('items' in body ? body.items : body).map(({ name }) => name)
    }
    expect(await names({ sort: 'name' })).toEqual(['Maanlamp', 'Sterrenlamp', 'Zonnelamp'])
    expect(await names({ active: 'false' })).toEqual(['Sterrenlamp'])
    expect(await names({ stock: 'out' })).toEqual(['Maanlamp'])
    expect(await names({ stock: 'enough', sort: 'stock-high' })).toEqual(['Sterrenlamp', 'Zonnelamp'])
    expect(await names({ sort: 'stock-low' })).toEqual(['Maanlamp', 'Zonnelamp', 'Sterrenlamp'])
    await buyProduct(await shop.newUser(), sun.id, null)
    await admin.call(changeProduct, { productId: sun.id, stock: 6 })
    expect(await names({ stock: 'low' })).toEqual(['Zonnelamp'])
    expect(await names({ q: `lamp ${sun.sku}` })).toEqual(['Zonnelamp'])
    expect(await names({ q: sun.sku.slice(3, 12) })).toContain('Zonnelamp')
    expect(await names({ q: 'NNEL' })).toEqual(['Zonnelamp'])
    expect(await names({ q: 'zo' })).toEqual(['Zonnelamp'])
    expect(await names({ q: 'nn' })).toEqual([])
    expect(await names({ q: '%' })).toEqual([])
    const { body } = await admin.call(listAdminProducts, { ...here, sort: 'price-low', page: 2, pageSize: 2 })
    expect(body as ProductListPage).toMatchObject({
      items: [{ id: moon.id }],
      total: 3,
      page: 2,
      pageSize: 2,
    })
  })
})

describe('category', () => {
  it('keeps its slug when renamed, and is deleted only when empty', async () => {
    const name = `Bad ${unique()}`
    const { body: made } = await admin.call(createCategory, { name })
    expect(await admin.call(createCategory, { name })).toMatchObject(refusal(409, { code: 'SLUG_TAKEN' }))
    const rename = { categoryId: made.id, name: 'Bad en douche' }
    expect((await admin.call(changeCategory, rename)).body).toEqual({ ...made, name: 'Bad en douche' })
    expect(await admin.call(changeCategory, { ...rename, slug: 'kaarsen-en-sfeer' })).toMatchObject(
      refusal(409, { code: 'SLUG_TAKEN' }),
    )
    const inside = await addProduct(shop, { categoryId: made.id })
    const drop = () => admin.call(removeCategory, { categoryId: made.id })
    expect(await drop()).toMatchObject(
      refusal(409, {
        code: 'CATEGORY_IN_USE',
        message: 'Er zit nog 1 product in deze categorie.',
        products: 1,
      }),
    )
    const listed = (await admin.call(listAdminCategories)).body
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({ name: 'Bad en douche', products: 1 })
    await admin.call(removeProduct, { productId: inside.id })
    expect((await drop()).status).toBe(204)
    expect((await drop()).status).toBe(404)
    expect(await shop.node.platform.db.select().from(products).where(eq(products.id, inside.id))).toEqual([])
  })
})
