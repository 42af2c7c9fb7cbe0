import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  mailsTo,
  payWithoutWebhook,
  paymentsOf,
  placeOrderFor,
  refundsOf,
  setFaults,
  stockOf,
  callWebhook,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import { orderPaidMail, readOrder } from '../../shop/orders/contract.ts'
import { payments } from './table.ts'

let shop: TestShop
let customer: TestUser
beforeAll(async () => void (shop = await openShop()))
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const place = async (): Promise<PlacedOrder> => {
  customer = await shop.newUser()
  return placeOrderFor(shop, customer)
}
const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body

describe('payment webhook', () => {
  it('settles a payment once for repeated calls', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await payWithoutWebhook(shop, paymentUrl)
    const back = `/api/payments/return?payment=${payment.id}`
    const calls = Array.from({ length: 6 }, () => callWebhook(shop, payment.providerId))
    await Promise.all([...calls, customer.request('GET', back), customer.request('GET', back)])
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', paymentUrl: null })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await refundsOf(shop, payment.id)).toEqual([])
    await vi.waitFor(
      async () => expect(await mailsTo(shop, customer.user.email)).toEqual([orderPaidMail.name]),
      10_000,
    )
  })

  it('changes nothing settled when it comes late or twice', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await completePayment(paymentUrl, 'paid')
    const { db } = shop.node.platform
    for (const status of ['expired', 'open', 'canceled', 'paid'] as const) {
      await db
        .update(simulatorPayments)
        .set({ status })
        .where(eq(simulatorPayments.id, payment.providerId as string))
      expect((await callWebhook(shop, payment.providerId)).status).toBe(200)
    }
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  })

  it('attaches the provider id when it arrives before the id is stored, twice at once', async () => {
    const { orderId, paymentUrl, payment } = await place()
    await payWithoutWebhook(shop, paymentUrl)
    const { db } = shop.node.platform
    await db.update(payments).set({ providerId: null }).where(eq(payments.id, payment.id))
    await Promise.all([
      callWebhook(shop, payment.providerId),
      callWebhook(shop, payment.providerId),
      callWebhook(shop, payment.providerId),
    ])
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({ providerId: payment.providerId })
  })

  it('ignores unknown payments, also with the id of another payment of ours', async () => {
    const { orderId, payment } = await place()
    for (const id of ['tr_unknown', 'nope', '../refunds', 'tr_%00', '💥']) {
      expect(await callWebhook(shop, id)).toMatchObject({ status: 200, body: null })
    }
    await shop.node.platform.db.insert(simulatorPayments).values({
      id: 'tr_stranger',
      status: 'paid',
      currency: 'EUR',
      amountCents: payment.amountCents,
      description: '',
      redirectUrl: shop.origin,
      metadata: { paymentId: payment.id },
      createdAt: new Date(),
      expiresAt: new Date(),
    })
    expect((await callWebhook(shop, 'tr_stranger')).status).toBe(200)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
  })

  it('does not attach its id to a payment of another provider', async () => {
    const { orderId, payment } = await place()
    const { db } = shop.node.platform
    const elsewhere = { provider: 'elders', providerId: null }
    await db.update(payments).set(elsewhere).where(eq(payments.id, payment.id))
    expect((await callWebhook(shop, payment.providerId)).status).toBe(200)
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject(elsewhere)
    await db.delete(payments).where(eq(payments.id, payment.id))
  })

  it.each([
    [{}],
    [{ id: '' }],
    [{ id: 'x'.repeat(65) }],
    [{ id: 7 }],
    [{ id: ['tr_a'] }],
    ['id=a&id=b'],
    ['[]'],
  ])('refuses %j', async body => {
    const form = typeof body === 'string' && !body.startsWith('[')
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const sent = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await shop
      .newClient()
      .request('POST', '/api/webhooks/mollie', sent, { 'content-type': type })
    expect(answer.status).toBe(400)
  })

  it('accepts any origin, as form and as JSON', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://elders.test' }
    const form = new URLSearchParams({ id: 'tr_unknown' })
    for (const body of [form, { id: 'tr_unknown', testmode: true }]) {
      const answer = await shop.newClient().request('POST', '/api/webhooks/mollie', body, crossSite)
      expect(answer.status).toBe(200)
    }
  })

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'USD' }],
  ])('refuses another %s, records the problem, and leaves it to an admin', async (_, wrong) => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await payWithoutWebhook(shop, paymentUrl)
    const { db } = shop.node.platform
    const atProvider = eq(simulatorPayments.id, payment.providerId as string)
    await db.update(simulatorPayments).set(wrong).where(atProvider)
    await callWebhook(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({
      status: 'OPEN',
      problem: expect.stringMatching(/^PAID \d+ \w+, but 2000 EUR was asked$/),
    })
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 2 })
    await db.update(simulatorPayments).set({ amountCents: 2000, currency: 'EUR' }).where(atProvider)
    await callWebhook(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({ status: 'PAID', problem: null })
  })
})
