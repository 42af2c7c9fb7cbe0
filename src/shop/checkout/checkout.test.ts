import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForMail, completePayment, addAddressFor, addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readCart, addToCart } from '../cart/contract.ts'
import { stockHolds, products } from '../products/catalog/table.ts'
import { listOrders, readOrder } from '../orders/contract.ts'
import { payments } from '../../money/payments/table.ts'
import { checkout } from './contract.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

const stockOf = async (productId: string) => {
  const [row] = await shop.node.platform.db
    .select({ stock: products.stock, reserved: products.reservedStock })
    .from(products)
    .where(eq(products.id, productId))
  return row
}

describe('an order', () => {
  it('holds stock, is paid once for repeated webhooks, and empties the cart', async () => {
    const customer = await shop.newUser()
    const product = await addProduct(shop, { stock: 5, price: 1999 })
    const addressId = await addAddressFor(customer)
    expect(await customer.call(addToCart, { productId: product.id, quantity: 2 })).toMatchObject({
      status: 201,
    })

    const placed = await customer.call(checkout, {
      items: [{ productId: product.id, quantity: 2 }],
      addressId,
      hasTracking: true,
    })
    expect(placed.status).toBe(201)
    expect(placed.body.paymentUrl).toMatch(/\/tr_\w+$/)
    expect(await stockOf(product.id)).toEqual({ stock: 5, reserved: 2 })
    const { orderId } = placed.body

    const back = await completePayment(placed.body.paymentUrl as string, 'paid')
    const landed = await customer.request('GET', back)
    expect(landed.status).toBe(302)
    expect(landed.headers.get('location')).toBe(`/?payment=success&orderId=${orderId}`)
    const [payment] = await shop.node.platform.db
      .select()
      .from(payments)
      .where(eq(payments.subjectId, orderId))
    await shop
      .newClient()
      .request('POST', '/api/webhooks/mollie', new URLSearchParams({ id: payment?.providerId ?? '' }))

    const order = (await customer.call(readOrder, { orderId })).body
    expect(order).toMatchObject({
      status: 'PAID',
      total: 2 * 1999 + 250,
      trackingCost: 250,
      paymentUrl: null,
    })
    expect(order.number).toMatch(/^\d{4}-\d{6}$/)
    expect(order.shippingStreet).toBe('Lindelaan')
    expect(await stockOf(product.id)).toEqual({ stock: 3, reserved: 0 })
    expect((await customer.call(readCart)).body).toEqual([])
    await waitForMail(shop, customer.user.email, order.number)
  })

  it('releases its stock when the payment fails, and keeps the cart', async () => {
    const customer = await shop.newUser()
    const product = await addProduct(shop, { stock: 1 })
    expect(await customer.call(addToCart, { productId: product.id })).toMatchObject({
      status: 201,
      body: { quantity: 1 },
    })
    const addressId = await addAddressFor(customer)
    const items = [{ productId: product.id, quantity: 1 }]
    const { body } = await customer.call(checkout, { items, addressId })
    const landed = await customer.request('GET', await completePayment(body.paymentUrl as string, 'canceled'))
    expect(landed.headers.get('location')).toBe(`/?payment=failed&orderId=${body.orderId}`)
    expect(await stockOf(product.id)).toEqual({ stock: 1, reserved: 0 })
    expect((await customer.call(readCart)).body).toHaveLength(1)
    expect((await customer.call(listOrders)).body[0]).toMatchObject({ status: 'CANCELLED', paidAt: null })
    // Told neutrally, and by no notification.
    const { orderId } = body
    expect((await customer.call(readOrder, { orderId })).body).toMatchObject({ isPaymentBrokenOff: true })
    expect((await customer.call(listNotifications)).body).toEqual([])
    const again = await customer.call(checkout, { items, addressId })
    await customer.request('GET', await completePayment(again.body.paymentUrl as string, 'failed'))
    const failed = (await customer.call(readOrder, { orderId: again.body.orderId })).body
    expect(failed).toMatchObject({ status: 'CANCELLED' })
    expect(failed.isPaymentBrokenOff).toBeUndefined()
  })

  it('repeats its answer for the same key, and refuses the key for another checkout input', async () => {
    const customer = await shop.newUser()
    const product = await addProduct(shop, { stock: 9 })
    const addressId = await addAddressFor(customer)
    const order = (quantity: number) =>
      customer.call(
        checkout,
        { items: [{ productId: product.id, quantity }], addressId },
        { 'idempotency-key': `key-${product.id}` },
      )
    const answers = await Promise.all([order(1), order(1), order(1)])
    expect(new Set(answers.map(answer => JSON.stringify(answer.body))).size).toBe(1)
    expect(answers.every(answer => answer.status === 201)).toBe(true)
    expect(await stockOf(product.id)).toEqual({ stock: 9, reserved: 1 })
    expect((await order(2)).status).toBe(422)
  })

  it('is refused when invalid, and then holds nothing', async () => {
    const customer = await shop.newUser()
    const other = await shop.newUser()
    const product = await addProduct(shop, { stock: 3 })
    const addressId = await addAddressFor(customer)
    const foreign = await addAddressFor(other)
    const lines = [
      { productId: product.id, quantity: 2 },
      { productId: product.id, quantity: 2 },
    ]
    const short = await customer.call(checkout, { items: lines, addressId })
    expect(short).toMatchObject({
      status: 409,
      body: { code: 'INSUFFICIENT_STOCK', productId: product.id, available: 3 },
    })
    const items = [{ productId: product.id, quantity: 1 }]
    expect(await customer.call(checkout, { items, addressId: foreign })).toMatchObject({ status: 404 })
    expect(await customer.call(checkout, { items })).toMatchObject({
      status: 422,
      body: { code: 'ADDRESS_REQUIRED' },
    })
    expect(await customer.call(checkout, { items: [], addressId })).toMatchObject({ status: 400 })
    expect(
      await customer.call(checkout, { items: [{ productId: 'nope', quantity: 1 }], addressId }),
    ).toMatchObject({ status: 404 })
    expect(
      await customer.call(checkout, { items: [{ productId: product.id, quantity: '1' }], addressId }),
    ).toMatchObject({ status: 400 })
    const dear = await addProduct(shop, { price: 2_500_001, stock: 3 })
    expect(
      await customer.call(checkout, { items: [{ productId: dear.id, quantity: 2 }], addressId }),
    ).toMatchObject({
      status: 400,
      body: { code: 'QUANTITY_LIMIT', message: expect.stringContaining('50.000,00') },
    })
    expect(await stockOf(dear.id)).toEqual({ stock: 3, reserved: 0 })
    expect(await stockOf(product.id)).toEqual({ stock: 3, reserved: 0 })
    expect(await shop.node.platform.db.$count(stockHolds, eq(stockHolds.productId, product.id))).toBe(0)
  })
})
