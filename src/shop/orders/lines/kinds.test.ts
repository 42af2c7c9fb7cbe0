import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCodeProduct, addFileProduct } from '../../../../tests/support/downloads.ts'
import { addAddressFor, addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { addGiftCardProduct } from '../../../../tests/support/giftCards.ts'
import {
  callWebhook,
  paymentsOf,
  payWithoutWebhook,
  refundsOf,
  stockOf,
} from '../../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { checkout } from '../../checkout/contract.ts'
import { releaseStock } from '../../products/stock/service.ts'
import { listDownloads } from '../../downloads/contract.ts'
import { cancelOrder, readOrder } from '../contract.ts'
import { refundOrder, setOrderStatus, setPicked, setTracking } from '../admin/contract.ts'
import { kinds } from './service.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
beforeEach(async () => {
  customer = await shop.newUser()
})
const booksAgree = async () => expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])
afterAll(() => shop.close())

const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body
const downloadsOf = async (orderId: string) =>
  (await customer.call(listDownloads, { orderId })).body.filter(({ state }) => state === 'AVAILABLE')

/** A kind as the tests see it. They order two of five pieces of a product at 10 euros. */
interface Fixture {
  addProduct: () => Promise<string>
  isSent?: true
  /** How many deliveries of an order its buyer can use. */
  usable: (orderId: string) => Promise<number>
  /** These of two paid pieces, and of one after the refund of the other. */
  delivered: { both: number; one: number }
  /** The change of the stock by a whole refund that puts nothing back. */
  unwanted: number
  /** The change of the stock after an admin cancels the paid order. */
  cancelled: number
}

async function withStock(productId: string): Promise<string> {
  const { status } = await admin.request('PUT', `/api/admin/products/${productId}`, { stock: 5 })
  expect(status).toBe(200)
  return productId
}

let serial = 0
const someCodes = () => Array.from({ length: 5 }, () => `KIND-${(serial += 1)}`)

/** A kind without a fixture does not compile. */
const fixtures: Record<keyof typeof kinds, Fixture> = {
  goods: {
    addProduct: async () => (await addProduct(shop, { stock: 5 })).id,
    isSent: true,
    usable: async () => 0,
    delivered: { both: 0, one: 0 },
    unwanted: -2,
    cancelled: 0,
  },
  digital: {
    addProduct: async () => withStock((await addFileProduct(shop, admin)).id),
    usable: async orderId => (await downloadsOf(orderId)).length,
    delivered: { both: 1, one: 1 },
    unwanted: -2,
    cancelled: -2,
  },
  codes: {
    addProduct: async () => (await addCodeProduct(shop, admin, someCodes())).id,
    usable: async orderId => (await downloadsOf(orderId)).reduce((sum, { codeCount }) => sum + codeCount, 0),
    delivered: { both: 2, one: 1 },
    unwanted: 0,
    cancelled: 0,
  },
  giftCard: {
    addProduct: async () => withStock(await addGiftCardProduct(shop, admin, 1000)),
    usable: async orderId =>
      (await orderOf(orderId)).items
        .flatMap(({ giftCards = [] }) => giftCards)
        .filter(({ state }) => state === 'ACTIVE').length,
    delivered: { both: 2, one: 1 },
    unwanted: -2,
    cancelled: -2,
  },
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('a line of the kind %s', name => {
  const { isSent = false, usable, delivered, ...fixture } = fixtures[name]
  afterAll(booksAgree)

  /** Orders two pieces. `stock` is the change since then. */
  async function place() {
    const productId = await fixture.addProduct()
    const before = await stockOf(shop, productId)
    const addressId = isSent ? await addAddressFor(customer) : undefined
    const { status, body } = await customer.call(checkout, {
      items: [{ productId, quantity: 2 }],
      addressId,
    })
    expect(status).toBe(201)
    const { orderId } = body
    const paymentUrl = body.paymentUrl as string
    const payment = (await paymentsOf(shop, orderId))[0] as Awaited<ReturnType<typeof paymentsOf>>[number]
    const stock = async () => {
      const now = await stockOf(shop, productId)
      return { units: now.stock - before.stock, reserved: now.reserved }
    }
    const back = async () =>
      (await refundsOf(shop, payment.id)).reduce((sum, { amountCents }) => sum + amountCents, 0)
    const itemId = (await orderOf(orderId)).items[0]?.id as string
    return { productId, orderId, itemId, paymentUrl, payment, stock, back }
  }

  async function pay() {
    const placed = await place()
    await customer.request('GET', await completePayment(placed.paymentUrl, 'paid'))
    return placed
  }

  it('holds its units, and delivers nothing before it is paid', async () => {
    const { orderId, stock } = await place()
    expect(await stock()).toEqual({ units: 0, reserved: 2 })
    expect(await usable(orderId)).toBe(0)
  })

  it('releases its units when the payment fails, and when an admin cancels it before payment', async () => {
    const failed = await place()
    await completePayment(failed.paymentUrl, 'failed')
    const cancelled = await place()
    await admin.call(setOrderStatus, { orderId: cancelled.orderId, status: 'CANCELLED' })
    for (const { orderId, stock } of [failed, cancelled]) {
      expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
      expect(await stock()).toEqual({ units: 0, reserved: 0 })
      expect(await usable(orderId)).toBe(0)
    }
  })

  it('is sold and delivered once, whatever number of webhooks comes', async () => {
    const { orderId, payment, stock } = await pay()
    await Promise.all([1, 2, 3].map(() => callWebhook(shop, payment.providerId)))
    expect(await stock()).toEqual({ units: -2, reserved: 0 })
    expect(await usable(orderId)).toBe(delivered.both)
    expect(await orderOf(orderId)).toMatchObject({ status: isSent ? 'PAID' : 'DELIVERED' })
  })

  it('can be sent exactly when it is not delivered by its payment', async () => {
    const { orderId, itemId } = await pay()
    await admin.call(setPicked, { orderId, itemId, picked: true })
    const sent = await admin.call(setTracking, {
      orderId,
      trackingCode: '3SGLOED',
      shippingCarrier: 'PostNL',
    })
    expect(sent.status).toBe(isSent ? 200 : 409)
    expect(await orderOf(orderId)).toMatchObject({ status: isSent ? 'SHIPPED' : 'DELIVERED' })
  })

  it('can be cancelled by its buyer exactly until it is delivered', async () => {
    const { orderId, stock, back } = await pay()
    const { status } = await customer.call(cancelOrder, { orderId })
    expect(status).toBe(isSent ? 200 : 409)
    expect(await stock()).toEqual({ units: isSent ? 0 : -2, reserved: 0 })
    expect(await back()).toBe(isSent ? 2000 : 0)
    expect(await usable(orderId)).toBe(isSent ? 0 : delivered.both)
  })

  it('takes back one piece of two, and then the other, and puts both back into stock', async () => {
    const { orderId, itemId, stock, back } = await pay()
    const one = { orderId, items: [{ itemId, quantity: 1 }], restock: true }
    expect(await admin.call(refundOrder, one)).toMatchObject({ status: 201, body: { amount: 1000 } })
    expect(await stock()).toEqual({ units: -1, reserved: 0 })
    expect(await usable(orderId)).toBe(delivered.one)
    expect(await admin.call(refundOrder, one)).toMatchObject({ status: 201, body: { left: 0 } })
    expect(await stock()).toEqual({ units: 0, reserved: 0 })
    expect(await usable(orderId)).toBe(0)
    expect(await back()).toBe(2000)
  })

  it('takes everything back with a whole refund that restocks nothing', async () => {
    const { orderId, stock, back } = await pay()
    expect(await admin.call(refundOrder, { orderId, restock: false })).toMatchObject({ status: 201 })
    expect(await stock()).toEqual({ units: fixture.unwanted, reserved: 0 })
    expect(await usable(orderId)).toBe(0)
    expect(await back()).toBe(2000)
    expect(await orderOf(orderId)).toMatchObject({ status: isSent ? 'CANCELLED' : 'DELIVERED' })
  })

  it('keeps everything when a part of its price is refunded', async () => {
    const { orderId, stock } = await pay()
    const part = { orderId, amount: 500, restock: true }
    expect(await admin.call(refundOrder, part)).toMatchObject({ status: 201, body: { left: 1500 } })
    expect(await stock()).toEqual({ units: -2, reserved: 0 })
    expect(await usable(orderId)).toBe(delivered.both)
  })

  it('is taken back when an admin cancels its paid order, whose money can still be refunded', async () => {
    const { orderId, stock, back } = await pay()
    const { status } = await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    expect(status).toBe(200)
    const after = { units: fixture.cancelled, reserved: 0 }
    expect(await stock()).toEqual(after)
    expect(await usable(orderId)).toBe(0)
    expect(await back()).toBe(0)
    // Units that a cancellation has put back are not put back again.
    expect(await admin.call(refundOrder, { orderId, restock: false })).toMatchObject({ status: 201 })
    expect(await stock()).toEqual(after)
    expect(await back()).toBe(2000)
  })

  it('is not sold by a payment that comes after an admin cancelled it: the money goes back', async () => {
    const { orderId, paymentUrl, payment, stock, back } = await place()
    await payWithoutWebhook(shop, paymentUrl)
    await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    await Promise.all([1, 2].map(() => callWebhook(shop, payment.providerId)))
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
    expect(await stock()).toEqual({ units: 0, reserved: 0 })
    expect(await usable(orderId)).toBe(0)
    expect(await back()).toBe(2000)
  })

  it('is not sold by a payment that comes when others hold too much: the money goes back', async () => {
    const { productId, orderId, paymentUrl, payment, stock, back } = await place()
    await payWithoutWebhook(shop, paymentUrl)
    await releaseStock(shop.node.platform.db, orderId)
    const rival = await shop.newUser()
    const addressId = isSent ? await addAddressFor(rival) : undefined
    const held = await rival.call(checkout, { items: [{ productId, quantity: 4 }], addressId })
    expect(held.status).toBe(201)
    await callWebhook(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
    expect(await stock()).toEqual({ units: 0, reserved: 4 })
    expect(await usable(orderId)).toBe(0)
    expect(await back()).toBe(2000)
  })
})
