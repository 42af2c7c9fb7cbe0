import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsOf, providerPayments, stockOf } from '../../../tests/support/payments.ts'
import { addAddressFor, addProduct, someAddress, waitForMail } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { addresses } from '../../people/addresses/table.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { stockHolds, products } from '../products/catalog/table.ts'
import { listOrders, readOrder } from '../orders/contract.ts'
import { orderNumberSeries, orders } from '../orders/table.ts'
import { checkout } from './contract.ts'

let shop: TestShop
let customer: TestUser
let addressId: string
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
  addressId = await addAddressFor(customer)
})
afterAll(() => shop.close())

const one = (productId: string, quantity: unknown = 1) => ({ items: [{ productId, quantity }], addressId })
const order = (input: object) => customer.call(checkout, input)
const placed = async (input: object) => {
  const { status, body } = await order(input)
  expect(status).toBe(201)
  return (await customer.call(readOrder, { orderId: body.orderId })).body
}

describe('an order', () => {
  it('keeps its products, prices and address as they were when it was placed', async () => {
    const { db } = shop.node.platform
    const goods = await addProduct(shop, { price: 1999, imageUrl: '/media/a.webp' })
    const more = await addProduct(shop, { price: 350 })
    const items = [
      { productId: more.id, quantity: 3, price: 1 },
      { productId: goods.id, quantity: 1 },
    ]
    const { id } = await placed({ items, addressId, total: 1, status: 'PAID', comments: '  Bel niet aan.  ' })
    await db
      .update(products)
      .set({ price: 1, name: 'Anders', imageUrl: null })
      .where(eq(products.id, goods.id))
    await db.update(addresses).set({ street: 'Elders' }).where(eq(addresses.id, addressId))
    const { body } = await customer.call(readOrder, { orderId: id })
    expect(body).toMatchObject({
      status: 'PENDING',
      total: 3 * 350 + 1999,
      hasTracking: false,
      trackingCost: 0,
      comments: 'Bel niet aan.',
      paidAt: null,
      shippingFirstName: someAddress.firstName,
      shippingLastName: someAddress.lastName,
      shippingCompany: null,
      shippingStreet: someAddress.street,
      shippingHouseNumber: someAddress.houseNumber,
      shippingPostalCode: someAddress.postalCode,
      shippingCity: someAddress.city,
      shippingCountry: 'Nederland',
      items: [
        { productId: more.id, quantity: 3, pricePerItem: 350, product: { name: more.name, imageUrl: null } },
        {
          productId: goods.id,
          quantity: 1,
          pricePerItem: 1999,
          product: { name: goods.name, imageUrl: '/media/a.webp' },
        },
      ],
    })
  })

  it('sends the provider its amount, without product names', async () => {
    const product = await addProduct(shop, { price: 1005 })
    const { id } = await placed(one(product.id, 2))
    const [payment] = await paymentsOf(shop, id)
    const told = (await providerPayments(shop)).find(({ id }) => id === payment?.providerId)
    expect(told).toMatchObject({
      status: 'open',
      amount: { currency: 'EUR', value: '20.10' },
      description: 'Gloed',
      metadata: { paymentId: payment?.id },
      redirectUrl: `${shop.origin}/api/payments/return?payment=${payment?.id}`,
      webhookUrl: `${shop.origin}/api/webhooks/mollie`,
    })
    expect(JSON.stringify(told)).not.toContain(product.name)
  })

  it('is refused when its total differs from the expected one, and then holds nothing', async () => {
    const { db } = shop.node.platform
    const product = await addProduct(shop, { price: 1000 })
    await db.update(products).set({ price: 1100 }).where(eq(products.id, product.id))
    const seen = { ...one(product.id, 2), hasTracking: true, expectedTotal: 2250 }
    expect(await order(seen)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', total: 2450 } })
    expect(await stockOf(shop, product.id)).toEqual({ stock: 100, reserved: 0 })
    expect(await placed({ ...seen, expectedTotal: 2450 })).toMatchObject({ total: 2450 })
  })

  it('charges tracking once, and only when a product can be tracked', async () => {
    const goods = await addProduct(shop)
    const digital = await addProduct(shop, { showShippingOptions: false })
    const both = [goods, digital].map(({ id }) => ({ productId: id, quantity: 2 }))
    expect(await placed({ items: both, addressId, hasTracking: true })).toMatchObject({
      total: 4250,
      hasTracking: true,
      trackingCost: 250,
    })
    expect(await placed({ ...one(digital.id), hasTracking: true })).toMatchObject({
      total: 1000,
      hasTracking: false,
      trackingCost: 0,
    })
  })

  it('requires no address when everything is digital, and does otherwise', async () => {
    const digital = await addProduct(shop, { showShippingOptions: false, shippingCost: 0 })
    const heavy = await addProduct(shop, { showShippingOptions: false, shippingCost: 439 })
    const items = [{ productId: digital.id, quantity: 1 }]
    expect(await placed({ items, addressId: null })).toMatchObject({ total: 1000, shippingStreet: null })
    const mixed = [...items, { productId: heavy.id, quantity: 1 }]
    expect(await order({ items: mixed })).toMatchObject({
      status: 422,
      body: {
        code: 'ADDRESS_REQUIRED',
        message: 'Selecteer een verzendadres',
        fields: { addressId: 'Selecteer een verzendadres' },
      },
    })
    expect(await stockOf(shop, digital.id)).toEqual({ stock: 100, reserved: 1 })
  })

  it('with nothing due is paid at once', async () => {
    const free = await addProduct(shop, { price: 0, stock: 4 })
    await customer.call(addToCart, { productId: free.id, quantity: 3 })
    const { status, body } = await order(one(free.id, 3))
    expect([status, body]).toEqual([201, { orderId: expect.any(String) }])
    const { body: read } = await customer.call(readOrder, { orderId: body.orderId })
    expect(read).toMatchObject({ status: 'PAID', total: 0, paymentUrl: null, paidAt: expect.any(String) })
    expect(await stockOf(shop, free.id)).toEqual({ stock: 1, reserved: 0 })
    expect((await customer.call(readCart)).body).toEqual([])
    expect(await paymentsOf(shop, body.orderId)).toEqual([])
    await waitForMail(shop, customer.user.email, read.number)
  })

  it('counts one product on several lines as one sum, in any notation of its id', async () => {
    const { id } = await addProduct(shop, { stock: 5 })
    const lines = (...quantities: number[]) =>
      quantities.map((quantity, index) => ({ productId: index % 2 === 0 ? id : id.toUpperCase(), quantity }))
    expect(await order({ items: lines(3, 3), addressId })).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', productId: id, available: 5 },
    })
    expect(await placed({ items: lines(2, 1, 2), addressId })).toMatchObject({
      items: [{ productId: id, quantity: 5 }],
    })
    expect(await stockOf(shop, id)).toEqual({ stock: 5, reserved: 5 })
    const plenty = await addProduct(shop, { stock: 500 })
    const many = [50, 50].map(quantity => ({ productId: plenty.id, quantity }))
    expect(await order({ items: many, addressId })).toMatchObject({
      status: 400,
      body: { code: 'QUANTITY_LIMIT' },
    })
    expect(await stockOf(shop, plenty.id)).toEqual({ stock: 500, reserved: 0 })
  })

  it('holds stock for all of its products or for none', async () => {
    const [enough, short] = [await addProduct(shop, { stock: 9 }), await addProduct(shop, { stock: 1 })]
    const items = [enough, short].map(({ id }) => ({ productId: id, quantity: 2 }))
    expect(await order({ items, addressId })).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', productId: short.id, available: 1 },
    })
    const gone = await addProduct(shop, { isActive: false })
    expect(
      await order({ items: [...items.slice(0, 1), { productId: gone.id, quantity: 1 }], addressId }),
    ).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', productId: gone.id },
    })
    expect(await stockOf(shop, enough.id)).toEqual({ stock: 9, reserved: 0 })
    const holds = shop.node.platform.db.$count(stockHolds, eq(stockHolds.productId, enough.id))
    expect(await holds).toBe(0)
  })

  it('leaves no number unused when it is refused', async () => {
    const { id } = await addProduct(shop)
    const first = await placed(one(id))
    const foreign = await addAddressFor(await shop.newUser())
    const before = (await customer.call(listOrders)).body.length
    expect(await order({ ...one(id), addressId: foreign })).toMatchObject({
      status: 404,
      body: { message: 'Dit adres bestaat niet meer.' },
    })
    expect(await order({ ...one(id), addressId: 'nope' })).toMatchObject({ status: 404 })
    expect((await customer.call(listOrders)).body).toHaveLength(before)
    const second = await placed(one(id))
    expect(serialOf(second.number)).toBe(serialOf(first.number) + 1)
  })
})

const serialOf = (number: string) => Number(number.split('-')[1])

describe('refused input', () => {
  it.each([[0], [-1], [100], ['1'], [1.5], [true], [null], [[1]]])('a quantity of %j', async quantity => {
    const { id } = await addProduct(shop)
    expect(await order(one(id, quantity))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', fields: { 'items.0.quantity': expect.any(String) } },
    })
    expect(await stockOf(shop, id)).toMatchObject({ reserved: 0 })
  })

  it.each([
    ['no lines', { items: [] }, 'Je winkelwagen is leeg.'],
    ['lines that are none', { items: 'alles' }, 'Je winkelwagen is leeg.'],
    ['no body', {}, 'Je winkelwagen is leeg.'],
  ])('%s', async (_, input, message) => {
    expect(await order({ addressId, ...input })).toMatchObject({ status: 400, body: { message } })
  })

  it('more than a hundred lines, a long comment, a text for a boolean, U+0000', async () => {
    const { id } = await addProduct(shop)
    const items = Array.from({ length: 101 }, () => ({ productId: id, quantity: 1 }))
    expect(await order({ items, addressId })).toMatchObject({ status: 400 })
    expect(await order({ ...one(id), comments: 'x'.repeat(1001) })).toMatchObject({
      status: 400,
      body: { fields: { comments: 'Een opmerking heeft hoogstens 1000 tekens.' } },
    })
    expect(await order({ ...one(id), hasTracking: 'true' })).toMatchObject({ status: 400 })
    expect(await order({ ...one(id), comments: 'a\0b' })).toMatchObject({ status: 400 })
    expect(await stockOf(shop, id)).toMatchObject({ reserved: 0 })
  })

  it('except a comment of a thousand characters in any script, which is accepted', async () => {
    const { id } = await addProduct(shop)
    const comments = `${'ß漢😀'.repeat(200)}${'x'.repeat(200)}`.slice(0, 1000)
    expect(await placed({ ...one(id), comments })).toMatchObject({ comments })
  })

  it('without a session', async () => {
    const { id } = await addProduct(shop)
    expect(await shop.newClient().call(checkout, one(id))).toMatchObject({ status: 401 })
  })

  it('from a foreign origin', async () => {
    const { id } = await addProduct(shop)
    const crossSite = { 'sec-fetch-site': 'cross-site' }
    expect(await customer.call(checkout, one(id), crossSite)).toMatchObject({
      status: 403,
      body: { code: 'CROSS_SITE' },
    })
  })
})

it('generates more order numbers when the free ones are used up', async () => {
  const { db } = shop.node.platform
  const { id } = await addProduct(shop)
  await placed(one(id))
  await db.execute('delete from order_numbers')
  const next = await placed(one(id))
  expect(serialOf(next.number)).toBe(501)
  expect(await db.select().from(orderNumberSeries)).toMatchObject([{ lastSerial: 1000 }])
  expect(await db.$count(orders, eq(orders.number, next.number))).toBe(1)
})
