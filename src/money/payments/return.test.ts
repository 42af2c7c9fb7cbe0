import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  buyQuickMinutes,
  placeOrderFor,
  setFaults,
  stockOf,
  type PlacedOrder,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../tests/support/shop.ts'
import { simulatorPayments } from '../../../simulators/mollie/table.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { readMinutePurchase } from '../minutes/contract.ts'

let shop: TestShop
let customer: TestUser
let order: PlacedOrder
beforeAll(async () => {
  shop = await openShop()
  customer = await shop.newUser()
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const comeBack = async (who: TestClient, payment: string) => {
  const answer = await who.request('GET', `/api/payments/return${payment}`)
  return [answer.status, answer.headers.get('location')]
}
/** Changes the payment at the provider without a webhook. */
const atProvider = (providerId: string | null, status: typeof simulatorPayments.$inferSelect.status) =>
  shop.node.platform.db
    .update(simulatorPayments)
    .set({ status })
    .where(eq(simulatorPayments.id, providerId as string))

describe('returning from paying an order', () => {
  it.each([
    ['paid', 'success', 'PAID'],
    ['open', 'pending', 'PENDING'],
    ['pending', 'pending', 'PENDING'],
    ['authorized', 'pending', 'PENDING'],
    ['failed', 'failed', 'CANCELLED'],
    ['canceled', 'failed', 'CANCELLED'],
    ['expired', 'failed', 'CANCELLED'],
  ] as const)('that is %s: %s', async (status, outcome, orderStatus) => {
    order = await placeOrderFor(shop, customer)
    await atProvider(order.payment.providerId, status)
    const to = [302, `/?payment=${outcome}&orderId=${order.orderId}`]
    expect(await comeBack(customer, `?payment=${order.payment.id}`)).toEqual(to)
    expect(await comeBack(customer, `?payment=${order.payment.id.toUpperCase()}`)).toEqual(to)
    expect((await customer.call(readOrder, { orderId: order.orderId })).body.status).toBe(orderStatus)
  })

  it('while the provider is unavailable shows return, and success once it is known', async () => {
    order = await placeOrderFor(shop, customer)
    await setFaults(shop, { httpStatus: 503 })
    expect(await comeBack(customer, `?payment=${order.payment.id}`)).toEqual([
      302,
      `/?payment=return&orderId=${order.orderId}`,
    ])
    await setFaults(shop, {})
    await completePayment(order.paymentUrl, 'paid')
    await setFaults(shop, { httpStatus: 503 })
    expect(await comeBack(customer, `?payment=${order.payment.id}`)).toEqual([
      302,
      `/?payment=success&orderId=${order.orderId}`,
    ])
  })

  it('that the provider does not know stays pending', async () => {
    order = await placeOrderFor(shop, customer)
    await setFaults(shop, { httpStatus: 404 })
    expect(await comeBack(customer, `?payment=${order.payment.id}`)).toEqual([
      302,
      `/?payment=pending&orderId=${order.orderId}`,
    ])
  })
})

describe('returning from buying minutes', () => {
  it.each([
    ['paid', false, '/dashboard?payment=success', 5],
    ['pending', false, '/dashboard?payment=pending', 0],
    ['failed', false, '/dashboard?payment=failed', 0],
    ['canceled', false, '/dashboard?payment=failed', 0],
    ['paid', true, '/live?payment=success', 5],
    ['pending', true, '/live?payment=pending', 0],
    ['failed', true, '/live?payment=failed', 0],
  ] as const)(
    'that are %s, begun on the live page: %s, redirects to %s',
    async (status, fromLive, to, balance) => {
      const member = await shop.newUser()
      const { purchaseId, payment } = await buyQuickMinutes(shop, member, { fromLive })
      await atProvider(payment.providerId, status)
      expect(await comeBack(member, `?payment=${payment.id}`)).toEqual([302, `${to}&orderId=${purchaseId}`])
      expect((await member.call(readUser)).body.minutesBalance).toBe(balance)
      const bought = await member.call(readMinutePurchase, { purchaseId })
      expect(bought.body).toMatchObject({ id: purchaseId, minutes: 5 })
      // The provider alone says who ended it.
      expect(bought.body.isPaymentBrokenOff).toBe(status === 'canceled' ? true : undefined)
      expect((await customer.call(readMinutePurchase, { purchaseId })).status).toBe(404)
    },
  )

  it('while the provider is unavailable redirects to the same page', async () => {
    const { purchaseId, payment } = await buyQuickMinutes(shop, customer)
    await setFaults(shop, { httpStatus: 500 })
    const to = `/dashboard?payment=return&orderId=${purchaseId}`
    expect(await comeBack(customer, `?payment=${payment.id}`)).toEqual([302, to])
  })
})

describe('returning to a payment', () => {
  it('of another user, or without a session, redirects to sign-in and settles nothing', async () => {
    order = await placeOrderFor(shop, customer)
    await atProvider(order.payment.providerId, 'paid')
    for (const who of [shop.newClient(), await shop.newUser(), await shop.newUser('ADMIN')]) {
      expect(await comeBack(who, `?payment=${order.payment.id}`)).toEqual([302, '/auth'])
    }
    expect(await stockOf(shop, order.productId)).toEqual({ stock: 5, reserved: 2 })
  })

  it.each([
    '',
    '?payment=',
    '?payment=nope',
    `?payment=${'-'.repeat(36)}`,
    '?payment=0199f0f0-0000-7000-8000-000000000000',
    `?payment=${'x'.repeat(5000)}`,
    '?payment=a&payment=b',
    '?payment=%00',
    '?payment[]=a',
  ])('that does not exist (%s) is an error, or redirects to sign-in without a session', async query => {
    expect(await comeBack(customer, query)).toEqual([302, '/?payment=error'])
    expect(await comeBack(shop.newClient(), query)).toEqual([302, '/auth'])
  })
})
