import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, buyProduct, someAddress } from '../../../../tests/support/fixtures.ts'
import { addGiftCardProduct } from '../../../../tests/support/giftCards.ts'
import { openShop, type TestClient, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../../tests/support/variants.ts'
import { createAddress } from '../../../people/addresses/contract.ts'
import { requestBackInStock } from '../../backInStock/contract.ts'
import { addToCart, readCart } from '../../cart/contract.ts'
import { checkout } from '../../checkout/contract.ts'
import { addToWishlist } from '../../wishlist/contract.ts'
import { listProducts, readProduct, searchProducts } from '../catalog/contract.ts'
import { products } from '../catalog/table.ts'

let shop: TestShop
let visitor: TestClient
let buyer: TestUser
beforeAll(async () => {
  shop = await openShop()
  visitor = shop.newClient()
  buyer = await shop.newUser()
})
afterAll(() => shop.close())

const options = [
  { name: 'maat', values: ['S', 'M', 'L'] },
  { name: 'kleur', values: ['rood', 'zwart'] },
]
const addRobe = () =>
  addProductWithVariants(
    shop,
    options,
    [
      { values: ['S', 'zwart'], price: 2500, stock: 3, imageUrl: '/media/s.webp', images: ['/media/s.webp'] },
      { values: ['M', 'rood'], stock: 4, reservedStock: 1 },
      { values: ['L', 'zwart'], price: 500, isActive: false },
    ],
    { price: 2000, imageUrl: '/media/a.webp', images: ['/media/a.webp'] },
  )
const read = async (idOrSlug: string) => (await visitor.call(readProduct, { idOrSlug })).body
const change = (id: string, values: Partial<typeof products.$inferInsert>) =>
  shop.node.platform.db.update(products).set(values).where(eq(products.id, id))

describe('a product with variants', () => {
  it('is listed once: with the price of the cheapest active variant, the stock of all, and the options that they have', async () => {
    const { product, variants } = await addRobe()
    const shown = { price: 2000, maxPrice: 2500, stock: 6 }
    const has = {
      options: [
        { name: 'maat', values: ['S', 'M'] },
        { name: 'kleur', values: ['rood', 'zwart'] },
      ],
    }
    const listed = (await visitor.call(listProducts)).body.filter(
      ({ id }) => id === product.id || variants.some(variant => variant.id === id),
    )
    expect(listed).toEqual([expect.objectContaining({ id: product.id, ...shown, ...has })])
    const { items } = (await visitor.call(searchProducts, { q: product.name })).body
    expect(items).toEqual([expect.objectContaining({ id: product.id, ...shown, ...has })])
    const detail = await read(product.slug)
    expect(detail).toMatchObject({ ...shown, ...has })
    expect(detail.variants).toEqual([
      expect.objectContaining({ values: ['S', 'zwart'], price: 2500, stock: 3, imageUrl: '/media/s.webp' }),
      expect.objectContaining({ values: ['M', 'rood'], price: 2000, stock: 3, imageUrl: null, images: [] }),
    ])
  })

  it('is in lists as on its page, beside a gift card and a product sold by measure', async () => {
    await addRobe()
    const sale = { price: 1000, regularPrice: 1200, priorPrice: 1100 }
    const giftCard = await addGiftCardProduct(shop, await shop.newUser('ADMIN'), 2000)
    await addProduct(shop, { contentMl: 250, hygieneSealed: true, ratingSum: 9, reviewCount: 2 })
    await addProduct(shop, { ...sale, saleEndsAt: new Date(Date.UTC(2100, 0, 1)) })
    const { items } = (await visitor.call(searchProducts, { pageSize: 100 })).body
    expect(items.find(({ id }) => id === giftCard)).toMatchObject({ isGiftCard: true })
    const all = (await visitor.call(listProducts)).body
    for (const item of items) {
      expect(await read(item.id)).toMatchObject(item)
      expect(all).toContainEqual(item)
    }
  })

  it('follows its variants, and answers with their present state', async () => {
    const { product, variants } = await addRobe()
    const [small, medium, large] = variants.map(({ id }) => id)
    await change(medium!, { price: 3000 })
    expect(await read(product.id)).toMatchObject({ price: 2500, maxPrice: 3000 })
    await change(large!, { isActive: true, stock: 1 })
    expect(await read(product.id)).toMatchObject({ price: 500, stock: 7 })
    for (const id of [small, medium, large]) await change(id!, { isActive: false })
    const none = await read(product.id)
    expect(none).toMatchObject({ price: 2000, stock: 0, variants: [] })
    expect(none).not.toHaveProperty('options')
    expect(none).not.toHaveProperty('maxPrice')
  })

  it('can’t be bought itself, and says what has to be chosen', async () => {
    const { product } = await addRobe()
    const refusal = { status: 404, body: { message: 'Kies eerst een maat en een kleur.' } }
    const { body: address } = await buyer.call(createAddress, someAddress)
    const items = [{ productId: product.id, quantity: 1 }]
    expect(await buyer.call(addToCart, { productId: product.id })).toMatchObject(refusal)
    expect(await buyer.call(checkout, { items, addressId: address.id })).toMatchObject(refusal)
    expect(await buyer.call(requestBackInStock, { productId: product.id })).toMatchObject(refusal)
  })
})

describe('a variant', () => {
  it('has its own address, names its product, and has its pictures when it has none', async () => {
    const { product, variants } = await addRobe()
    const { id, slug, name } = variants[1]!
    const answer = await read(slug)
    expect(answer).toMatchObject({
      id,
      name: `${product.name}, M, rood`,
      parent: { id: product.id, slug: product.slug, name: product.name },
      values: ['M', 'rood'],
      imageUrl: '/media/a.webp',
      images: ['/media/a.webp'],
      stock: 3,
    })
    expect(answer).not.toHaveProperty('options')
    await buyer.call(addToCart, { productId: id })
    const line = (await buyer.call(readCart)).body.find(({ productId }) => productId === id)
    expect(line?.product).toMatchObject({
      name,
      slug,
      values: ['M', 'rood'],
      imageUrl: '/media/a.webp',
      stock: 3,
    })
    expect((await buyer.call(addToWishlist, { productId: id })).body.product).toMatchObject({ slug })
  })

  it('has its barcode as GTIN when it is one, in the answer and in structured data; nothing else has the key', async () => {
    const { product, variants } = await addRobe()
    const [small, medium] = variants
    await change(small!.id, { barcode: '8710000000109' })
    await change(medium!.id, { barcode: 'KAST-3' })
    await change(product.id, { barcode: '8710000000116' })
    const detail = await read(product.slug)
    expect(detail.variants?.map(({ gtin }) => gtin)).toEqual(['8710000000109', undefined])
    for (const answer of [detail, detail.variants?.[1], await read(medium!.slug)])
      expect(answer).not.toHaveProperty('gtin')
    expect(await read(small!.slug)).toMatchObject({ gtin: '8710000000109' })
    const json = (await shop.newClient().request('GET', `/api/products/${small!.slug}`)).body
    expect(json).not.toHaveProperty('barcode')
    const listed = (await visitor.call(listProducts)).body.find(({ id }) => id === product.id)
    expect(listed).not.toHaveProperty('gtin')
  })

  it('is sold by itself: the order takes its stock, and its product shows it', async () => {
    const { product, variants } = await addRobe()
    await read(product.id)
    await buyProduct(buyer, variants[0]!.id, 'paid')
    expect((await read(variants[0]!.slug)).stock).toBe(2)
    expect((await read(product.id)).stock).toBe(5)
  })

  it('of a product that is off, or off itself, is gone', async () => {
    const { product, variants } = await addRobe()
    const [sold, , off] = variants
    await buyer.call(addToCart, { productId: sold!.id })
    expect((await visitor.call(readProduct, { idOrSlug: off!.slug })).status).toBe(404)
    await change(product.id, { isActive: false })
    expect((await visitor.call(readProduct, { idOrSlug: sold!.slug })).status).toBe(404)
    expect((await buyer.call(addToCart, { productId: sold!.id })).status).toBe(404)
    const line = (await buyer.call(readCart)).body.find(({ productId }) => productId === sold!.id)
    expect(line?.product.stock).toBe(0)
    const items = [{ productId: sold!.id, quantity: 1 }]
    const { body: address } = await buyer.call(createAddress, someAddress)
    expect((await buyer.call(checkout, { items, addressId: address.id })).status).toBe(404)
  })
})

describe('a search', () => {
  const options2 = [
    { name: 'maat', values: ['38', '40'] },
    { name: 'kleur', values: ['rood', 'groen'] },
  ]
  const slipper = (name: string, variants: string[][]) =>
    addProductWithVariants(
      shop,
      options2,
      variants.map(values => ({ values })),
      { name, price: 1000 },
    )
  const search = async (query: object) => (await visitor.call(searchProducts, query)).body

  it('filters by options: the same variant has a value of each, and counts the variants that the other choices leave', async () => {
    const mine = (
      await slipper('Pantoffel Een', [
        ['38', 'rood'],
        ['40', 'groen'],
      ])
    ).product.id
    const other = (await slipper('Pantoffel Twee', [['38', 'groen']])).product.id
    const found = async (option: string[]) => {
      const { items, total, facets } = await search({ q: 'pantoffel', option })
      expect(items).toHaveLength(total)
      return { ids: items.map(({ id }) => id).toSorted(), options: facets.options }
    }
    expect(await found([])).toEqual({
      ids: [mine, other].toSorted(),
      options: [
        {
          name: 'maat',
          values: [
            { value: '38', count: 2 },
            { value: '40', count: 1 },
          ],
        },
        {
          name: 'kleur',
          values: [
            { value: 'rood', count: 1 },
            { value: 'groen', count: 2 },
          ],
        },
      ],
    })
    expect((await found(['maat:38'])).ids).toEqual([mine, other].toSorted())
    expect((await found(['maat:38', 'maat:40', 'kleur:rood'])).ids).toEqual([mine])
    expect(await found(['maat:38', 'kleur:groen'])).toEqual({
      ids: [other],
      options: [
        {
          name: 'maat',
          values: [
            { value: '38', count: 1 },
            { value: '40', count: 1 },
          ],
        },
        {
          name: 'kleur',
          values: [
            { value: 'rood', count: 1 },
            { value: 'groen', count: 1 },
          ],
        },
      ],
    })
    expect((await found(['maat:38', 'maat:40', 'a:1', 'b:2', 'c:3'])).ids).toEqual([])
    expect((await found(['maat'])).ids).toHaveLength(2)
  })

  it('finds a product by the values of a variant, and without options says nothing of them', async () => {
    const { product } = await slipper('Muiltje', [
      ['38', 'rood'],
      ['40', 'groen'],
    ])
    expect((await search({ q: 'muiltje groen' })).items.map(({ id }) => id)).toEqual([product.id])
    expect((await search({ q: 'muiltje groen', option: 'maat:38' })).items.map(({ id }) => id)).toEqual([
      product.id,
    ])
    expect((await search({ q: 'muiltje groen', option: 'maat:39' })).total).toBe(0)
    const { facets } = await search({ q: 'geen enkel product' })
    expect(facets).not.toHaveProperty('options')
  })
})
