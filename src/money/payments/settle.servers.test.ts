import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import {
  buyQuickMinutes,
  mailsTo,
  payWithoutWebhook,
  placeOrderFor,
  refundsOf,
  setFaults,
  stockOf,
  callWebhook,
} from '../../../tests/support/payments.ts'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { users } from '../../people/accounts/table.ts'
import { createAddress, listAddresses } from '../../people/addresses/contract.ts'
import { addToCart, readCart } from '../../shop/cart/contract.ts'
import { addMinuteEntry, spendMinutes } from '../minutes/service.ts'
import { minuteEntries } from '../minutes/table.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { chargebacks } from './table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { releaseExpiredHolds } from '../../shop/products/stock/expiredHolds.service.ts'

/** Simultaneous repetitions, each on its own connection. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let clock = Date.now()
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()), now: () => new Date(clock) })
  crowd = await createCustomers(shop, 24)
})
afterEach(() => setFaults(shop, {}))
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db

describe('a payment', () => {
  it('takes effect once when the webhook and the return come fifty times at once', async () => {
    const buyer = crowd[21] as TestCustomer
    const { productId, orderId, paymentUrl, payment } = await placeOrderFor(shop, buyer)
    await payWithoutWebhook(shop, paymentUrl)
    const back = () => buyer.request('GET', `/api/payments/return?payment=${payment.id}`)
    const calls = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0 ? callWebhook(shop, payment.providerId) : back(),
    )
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 302]))
    for (const { headers } of answers.filter(({ status }) => status === 302)) {
      expect(headers.get('location')).toBe(`/?payment=success&orderId=${orderId}`)
    }
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await refundsOf(shop, payment.id)).toEqual([])
    await vi.waitFor(
      async () => expect(await mailsTo(shop, buyer.email)).toEqual([orderPaidMail.name]),
      10_000,
    )
  })

  it('that arrives while its hold expires keeps its stock or takes it again', async () => {
    const waiting = await Promise.all(crowd.slice(0, 20).map(buyer => placeOrderFor(shop, buyer)))
    await setFaults(shop, { dropWebhooks: true })
    await Promise.all(waiting.map(({ paymentUrl }) => completePayment(paymentUrl, 'paid')))
    await setFaults(shop, {})
    clock += 31 * 60_000
    await Promise.all([
      ...waiting.map(({ payment }) => callWebhook(shop, payment.providerId)),
      ...Array.from({ length: 4 }, () => releaseExpiredHolds(shop.node.platform)),
    ])
    for (const { productId, orderId } of waiting) {
      expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
      const [order] = await db().select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
      expect(order?.status).toBe('PAID')
    }
  })

  it('of minutes is credited once, and the ledger equals the balance while minutes are spent', async () => {
    const buyer = crowd[22] as TestCustomer
    const { purchaseId, paymentUrl, payment } = await buyQuickMinutes(shop, buyer)
    await payWithoutWebhook(shop, paymentUrl)
    const session = crypto.randomUUID()
    const gift = { userId: buyer.userId, kind: 'GIFT' as const, minutes: 1 }
    await Promise.all([
      ...Array.from({ length: 20 }, () => callWebhook(shop, payment.providerId)),
      ...Array.from({ length: 10 }, () => db().transaction(tx => addMinuteEntry(tx, gift))),
      ...Array.from({ length: 10 }, () => db().transaction(tx => spendMinutes(tx, buyer.userId, session, 2))),
    ])
    const entries = await db().select().from(minuteEntries).where(eq(minuteEntries.userId, buyer.userId))
    expect(entries.filter(entry => entry.purchaseId === purchaseId)).toHaveLength(1)
    const [user] = await db()
      .select({ balance: users.minutesBalance })
      .from(users)
      .where(eq(users.id, buyer.userId))
    expect(user?.balance).toBe(entries.reduce((sum, { minutes }) => sum + minutes, 0))
    expect(user?.balance).toBeGreaterThanOrEqual(0)
  })

  it('that is charged back in parts is recorded once per part for parallel webhooks', async () => {
    const buyer = crowd[20] as TestCustomer
    const { paymentUrl, payment } = await placeOrderFor(shop, buyer)
    await completePayment(paymentUrl, 'paid')
    await callWebhook(shop, payment.providerId)
    for (const value of ['2.50', '5.00', '12.50']) {
      const taken = { id: payment.providerId, amount: { currency: 'EUR', value } }
      const news = Array.from({ length: 15 }, () => callWebhook(shop, payment.providerId))
      await shop.newClient().request('POST', '/simulator/mollie/chargeback', taken)
      await Promise.all([...news, ...Array.from({ length: 15 }, () => callWebhook(shop, payment.providerId))])
    }
    const parts = await db().select().from(chargebacks).where(eq(chargebacks.paymentId, payment.id))
    expect(parts.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b)).toEqual([250, 500, 1250])
  })

  it('delays the customer’s return by at most five seconds', async () => {
    const buyer = crowd[23] as TestCustomer
    const { orderId, payment } = await placeOrderFor(shop, buyer)
    await setFaults(shop, { hang: true })
    const back = await buyer.request('GET', `/api/payments/return?payment=${payment.id}`)
    expect(back.headers.get('location')).toBe(`/?payment=return&orderId=${orderId}`)
  })
})

describe('simultaneous requests of one customer', () => {
  it('add every click to a cart line, up to its limit', async () => {
    const buyer = (await createCustomers(shop, 1))[0] as TestCustomer
    const [few, many] = [await addProduct(shop, { stock: 50 }), await addProduct(shop, { stock: 500 })]
    const adds = (productId: string, quantity: number, times: number) =>
      Promise.all(Array.from({ length: times }, () => buyer.call(addToCart, { productId, quantity })))
    const grown = await adds(few.id, 1, 20)
    const stopped = await adds(many.id, 5, 30)
    expect(new Set(grown.map(({ status }) => status))).toEqual(new Set([201]))
    expect(stopped.filter(({ status }) => status === 400)).toHaveLength(11)
    const lines = (await buyer.call(readCart)).body
    expect(new Map(lines.map(({ productId, quantity }) => [productId, quantity]))).toEqual(
      new Map([
        [few.id, 20],
        [many.id, 95],
      ]),
    )
  })

  it('leave one default address', async () => {
    const buyer = (await createCustomers(shop, 1))[0] as TestCustomer
    const made = await Promise.all(
      Array.from({ length: 12 }, () => buyer.call(createAddress, { ...someAddress, isDefault: true })),
    )
    expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]))
    const defaults = (await buyer.call(listAddresses)).body.filter(({ isDefault }) => isDefault)
    expect(defaults).toHaveLength(1)
  })
})
