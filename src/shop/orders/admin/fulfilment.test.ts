import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addGiftCardProduct } from '../../../../tests/support/giftCards.ts'
import { mailsTo, paymentsOf, refundsOf, stockOf, callWebhook } from '../../../../tests/support/payments.ts'
import { addAddressFor, addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { openAdminShop, type AdminShop } from '../../../../tests/support/adminShop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { checkout } from '../../checkout/contract.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { type OrderStatus, payAgain, readOrder, STANDARD_POST } from '../contract.ts'
import { mails } from '../../../platform/db/table.ts'
import { orders } from '../table.ts'
import { shipOrders, setOrderStatus, setPicked, setTracking, refundOrder } from './contract.ts'

let office: AdminShop
beforeAll(async () => void (office = await openAdminShop()))
afterAll(() => office.shop.close())

const soon = { timeout: 10_000, interval: 50 }
const tracked = { trackingCode: '3SABCD1234567', shippingCarrier: 'PostNL' }
const set = (orderId: string, status: OrderStatus, more: object = {}) =>
  office.admin.call(setOrderStatus, { orderId, status, ...more })
const track = (orderId: string, sent: object = tracked) =>
  office.admin.call(setTracking, { orderId, ...sent })
async function pickAll(orderId: string): Promise<void> {
  for (const { id: itemId } of (await office.read(orderId)).items) {
    expect(await office.admin.call(setPicked, { orderId, itemId, picked: true })).toMatchObject({
      status: 200,
      body: { id: itemId, picked: true },
    })
  }
}
const mailsOf = () => mailsTo(office.shop, office.customer.user.email)

/** Reconciliation finds nothing, after the jobs have run. */
const booksAgree = () =>
  vi.waitFor(
    async () =>
      expect(
        await findDiscrepancies(office.shop.node.platform.db, new Date(office.clock.at + 3_600_000)),
      ).toEqual([]),
    soon,
  )

/** Orders and pays one piece of each product. */
async function payFor(productIds: string[]): Promise<string> {
  const items = productIds.map(productId => ({ productId, quantity: 1 }))
  const addressId = await addAddressFor(office.customer)
  const { body } = await office.customer.call(checkout, { items, addressId })
  await office.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return body.orderId
}

describe('shipping', () => {
  it('ignores refunded lines when it checks that all is picked', async () => {
    await office.welcome()
    const [kept, back] = [await addProduct(office.shop), await addProduct(office.shop)]
    const orderId = await payFor([kept.id, back.id])
    const lineOf = async (productId: string) =>
      (await office.read(orderId)).items.find(item => item.productId === productId)?.id as string
    const refunded = [{ itemId: await lineOf(back.id), quantity: 1 }]
    await office.admin.call(refundOrder, { orderId, items: refunded, restock: true })
    expect(await track(orderId)).toMatchObject({ status: 409 })
    await office.admin.call(setPicked, { orderId, itemId: await lineOf(kept.id), picked: true })
    expect(await track(orderId)).toMatchObject({ status: 200, body: { status: 'SHIPPED' } })
  })

  it('picks no gift cards', async () => {
    await office.welcome()
    const parcel = await addProduct(office.shop)
    const orderId = await payFor([parcel.id, await addGiftCardProduct(office.shop, office.admin)])
    const picked = (await office.read(orderId)).items.find(({ productId }) => productId === parcel.id)
    await office.admin.call(setPicked, { orderId, itemId: picked?.id ?? '', picked: true })
    expect(await track(orderId)).toMatchObject({ body: { status: 'SHIPPED' } })
  })

  it('is refused until everything is picked, then mails the tracking link once', async () => {
    const { orderId } = await office.paid()
    expect(await track(orderId)).toMatchObject({ status: 409, body: { code: 'ITEMS_NOT_PICKED' } })
    expect(await set(orderId, 'SHIPPED')).toMatchObject({ status: 409, body: { code: 'ITEMS_NOT_PICKED' } })
    await pickAll(orderId)
    const sent = await track(orderId, { trackingCode: ' 3SABCD1234567 ', shippingCarrier: 'postnl' })
    expect(sent).toMatchObject({
      status: 200,
      body: { status: 'SHIPPED', ...tracked, shippedAt: new Date(office.clock.at).toISOString() },
    })
    await track(orderId)
    expect((await mailsOf()).filter(name => name === 'order-shipped')).toHaveLength(1)
    const kept = await office.shop.node.platform.db.select().from(mails)
    const mail = kept.find(
      ({ template, recipient }) => template === 'order-shipped' && recipient === office.customer.user.email,
    )
    expect(mail?.props).toMatchObject({
      tracking: { carrier: 'PostNL', url: 'https://jouw.postnl.nl/track-and-trace/3SABCD1234567-NL-3512AB' },
    })
    expect(await track(orderId, { ...tracked, trackingCode: '3SANDERS' })).toMatchObject({ status: 200 })
    expect((await mailsOf()).filter(name => name === 'order-shipped')).toHaveLength(2)
    expect((await office.customer.call(listNotifications)).body.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ORDER_PAID', 'ORDER_SHIPPED']),
    )
  })

  it('without tracking uses standard post', async () => {
    const { orderId } = await office.paid()
    await pickAll(orderId)
    const shortcut = { orderId, trackingCode: '', shippingCarrier: STANDARD_POST }
    expect(await set(orderId, 'SHIPPED', shortcut)).toMatchObject({
      status: 200,
      body: { status: 'SHIPPED', trackingCode: null, shippingCarrier: 'Standaard Post' },
    })
    office.clock.at += 1000
    expect(await set(orderId, 'DELIVERED')).toMatchObject({ status: 200 })
    const first = (await office.read(orderId)).deliveredAt
    office.clock.at += 1000
    await set(orderId, 'PROCESSING')
    expect((await set(orderId, 'DELIVERED')).body.deliveredAt).toBe(first)
    expect(await mailsOf()).toEqual(expect.arrayContaining(['order-shipped', 'order-delivered']))
  })

  it('refuses an invalid code or carrier, and an unpaid order', async () => {
    const { orderId } = await office.placed()
    await pickAll(orderId)
    for (const wrong of [
      { trackingCode: 'javascript:alert(1)', shippingCarrier: 'PostNL' },
      { trackingCode: '<b>', shippingCarrier: 'PostNL' },
      { trackingCode: 'x'.repeat(61), shippingCarrier: 'PostNL' },
      { trackingCode: '3SABCD', shippingCarrier: 'Duif' },
      { trackingCode: '3SABCD', shippingCarrier: STANDARD_POST },
    ]) {
      expect(await track(orderId, wrong)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
    expect(await track(orderId, { trackingCode: '', shippingCarrier: '' })).toMatchObject({
      status: 400,
      body: { message: 'Voer tracking code en verzender in voordat je verzendt' },
    })
    expect(await track(orderId)).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } })
    expect(await set(orderId, 'WEG' as OrderStatus)).toMatchObject({ status: 400 })
    const nowhere = '0199f0f0-0000-7000-8000-000000000000'
    expect(await set(nowhere, 'PAID')).toMatchObject({
      status: 404,
      body: { message: 'Bestelling niet gevonden' },
    })
    const foreign = (await office.read((await office.placed()).orderId)).items[0]?.id
    expect(await office.admin.call(setPicked, { orderId, itemId: foreign, picked: true })).toMatchObject({
      status: 404,
    })
  })
})

describe('an order with paid tracking', () => {
  async function pickedWithTracking(): Promise<string> {
    const { orderId } = await office.paid()
    await pickAll(orderId)
    const { db } = office.shop.node.platform
    await db.update(orders).set({ hasTracking: true, trackingCost: 250 }).where(eq(orders.id, orderId))
    return orderId
  }
  const refused = {
    status: 409,
    body: { code: 'TRACKING_REQUIRED', message: 'Tracking informatie vereist' },
  }

  it('without a code is not shipped by the status select', async () => {
    const orderId = await pickedWithTracking()
    expect(await set(orderId, 'SHIPPED')).toMatchObject(refused)
    const byPost = { trackingCode: '', shippingCarrier: STANDARD_POST }
    expect(await set(orderId, 'SHIPPED', byPost)).toMatchObject(refused)
    expect(await office.read(orderId)).toMatchObject({ status: 'PAID', shippedAt: null })
    expect(await mailsOf()).not.toContain('order-shipped')
    expect(await set(orderId, 'SHIPPED', tracked)).toMatchObject({
      status: 200,
      body: { status: 'SHIPPED', ...tracked },
    })
    // The code is stored, so the order can be shipped again without a new one.
    await set(orderId, 'PROCESSING')
    expect(await set(orderId, 'SHIPPED')).toMatchObject({ status: 200, body: tracked })
  })

  it('without a code is not shipped together with others', async () => {
    const orderId = await pickedWithTracking()
    expect((await office.admin.call(shipOrders, { orderIds: [orderId] })).body).toMatchObject([
      { orderId, isShipped: false, reason: 'Tracking informatie vereist' },
    ])
    expect(await office.read(orderId)).toMatchObject({ status: 'PAID', shippedAt: null })
  })

  it('without a code is not shipped by itself, and with one it is', async () => {
    const orderId = await pickedWithTracking()
    expect(await track(orderId, { trackingCode: '', shippingCarrier: 'PostNL' })).toMatchObject({
      status: 400,
    })
    expect(await office.read(orderId)).toMatchObject({ status: 'PAID', shippedAt: null })
    expect(await track(orderId)).toMatchObject({ status: 200, body: { status: 'SHIPPED', ...tracked } })
  })
})

describe('a status set by hand', () => {
  it('records a manual payment with an invoice, and refunds a provider payment that comes later', async () => {
    const { orderId, productId, payment, paymentUrl } = await office.placed()
    expect(await set(orderId, 'PROCESSING')).toMatchObject({
      status: 200,
      body: {
        paidAt: new Date(office.clock.at).toISOString(),
        payments: [{ status: 'OPEN' }, { status: 'PAID', provider: 'manual', amountCents: 2000 }],
      },
    })
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 3, reserved: 0 })
    await vi.waitFor(async () => expect(await mailsOf()).toEqual(['order-paid']), soon)
    await completePayment(paymentUrl, 'paid')
    await callWebhook(office.shop, payment.providerId)
    expect(await refundsOf(office.shop, payment.id)).toMatchObject([{ amountCents: 2000, credits: false }])
    expect((await office.admin.call(listNotifications)).body[0]).toMatchObject({
      type: 'SECOND_PAYMENT',
      path: `/admin/orders/${orderId}`,
      readAt: null,
    })
    await booksAgree()
  })

  it('refuses to sell stock that is gone', async () => {
    const { orderId, productId } = await office.placed()
    await set(orderId, 'CANCELLED')
    const other = await office.shop.newUser()
    const wanted = { items: [{ productId, quantity: 4 }], addressId: await addAddressFor(other) }
    expect(await other.call(checkout, wanted)).toMatchObject({ status: 201 })
    expect(await set(orderId, 'PAID')).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } })
    expect(await set(orderId, 'PENDING')).toMatchObject({ status: 409, body: { code: 'INSUFFICIENT_STOCK' } })
    expect(await office.read(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
  })

  it('CANCELLED releases the hold, and a payment that still comes is refunded in full', async () => {
    const { orderId, productId, paymentUrl, payment } = await office.placed()
    expect(await set(orderId, 'CANCELLED')).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 5, reserved: 0 })
    await completePayment(paymentUrl, 'paid')
    await callWebhook(office.shop, payment.providerId)
    expect(await office.read(orderId)).toMatchObject({
      status: 'CANCELLED',
      paidAt: null,
      refunds: [{ amountCents: 2000, credits: false }],
    })
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(await mailsOf()).toEqual(['order-cancelled', 'order-refunded'])
    expect((await office.admin.call(listNotifications)).body[0]).toMatchObject({ type: 'LATE_PAYMENT' })
    await booksAgree()
  })

  it('CANCELLED after payment puts stock back, and refunds nothing by itself', async () => {
    const { orderId, productId, payment } = await office.paid()
    await set(orderId, 'CANCELLED')
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(await refundsOf(office.shop, payment.id)).toEqual([])
    expect(await mailsOf()).toContain('order-cancelled')
    await booksAgree()
    // Reopened, it takes its stock again, and needs no new payment.
    await set(orderId, 'PROCESSING')
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await paymentsOf(office.shop, orderId)).toHaveLength(1)
    await booksAgree()
    await set(orderId, 'CANCELLED')
    expect(await office.admin.call(refundOrder, { orderId, restock: true })).toMatchObject({ status: 201 })
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(await set(orderId, 'PAID')).toMatchObject({ status: 409, body: { code: 'ORDER_REFUNDED' } })
    await booksAgree()
  })

  it('CANCELLED after shipping leaves the stock as it is', async () => {
    const { orderId, productId } = await office.paid()
    await pickAll(orderId)
    await track(orderId)
    await set(orderId, 'CANCELLED')
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 3, reserved: 0 })
    await booksAgree()
  })

  it('PENDING after payment keeps the order paid', async () => {
    const { orderId, productId } = await office.paid()
    expect(await set(orderId, 'PENDING')).toMatchObject({ status: 200, body: { status: 'PENDING' } })
    expect(await office.customer.call(payAgain, { orderId })).toMatchObject({ status: 409 })
    expect((await office.customer.call(readOrder, { orderId })).body.paymentUrl).toBeNull()
    await set(orderId, 'PAID')
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 3, reserved: 0 })
    await booksAgree()
  })

  it('CANCELLED restocks all units except refunded ones', async () => {
    const { orderId, productId } = await office.paid()
    const [item] = (await office.read(orderId)).items
    await office.admin.call(refundOrder, { orderId, items: [{ itemId: item?.id, quantity: 1 }] })
    await set(orderId, 'CANCELLED')
    expect(await stockOf(office.shop, productId)).toEqual({ stock: 4, reserved: 0 })
    await booksAgree()
  })
})
