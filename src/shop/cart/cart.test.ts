import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { products } from '../products/catalog/table.ts'
import { addToCart, readCart, removeCartLine, setCartLine, type CartItem } from './contract.ts'

let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const add = (productId: string, quantity?: unknown) =>
  customer.call(addToCart, quantity === undefined ? { productId } : { productId, quantity })
const set = (itemId: string, quantity: unknown) => customer.call(setCartLine, { itemId, quantity })
const lineOf = async (productId: string) =>
  (await customer.call(readCart)).body.find(line => line.productId === productId)
const lineWith = async (stock: number, quantity: number): Promise<CartItem> =>
  (await add((await addProduct(shop, { stock })).id, quantity)).body

describe('adding to the cart', () => {
  it('returns the line with its product, one unit by default', async () => {
    const product = await addProduct(shop, {
      price: 2495,
      stock: 7,
      reservedStock: 2,
      showCommentsField: true,
    })
    const added = await add(product.id)
    expect(added.status).toBe(201)
    expect(added.body).toEqual({
      id: expect.any(String),
      productId: product.id,
      quantity: 1,
      product: {
        name: product.name,
        slug: product.slug,
        price: 2495,
        imageUrl: null,
        stock: 5,
        shippingCost: 0,
        showShippingOptions: true,
        showCommentsField: true,
      },
    })
    expect(await lineOf(product.id)).toEqual(added.body)
  })

  it.each([
    ['its own picture and measure', { imageUrl: '/media/s.webp', contentMl: 30 }],
    ['those of its product', {}],
    ['its own measure of another kind', { contentGrams: 40 }],
  ])('shows a variant with %s, as the cart does', async (_, own) => {
    const options = [{ name: 'maat', values: ['S'] }]
    const fields = { imageUrl: '/media/a.webp', contentMl: 150, contentGrams: 140 }
    const { variants } = await addProductWithVariants(shop, options, [{ values: ['S'], ...own }], fields)
    const { body } = await add(variants[0]?.id as string)
    expect(body.product).toMatchObject(
      'imageUrl' in own
        ? { imageUrl: '/media/s.webp', contentMl: 30 }
        : {
            imageUrl: '/media/a.webp',
            ...('contentGrams' in own ? own : { contentMl: 150, contentGrams: 140 }),
          },
    )
    expect(await lineOf(body.productId)).toEqual(body)
  })

  it('increases the line, also for two simultaneous requests', async () => {
    const { id } = await addProduct(shop)
    const first = await add(id, 2)
    await Promise.all([add(id, 3), add(id, 4), add(id, 1)])
    expect(await lineOf(id)).toMatchObject({ id: first.body.id, quantity: 10 })
  })

  it('refuses more than 99 units a line, whatever the stock, and leaves the line unchanged', async () => {
    for (const stock of [500, 99, 60]) {
      const { id } = await addProduct(shop, { stock })
      await add(id, 50)
      expect(await add(id, 50)).toMatchObject({ status: 400, body: { code: 'QUANTITY_LIMIT' } })
      expect(await lineOf(id)).toMatchObject({ quantity: 50 })
    }
    const { id } = await addProduct(shop, { stock: 500 })
    expect(await add(id, 99)).toMatchObject({ status: 201, body: { quantity: 99 } })
  })

  it('refuses more than is available, and leaves the line unchanged', async () => {
    const { id } = await addProduct(shop, { stock: 5, reservedStock: 2 })
    const refused = {
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', message: 'Onvoldoende voorraad', available: 3 },
    }
    expect(await add(id, 4)).toMatchObject(refused)
    expect(await lineOf(id)).toBeUndefined()
    expect(await add(id, 2)).toMatchObject({ status: 201 })
    expect(await add(id, 2)).toMatchObject(refused)
    expect(await lineOf(id)).toMatchObject({ quantity: 2 })
    const soldOut = await addProduct(shop, { stock: 0 })
    expect(await add(soldOut.id)).toMatchObject({ status: 409, body: { available: 0 } })
  })

  it('returns 404 for a product that is not for sale', async () => {
    const inactive = await addProduct(shop, { isActive: false })
    for (const id of [
      inactive.id,
      '0199f0f0-0000-7000-8000-000000000000',
      'nope',
      "'; drop table users; --",
    ]) {
      expect(await add(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  it('keeps the line of a deactivated product, with nothing available', async () => {
    const { id: productId } = await addProduct(shop, { stock: 9 })
    await add(productId)
    const { db } = shop.node.platform
    await db.update(products).set({ isActive: false }).where(eq(products.id, productId))
    const line = await lineOf(productId)
    expect(line).toMatchObject({ quantity: 1, product: { stock: 0 } })
    expect(await set(line?.id ?? '', 2)).toMatchObject({ status: 409, body: { available: 0 } })
    await db.delete(products).where(eq(products.id, productId))
    expect(await lineOf(productId)).toBeUndefined()
  })

  it('accepts a product id in any notation', async () => {
    const { id } = await addProduct(shop)
    expect(await add(id.toUpperCase())).toMatchObject({ status: 201, body: { productId: id } })
    const { body } = await add(id)
    expect(body).toMatchObject({ productId: id, quantity: 2 })
    expect(await set(body.id.toUpperCase(), 4)).toMatchObject({ status: 200, body: { quantity: 4 } })
    expect(await set('nope', 4)).toMatchObject({ status: 404 })
  })

  it.each([['2'], [true], [[3]], [1.5], [0], [-1], [100], [null], [1e300], [{}]])(
    'refuses %j as a quantity',
    async quantity => {
      const { id } = await addProduct(shop)
      expect(await add(id, quantity)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT', fields: { quantity: expect.any(String) } },
      })
      expect(await lineOf(id)).toBeUndefined()
    },
  )

  it.each([[undefined], [''], [7], ['a\0b'], ['x'.repeat(65)]])(
    'refuses %j as a product',
    async productId => {
      const refused = await customer.call(addToCart, { productId })
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    },
  )

  it('ignores unknown fields', async () => {
    const product = await addProduct(shop)
    const other = await shop.newUser()
    const added = await customer.call(addToCart, {
      productId: product.id,
      userId: other.user.id,
      price: 1,
      id: 'mine',
      __proto__: { quantity: 9 },
    })
    expect(added).toMatchObject({ status: 201, body: { quantity: 1, product: { price: product.price } } })
    expect((await other.call(readCart)).body).toEqual([])
  })
})

describe('a cart line', () => {
  it('is set to a quantity, and may be lowered when stock is below it', async () => {
    const line = await lineWith(6, 5)
    expect(await set(line.id, 6)).toMatchObject({ status: 200, body: { ...line, quantity: 6 } })
    await shop.node.platform.db.update(products).set({ stock: 2 }).where(eq(products.id, line.productId))
    expect(await set(line.id, 7)).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', available: 2 },
    })
    expect(await set(line.id, 4)).toMatchObject({ status: 200, body: { quantity: 4, product: { stock: 2 } } })
    expect(await lineOf(line.productId)).toMatchObject({ quantity: 4 })
  })

  it('is removed at 0, with 204 and no body', async () => {
    const line = await lineWith(5, 2)
    expect(await set(line.id, 0)).toMatchObject({ status: 204, body: '' })
    expect(await lineOf(line.productId)).toBeUndefined()
    expect(await set(line.id, 0)).toMatchObject({ status: 404 })
    expect(await set(line.id, 1)).toMatchObject({ status: 404 })
  })

  it('is removed once', async () => {
    const line = await lineWith(5, 2)
    expect(await customer.call(removeCartLine, { itemId: line.id })).toMatchObject({ status: 204, body: '' })
    expect(await customer.call(removeCartLine, { itemId: line.id })).toMatchObject({
      status: 404,
      body: { message: 'Dit staat niet meer in je winkelwagen.' },
    })
  })

  it('of another user returns the same 404 as an unknown one', async () => {
    const line = await lineWith(9, 2)
    const stranger = await shop.newUser()
    const missing = await stranger.call(setCartLine, {
      itemId: '0199f0f0-0000-7000-8000-000000000000',
      quantity: 3,
    })
    for (const quantity of [0, 3, 50]) {
      const foreign = await stranger.call(setCartLine, { itemId: line.id, quantity })
      expect([foreign.status, foreign.body]).toEqual([404, missing.body])
    }
    expect((await stranger.call(removeCartLine, { itemId: line.id })).status).toBe(404)
    expect(await lineOf(line.productId)).toMatchObject({ quantity: 2 })
  })

  it.each([['2'], [true], [[3]], [1.5], [-1], [100], [null], [undefined]])(
    'refuses to be set to %j',
    async quantity => {
      const line = await lineWith(9, 2)
      expect(await set(line.id, quantity)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
      expect(await lineOf(line.productId)).toMatchObject({ quantity: 2 })
    },
  )

  it.each(['nope', 'x'.repeat(65), '%00', '../cart'])('named %j returns 404', async itemId => {
    expect((await customer.call(setCartLine, { itemId, quantity: 1 })).status).toBe(404)
    expect((await customer.call(removeCartLine, { itemId })).status).toBe(404)
  })
})

it('is listed for its own user, oldest first', async () => {
  const member = await shop.newUser()
  expect(await member.call(readCart)).toMatchObject({ status: 200, body: [] })
  const ids: string[] = []
  for (let line = 0; line < 3; line += 1) {
    const { id } = await addProduct(shop)
    await member.call(addToCart, { productId: id })
    ids.push(id)
  }
  await member.call(addToCart, { productId: ids[0] })
  expect((await member.call(readCart)).body.map(line => line.productId)).toEqual(ids)
})

it('requires a session', async () => {
  const visitor = shop.newClient()
  const { id } = await addProduct(shop)
  for (const answer of [
    await visitor.call(readCart),
    await visitor.call(addToCart, { productId: id }),
    await visitor.call(setCartLine, { itemId: id, quantity: 1 }),
    await visitor.call(removeCartLine, { itemId: id }),
  ]) {
    expect(answer).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  }
})

it('gives each of many simultaneous readers their own lines', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, () => shop.newUser()))
  const { id: productId } = await addProduct(shop)
  const added = await Promise.all(
    members.map(
      async (member, index) => (await member.call(addToCart, { productId, quantity: index + 1 })).body,
    ),
  )
  const carts = await Promise.all(members.map(async member => (await member.call(readCart)).body))
  expect(carts).toEqual(added.map(line => [line]))
  expect(await (await shop.newUser()).call(readCart)).toMatchObject({ status: 200, body: [] })
})
