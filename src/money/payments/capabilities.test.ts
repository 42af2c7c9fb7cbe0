import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createShopGateway,
  engineOf,
  payWithoutWebhook,
  placeOrderFor,
  refundsOf,
} from '../../../tests/support/payments.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { refundOrder } from '../../shop/orders/admin/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import type { PaymentProvider, WebhookRequest } from './provider.gateway.ts'
import { sendRefund } from './sendRefund.service.ts'
import { paymentProviders } from './service.ts'
import { payments, refunds } from './table.ts'
import { receiveWebhook } from './settle.service.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop()))
afterAll(() => shop.close())

/** A provider with no capability beyond creating and fetching, that calls by GET and signs its query. */
const postbackProvider = (): PaymentProvider => {
  const shops = createShopGateway(shop)
  return {
    name: 'postback',
    create: payment => shops.create(payment),
    fetch: (providerId, timeoutMs) => shops.fetch(providerId, timeoutMs),
    readWebhook: ({ method, query }) =>
      method === 'GET' && query['signature'] === 'good' && typeof query['sale'] === 'string'
        ? query['sale']
        : null,
    answer: 'OK',
  }
}

const engine = () => engineOf(shop, paymentProviders([createShopGateway(shop), postbackProvider()]))

const call = (query: Record<string, string>, method = 'GET'): WebhookRequest => ({
  method,
  query,
  headers: {},
  rawBody: '',
})

/** A paid order whose payment is at the provider without capabilities. */
async function placedThere() {
  const customer = await shop.newUser()
  const placed = await placeOrderFor(shop, customer)
  await shop.node.platform.db
    .update(payments)
    .set({ provider: 'postback' })
    .where(eq(payments.id, placed.payment.id))
  await payWithoutWebhook(shop, placed.paymentUrl)
  return { ...placed, customer }
}

describe('a provider that calls by GET', () => {
  it('settles the payment and gets the answer that it expects, also twice', async () => {
    const { orderId, payment, customer } = await placedThere()
    const sale = payment.providerId as string
    for (const _ of [1, 2])
      expect(await receiveWebhook(engine(), 'postback', call({ sale, signature: 'good' }))).toBe('OK')
    expect((await customer.call(readOrder, { orderId })).body).toMatchObject({ status: 'PAID' })
  })

  it.each([
    ['a wrong signature', { sale: 'tr_x', signature: 'bad' }, 'GET'],
    ['no sale', { signature: 'good' }, 'GET'],
    ['another method', { sale: 'tr_x', signature: 'good' }, 'POST'],
  ])('is refused with %s', async (_, query, method) => {
    await expect(
      receiveWebhook(engine(), 'postback', call(query as Record<string, string>, method)),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('is unknown by any other name', async () => {
    await expect(
      receiveWebhook(engine(), 'elders', call({ sale: 'tr_x', signature: 'good' })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const client = shop.newClient()
    expect((await client.request('POST', '/api/webhooks/elders', { id: 'tr_x' })).status).toBe(404)
    expect((await client.request('GET', '/api/webhooks/elders?id=tr_x')).status).toBe(404)
    expect((await client.request('GET', '/api/webhooks/mollie?id=tr_x')).status).toBe(400)
  })
})

it('a refund at a provider that makes none fails once, for an admin to pay back by hand', async () => {
  const { orderId, payment } = await placedThere()
  await receiveWebhook(engine(), 'postback', call({ sale: payment.providerId as string, signature: 'good' }))
  const admin = await shop.newUser('ADMIN')
  const { body } = await admin.call(refundOrder, { orderId, amount: 500 })
  const { db } = shop.node.platform
  await db.update(refunds).set({ failedAt: null, failure: null }).where(eq(refunds.id, body.refundId))
  await sendRefund(engine(), body.refundId)
  expect(await refundsOf(shop, payment.id)).toMatchObject([
    { amountCents: 500, providerId: null, failure: expect.stringContaining('met de hand terug') },
  ])
})
