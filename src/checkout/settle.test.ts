import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  buyQuickMinutes,
  gatewaysOf,
  paymentsOf,
  placeOrderFor,
  providerPayments,
  setFaults,
  stockOf,
  tell,
  type Placed,
} from '../../tests/support/provider.ts'
import { addProduct, payAt } from '../../tests/support/scenes.ts'
import { openShop, type Member, type Shop } from '../../tests/support/shop.ts'
import { simulatorPayments } from '../../simulators/mollie/table.ts'
import { readUser } from '../accounts/contract.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { cartReservations, products } from '../catalog/table.ts'
import { minuteEntries } from '../minutes/table.ts'
import { orderPaidMail, orderRefundedMail, readOrder } from '../orders/contract.ts'
import { startPayment, addPayment } from '../payments/service.ts'
import { payments, refunds } from '../payments/table.ts'
import { mails } from '../platform/table.ts'
import { reconcile, releaseExpiredHolds } from './jobs.ts'

let shop: Shop
let customer: Member
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
})
afterEach(() => setFaults(shop, {}))
afterAll(() => shop.close())

const place = async (stock?: number): Promise<Placed> => {
  customer = await shop.member()
  return placeOrderFor(shop, customer, stock)
}
const minutesLater = (minutes: number) => void (clock += minutes * 60_000)
const orderOf = async (orderId: string) => (await customer.call(readOrder, { orderId })).body
const balance = async () => (await customer.call(readUser)).body.minutesBalance
const mailsTo = async (member: Member) =>
  (await shop.node.platform.db.select().from(mails).where(eq(mails.recipient, member.user.email))).map(
    ({ template }) => template,
  )
const refundsOf = (paymentId: string) =>
  shop.node.platform.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))
/** The provider says so without a word to us. */
const payInSilence = async (paymentUrl: string, outcome: Parameters<typeof payAt>[1] = 'paid') => {
  await setFaults(shop, { dropWebhooks: true })
  await payAt(paymentUrl, outcome)
  await setFaults(shop, {})
}
const untilRefunded = (providerId: string | null, value: string) =>
  vi.waitFor(
    async () => {
      const told = (await providerPayments(shop)).find(({ id }) => id === providerId)
      expect(told?.amountRefunded?.value).toBe(value)
    },
    { timeout: 10_000, interval: 50 },
  )

/** Another attempt to pay for an order, as the provider knows it. */
async function payAgain({
  orderId,
  payment,
}: Placed): Promise<{ id: string; paymentUrl: string; providerId: string }> {
  const { db, origin } = shop.node.platform
  clock += 1
  const attempt = { kind: 'ORDER' as const, subjectId: orderId, userId: payment.userId, provider: 'mollie' }
  const added = await addPayment(db, { ...attempt, amountCents: payment.amountCents }, new Date(clock))
  const paymentUrl = await startPayment(db, gatewaysOf(shop).ORDER, added, {
    description: 'Gloed',
    redirectUrl: `${origin()}/api/payments/return?payment=${added.id}`,
    webhookUrl: `${origin()}/api/webhooks/mollie`,
  })
  return { id: added.id, paymentUrl, providerId: paymentUrl.split('/').at(-1) as string }
}

describe('the webhook', () => {
  it('settles once, however often it comes and in company of what', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await payInSilence(paymentUrl)
    const back = `/api/payments/return?payment=${payment.id}`
    const calls = Array.from({ length: 6 }, () => tell(shop, payment.providerId))
    await Promise.all([...calls, customer.request('GET', back), customer.request('GET', back)])
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', paymentUrl: null })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await mailsTo(customer)).toEqual([orderPaidMail.name])
    expect(await refundsOf(payment.id)).toEqual([])
  })

  it('moves nothing that is over: late and old news are harmless', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await payAt(paymentUrl, 'paid')
    const { db } = shop.node.platform
    for (const status of ['expired', 'open', 'canceled', 'paid'] as const) {
      await db
        .update(simulatorPayments)
        .set({ status })
        .where(eq(simulatorPayments.id, payment.providerId as string))
      expect((await tell(shop, payment.providerId)).status).toBe(200)
    }
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  })

  it('may come before we know the provider’s id, by two roads at once', async () => {
    const { orderId, paymentUrl, payment } = await place()
    await payInSilence(paymentUrl)
    const { db } = shop.node.platform
    await db.update(payments).set({ providerId: null }).where(eq(payments.id, payment.id))
    await Promise.all([
      tell(shop, payment.providerId),
      tell(shop, payment.providerId),
      tell(shop, payment.providerId),
    ])
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({ providerId: payment.providerId })
  })

  it('leaves what we don’t know, also what names a payment of ours that has another id', async () => {
    const { orderId, payment } = await place()
    for (const id of ['tr_unknown', 'nope', '../refunds', 'tr_%00', '💥']) {
      expect(await tell(shop, id)).toMatchObject({ status: 200, body: null })
    }
    await shop.node.platform.db.insert(simulatorPayments).values({
      id: 'tr_stranger',
      status: 'paid',
      currency: 'EUR',
      amountCents: payment.amountCents,
      description: '',
      redirectUrl: shop.origin,
      metadata: { paymentId: payment.id },
      createdAt: new Date(clock),
      expiresAt: new Date(clock),
    })
    expect((await tell(shop, 'tr_stranger')).status).toBe(200)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
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
      .visitor()
      .request('POST', '/api/webhooks/mollie', sent, { 'content-type': type })
    expect(answer.status).toBe(400)
  })

  it('is taken from any site, as form and as JSON', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'https://elders.test' }
    const form = new URLSearchParams({ id: 'tr_unknown' })
    for (const body of [form, { id: 'tr_unknown', testmode: true }]) {
      const answer = await shop.visitor().request('POST', '/api/webhooks/mollie', body, crossSite)
      expect(answer.status).toBe(200)
    }
  })

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'USD' }],
  ])('does not take another %s for ours, writes it down, and waits for a person', async (_, wrong) => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await payInSilence(paymentUrl)
    const { db } = shop.node.platform
    const atProvider = eq(simulatorPayments.id, payment.providerId as string)
    await db.update(simulatorPayments).set(wrong).where(atProvider)
    await tell(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PENDING' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({
      status: 'OPEN',
      problem: expect.stringMatching(/^PAID \d+ \w+, but 2000 EUR was asked$/),
    })
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 2 })
    await db.update(simulatorPayments).set({ amountCents: 2000, currency: 'EUR' }).where(atProvider)
    await tell(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect((await paymentsOf(shop, orderId))[0]).toMatchObject({ status: 'PAID', problem: null })
  })
})

describe('a payment that came to nothing', () => {
  it.each(['failed', 'canceled', 'expired'] as const)(
    '(%s) cancels its order and frees the stock',
    async outcome => {
      const { orderId, productId, paymentUrl } = await place()
      await payAt(paymentUrl, outcome)
      expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paymentUrl: null })
      expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
      expect(await mailsTo(customer)).toEqual([])
    },
  )

  it('cancels nothing when it is not the newest attempt', async () => {
    const first = await place()
    const second = await payAgain(first)
    await payAt(first.paymentUrl, 'expired')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PENDING', paymentUrl: second.paymentUrl })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 5, reserved: 2 })
    await payAt(second.paymentUrl, 'failed')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 5, reserved: 0 })
  })

  it('after another attempt was paid is harmless', async () => {
    const first = await place()
    const second = await payAgain(first)
    await payAt(first.paymentUrl, 'paid')
    await payAt(second.paymentUrl, 'expired')
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 3, reserved: 0 })
  })
})

describe('a second attempt that is paid as well', () => {
  it('goes back in full, once', async () => {
    const first = await place()
    const second = await payAgain(first)
    await payAt(second.paymentUrl, 'paid')
    await payAt(first.paymentUrl, 'paid')
    await tell(shop, first.payment.providerId)
    expect(await orderOf(first.orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, first.productId)).toEqual({ stock: 3, reserved: 0 })
    expect(await refundsOf(first.payment.id)).toMatchObject([
      { amountCents: 2000, reason: 'paid a second time' },
    ])
    expect(await refundsOf(second.id)).toEqual([])
    await untilRefunded(first.payment.providerId, '20.00')
    expect(await mailsTo(customer)).toEqual([orderPaidMail.name])
  })
})

describe('the hold', () => {
  it('ends after half an hour, and the order can still be paid from what is left', async () => {
    const { orderId, productId, paymentUrl } = await place()
    minutesLater(29)
    await releaseExpiredHolds(shop.node.platform)
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 2 })
    minutesLater(-29)
    await payInSilence(paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    await releaseExpiredHolds(shop.node.platform)
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect(
      await shop.node.platform.db.$count(cartReservations, eq(cartReservations.sessionId, orderId)),
    ).toBe(0)
    await reconcile(shop.node.platform, gatewaysOf(shop))
    expect(await orderOf(orderId)).toMatchObject({ status: 'PAID' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
  })

  it('being gone and nothing left, the money goes back, and the customer hears of it', async () => {
    const { orderId, productId, paymentUrl, payment } = await place()
    await customer.call(addToCart, { productId, quantity: 2 })
    await payInSilence(paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    const { db } = shop.node.platform
    await db.update(products).set({ stock: 1 }).where(eq(products.id, productId))
    await tell(shop, payment.providerId)
    expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED', paidAt: null })
    expect(await stockOf(shop, productId)).toEqual({ stock: 1, reserved: 0 })
    expect(await mailsTo(customer)).toEqual([orderRefundedMail.name])
    await untilRefunded(payment.providerId, '20.00')
    await tell(shop, payment.providerId)
    expect(await refundsOf(payment.id)).toHaveLength(1)
    expect((await customer.call(readCart)).body).toHaveLength(1)
  })

  it('of other orders is not touched when stock is taken anew', async () => {
    const late = await place(4)
    await payInSilence(late.paymentUrl)
    minutesLater(31)
    await releaseExpiredHolds(shop.node.platform)
    const { db } = shop.node.platform
    await db.update(products).set({ reservedStock: 3 }).where(eq(products.id, late.productId))
    await tell(shop, late.payment.providerId)
    expect(await orderOf(late.orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, late.productId)).toEqual({ stock: 4, reserved: 3 })
  })
})

it('revives an order that was given up, when its payment turns out paid after all', async () => {
  const { orderId, productId, paymentUrl, payment } = await place()
  await payAt(paymentUrl, 'failed')
  expect(await orderOf(orderId)).toMatchObject({ status: 'CANCELLED' })
  const { db } = shop.node.platform
  await db
    .update(simulatorPayments)
    .set({ status: 'paid' })
    .where(eq(simulatorPayments.id, payment.providerId as string))
  await tell(shop, payment.providerId)
  expect(await orderOf(orderId)).toMatchObject({ status: 'PAID', paidAt: expect.any(String) })
  expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
})

it('takes only what was bought out of the cart', async () => {
  const { productId, paymentUrl } = await place()
  const other = await addProduct(shop)
  await customer.call(addToCart, { productId })
  await customer.call(addToCart, { productId: other.id })
  await payAt(paymentUrl, 'paid')
  expect((await customer.call(readCart)).body).toMatchObject([{ productId: other.id }])
})

describe('minutes', () => {
  it('are credited once when paid, with a line in the ledger', async () => {
    customer = await shop.member()
    const { purchaseId, paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    expect(await balance()).toBe(0)
    await payInSilence(paymentUrl)
    await Promise.all([
      tell(shop, payment.providerId),
      tell(shop, payment.providerId),
      tell(shop, payment.providerId),
    ])
    expect(await balance()).toBe(5)
    const entries = await shop.node.platform.db
      .select()
      .from(minuteEntries)
      .where(and(eq(minuteEntries.userId, customer.user.id), eq(minuteEntries.purchaseId, purchaseId)))
    expect(entries).toMatchObject([{ kind: 'PURCHASE', minutes: 5, valueCents: 1000 }])
  })

  it('are not credited when the payment fails, and are when it turns out paid after all', async () => {
    customer = await shop.member()
    const { paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    await payAt(paymentUrl, 'expired')
    expect(await balance()).toBe(0)
    const { db } = shop.node.platform
    await db
      .update(simulatorPayments)
      .set({ status: 'paid' })
      .where(eq(simulatorPayments.id, payment.providerId as string))
    await tell(shop, payment.providerId)
    expect(await balance()).toBe(5)
  })

  it('paid by a second attempt go back in full', async () => {
    customer = await shop.member()
    const { purchaseId, paymentUrl, payment } = await buyQuickMinutes(shop, customer)
    await payAt(paymentUrl, 'paid')
    const { db } = shop.node.platform
    const attempt = {
      kind: 'MINUTES' as const,
      subjectId: purchaseId,
      userId: customer.user.id,
      provider: 'mollie',
    }
    const added = await addPayment(db, { ...attempt, amountCents: 1000 }, new Date(clock))
    const links = {
      description: 'Gloed',
      redirectUrl: shop.origin,
      webhookUrl: `${shop.origin}/api/webhooks/mollie`,
    }
    await payAt(await startPayment(db, gatewaysOf(shop).MINUTES, added, links), 'paid')
    expect(await balance()).toBe(5)
    expect(await refundsOf(payment.id)).toEqual([])
    expect(await refundsOf(added.id)).toMatchObject([{ amountCents: 1000 }])
  })
})
