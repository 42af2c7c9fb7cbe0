import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  agePayments,
  buyQuickMinutes,
  createShopGateway,
  engineOf,
  createShopGateways,
  paymentsOf,
  placeOrderFor,
  providerPayments,
  quickPackage,
  setFaults,
  stockOf,
  callWebhook,
} from '../../../tests/support/payments.ts'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import type { MollieFaults } from '../../../simulators/mollie/contract.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { reconcilePayments } from './reconcile.service.ts'

let shop: TestShop
let customer: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  customer = await shop.newUser()
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const minutesLater = (minutes: number) => void (clock += minutes * 60_000)
const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body

const trouble: [string, MollieFaults][] = [
  ['refuses with 500', { httpStatus: 500 }],
  ['is too busy (429)', { httpStatus: 429 }],
  ['refuses our key (401)', { httpStatus: 401 }],
  ['does not like what we ask (422)', { httpStatus: 422 }],
  ['answers half a sentence', { malformed: true }],
]

describe('when the provider', () => {
  it.each(trouble)('%s, the order stays open, and the same key continues it', async (_, faults) => {
    const product = await addProduct(shop, { stock: 3 })
    const input = {
      items: [{ productId: product.id, quantity: 1 }],
      addressId: await addAddressFor(customer),
    }
    const key = { 'idempotency-key': `key-${product.id}` }
    await setFaults(shop, faults)
    const refused = await customer.call(checkout, input, key)
    expect(refused).toMatchObject({
      status: 503,
      body: { code: 'PROVIDER_UNAVAILABLE', orderId: expect.any(String) },
    })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const { orderId } = refused.body
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING', paymentUrl: null })
    expect(await stockOf(shop, product.id)).toEqual({ stock: 3, reserved: 1 })

    await setFaults(shop, {})
    const [first, again] = [
      await customer.call(checkout, input, key),
      await customer.call(checkout, input, key),
    ]
    expect(first).toMatchObject({
      status: 201,
      body: { orderId, paymentUrl: expect.stringMatching(/\/tr_\w+$/) },
    })
    expect(again.body).toEqual(first.body)
    expect((await orderOf(orderId)).paymentUrl).toBe(first.body.paymentUrl)
    const attempts = await paymentsOf(shop, orderId)
    expect(attempts).toHaveLength(1)
    const told = (await providerPayments(shop)).filter(({ metadata }) =>
      JSON.stringify(metadata).includes(attempts[0]?.id as string),
    )
    expect(told).toHaveLength(1)
  })

  it('creates the payment but never answers, only one payment exists', async () => {
    const gateway = createShopGateway(shop)
    const { payment } = await placeOrderFor(shop, customer)
    const asked = { paymentId: payment.id, amountCents: 2000, description: 'Gloed' }
    const links = { redirectUrl: shop.origin, webhookUrl: shop.origin }
    await setFaults(shop, { malformed: true })
    await expect(gateway.create({ ...asked, ...links })).rejects.toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    await setFaults(shop, {})
    expect((await gateway.create({ ...asked, ...links })).providerId).toBe(payment.providerId)
  })

  it('hangs, the request ends at its timeout', async () => {
    const { payment } = await placeOrderFor(shop, customer)
    await setFaults(shop, { hang: true })
    const asked = createShopGateway(shop).fetch(payment.providerId as string, 150)
    await expect(asked).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  })

  it('is unavailable, buying minutes returns that error and can be continued', async () => {
    await setFaults(shop, { httpStatus: 503 })
    const key = { 'idempotency-key': 'minutes-while-away' }
    const refused = await customer.call(purchaseMinutes, quickPackage, key)
    expect(refused).toMatchObject({ status: 503, body: { purchaseId: expect.any(String) } })
    await setFaults(shop, {})
    expect(await customer.call(purchaseMinutes, quickPackage, key)).toMatchObject({
      status: 201,
      body: { purchaseId: refused.body.purchaseId },
    })
  })

  it('is unavailable during the webhook, we answer 200 and polling settles the payment', async () => {
    const { orderId, paymentUrl, payment } = await placeOrderFor(shop, customer)
    await setFaults(shop, { dropWebhooks: true })
    await completePayment(paymentUrl, 'paid')
    await setFaults(shop, { httpStatus: 503 })
    expect(await callWebhook(shop, payment.providerId)).toMatchObject({ status: 200 })
    minutesLater(2)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    await setFaults(shop, {})
    minutesLater(1)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
  })

  it('no longer knows a payment, the order stays open', async () => {
    const { orderId, payment } = await placeOrderFor(shop, customer)
    await setFaults(shop, { httpStatus: 404 })
    expect(await callWebhook(shop, payment.providerId)).toMatchObject({ status: 200 })
    minutesLater(2)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({ status: 'OPEN', problem: null })
  })

  it('never knows a payment, it is fetched less and less often, and admins are notified after a day', async () => {
    const { orderId, payment } = await placeOrderFor(shop, customer)
    const { db } = shop.node.platform
    const there = eq(simulatorPayments.id, payment.providerId ?? '')
    // The simulator expires overdue payments once a second and sends a webhook, which this test must prevent.
    await db
      .update(simulatorPayments)
      .set({ expiresAt: new Date(clock + 48 * 3_600_000) })
      .where(there)
    const askedAt: number[] = []
    const placedAt = clock
    const unknown = async () => {
      askedAt.push(Math.round((clock - placedAt) / 60_000))
      return null
    }
    const gateway = createShopGateway(shop)
    const fetch = (id: string) => (id === payment.providerId ? unknown() : gateway.fetch(id))
    const gateways = createShopGateways(shop, { ...gateway, fetch })
    const attempt = async () => (await paymentsOf(shop, orderId))[0]
    for (let hours = 0; hours < 27; hours += 0.05) {
      minutesLater(3)
      await reconcilePayments(engineOf(shop, gateways))
    }
    expect(askedAt.slice(0, 3)).toEqual([3, 6, 9])
    expect(askedAt.length).toBeLessThan(60)
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] as number))
    expect(Math.max(...pauses)).toBeLessThanOrEqual(63)
    expect(askedAt.at(-1)).toBeLessThan(25.1 * 60)
    expect(await attempt()).toMatchObject({ status: 'OPEN', problem: 'the provider does not know it' })
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    const found = await findDiscrepancies(db, new Date(0))
    expect(found).toContainEqual({
      check: 'payments.problem',
      subject: payment.id,
      detail: 'the provider does not know it',
    })
    // When the provider knows it after all, its webhook still counts.
    await db.update(simulatorPayments).set({ status: 'paid' }).where(there)
    await callWebhook(shop, payment.providerId)
    expect(await attempt()).toMatchObject({ status: 'PAID', problem: null })
  })
})

describe('an order whose payment was never created at the provider', () => {
  const placeUnheard = async (key: string) => {
    const product = await addProduct(shop, { stock: 3 })
    const input = {
      items: [{ productId: product.id, quantity: 1 }],
      addressId: await addAddressFor(customer),
    }
    await setFaults(shop, { httpStatus: 503 })
    const { body } = await customer.call(checkout, input, { 'idempotency-key': key })
    await setFaults(shop, {})
    return {
      product,
      orderId: body.orderId,
      repeat: () => customer.call(checkout, input, { 'idempotency-key': key }),
    }
  }

  it('is cancelled and its stock released after its hold expires, and cannot be paid afterwards', async () => {
    const { product, orderId, repeat } = await placeUnheard('unheard')
    await reconcilePayments(engineOf(shop))
    minutesLater(29)
    await agePayments(shop.node.platform.db, 29)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    minutesLater(2)
    await agePayments(shop.node.platform.db, 2)
    await reconcilePayments(engineOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paymentUrl: null })
    expect(await stockOf(shop, product.id)).toEqual({ stock: 3, reserved: 0 })
    const before = (await providerPayments(shop)).length
    expect(await repeat()).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAYABLE', orderId } })
    expect(await providerPayments(shop)).toHaveLength(before)
  })

  it('cancels a minute purchase as well', async () => {
    await setFaults(shop, { httpStatus: 503 })
    const { body } = await customer.call(purchaseMinutes, quickPackage)
    await setFaults(shop, {})
    minutesLater(32)
    await agePayments(shop.node.platform.db, 32)
    await reconcilePayments(engineOf(shop))
    expect((await paymentsOf(shop, body.purchaseId))[0]).toMatchObject({ status: 'EXPIRED' })
  })
})

it('polls the other payments when one fails', async () => {
  const { orderId, paymentUrl } = await placeOrderFor(shop, customer)
  const purchase = await buyQuickMinutes(shop, customer)
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, 'paid')
  await completePayment(purchase.paymentUrl, 'paid')
  minutesLater(2)
  const gateway = createShopGateway(shop)
  const lost = purchase.paymentUrl.split('/').at(-1)
  const fetch = (id: string) => (id === lost ? Promise.reject(new Error('away')) : gateway.fetch(id))
  await reconcilePayments(engineOf(shop, createShopGateways(shop, { ...gateway, fetch })))
  expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
})

it('leaves payments that just began to their webhook', async () => {
  const { orderId, paymentUrl } = await placeOrderFor(shop, customer)
  await setFaults(shop, { dropWebhooks: true })
  await completePayment(paymentUrl, 'paid')
  await reconcilePayments(engineOf(shop))
  expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
})
