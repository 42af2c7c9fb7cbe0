import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { paymentsOf, stockOf } from '../../../tests/support/payments.ts'
import {
  addPromotion,
  newCode,
  one,
  openPromotionShop,
  type PromotionShop,
  toChange,
} from '../../../tests/support/promotions.ts'
import { openShop } from '../../../tests/support/shop.ts'
import { changePromotion, listPromotions } from './admin/contract.ts'
import { invoices } from '../../money/invoices/table.ts'
import { quoteCart } from '../checkout/contract.ts'
import { readOrder } from '../orders/contract.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

const figuresOf = async (promotionId: string) =>
  (await stand.admin.call(listPromotions)).body.find(({ id }) => id === promotionId)

describe('a code', () => {
  it('lowers the price of the summary and of the order alike, and the order keeps the earlier price', async () => {
    const [silk, candle] = [
      await addProduct(stand.shop, { price: 1999 }),
      await addProduct(stand.shop, { price: 333 }),
    ]
    const code = newCode()
    const promotion = await addPromotion(stand.admin, {
      code,
      percentage: 15,
      target: 'PRODUCTS',
      targetIds: [silk.id],
    })
    const who = await stand.buyer()
    const items = [...one(silk.id, 3), ...one(candle.id)]
    const { body: quote } = await who.customer.call(quoteCart, {
      items,
      codes: [` ${code.toLowerCase()} `],
      hasTracking: true,
    })
    expect(quote).toMatchObject({
      products: 6330,
      promotions: [{ code, amount: 900, explanation: `15\u00a0% op ${silk.name}` }],
      refused: [],
      trackingCost: 250,
      trackingPrice: 250,
      total: 6330 - 900 + 250,
    })
    const placed = await stand.order(who, items, {
      codes: [code],
      hasTracking: true,
      expectedTotal: quote.total,
    })
    expect(placed.status).toBe(201)
    const { orderId } = placed.body
    await who.customer.request('GET', await completePayment(placed.body.paymentUrl as string, 'paid'))
    await stand.admin.call(changePromotion, { ...toChange(promotion), percentage: 50, title: 'Anders' })
    const { body: read } = await who.customer.call(readOrder, { orderId })
    expect(read).toMatchObject({ status: 'PAID', total: quote.total, promotions: quote.promotions })
    expect(read.items.map(({ discount }) => discount)).toEqual([900, undefined])
    expect(await stand.stateOf(promotion.id)).toEqual(['REDEEMED'])
    expect(await figuresOf(promotion.id)).toMatchObject({
      orders: 1,
      discountCents: 900,
      earnedCents: quote.total,
    })
    await vi.waitFor(async () => {
      const [invoice] = await stand.shop.node.platform.db
        .select()
        .from(invoices)
        .where(eq(invoices.subjectId, orderId))
      expect(invoice?.totalCents).toBe(quote.total)
      const line = { text: `Korting: 15\u00a0% op ${silk.name}`, quantity: 1, unitCents: -900 }
      expect(invoice?.content.lines).toContainEqual(expect.objectContaining(line))
    }, 10_000)
    await stand.booksAgree()
  })

  it('that ends between the summary and the order refuses it with the new total, and nothing is held', async () => {
    const { id } = await addProduct(stand.shop, { price: 2000 })
    const code = newCode()
    // 23:59 in Brussels; it ends at midnight there.
    stand.clock = Date.parse('2026-11-26T22:59:00Z')
    const promotion = await addPromotion(stand.admin, { code, endsAt: '2026-11-27T00:00' })
    const who = await stand.buyer()
    const items = one(id)
    const seen = await who.customer.call(quoteCart, { items, codes: [code] })
    expect(seen.body.total).toBe(1800)
    stand.clock += 60_000
    const refused = await stand.order(who, items, { codes: [code], expectedTotal: 1800 })
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'PRICE_CHANGED',
        total: 2000,
        message: `De code ${code} is niet geldig. Het totaal is nu €\u00a020,00.`,
        refused: [{ code, reason: 'INVALID' }],
      },
    })
    expect(await stockOf(stand.shop, id)).toEqual({ stock: 100, reserved: 0 })
    expect(await stand.usesOf(promotion.id)).toEqual([])
    expect((await stand.order(who, items, { codes: [code] })).status).toBe(409)
    expect((await stand.order(who, items, { codes: [code], expectedTotal: 2000 })).status).toBe(201)
  })

  it('of 100 % makes the order paid at once, without a payment', async () => {
    const { id } = await addProduct(stand.shop, { price: 1 })
    const code = newCode()
    const promotion = await addPromotion(stand.admin, { code, percentage: 100 })
    const who = await stand.buyer()
    const { status, body } = await stand.order(who, one(id), { codes: [code], expectedTotal: 0 })
    expect([status, body]).toEqual([201, { orderId: expect.any(String) }])
    expect((await who.customer.call(readOrder, { orderId: body.orderId })).body).toMatchObject({
      status: 'PAID',
      total: 0,
    })
    expect(await paymentsOf(stand.shop, body.orderId)).toEqual([])
    expect(await stand.stateOf(promotion.id)).toEqual(['REDEEMED'])
    await stand.booksAgree()
  })

  it('for one use by each customer is held by an unpaid order, and free again when its payment fails', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    await addPromotion(stand.admin, { code, oncePerCustomer: true })
    const who = await stand.buyer()
    const first = await stand.order(who, one(id), { codes: [code] })
    expect(await stand.order(who, one(id, 2), { codes: [code], expectedTotal: 1800 })).toMatchObject({
      status: 409,
      body: { total: 2000, refused: [{ reason: 'IN_UNPAID_ORDER' }] },
    })
    await who.customer.request('GET', await completePayment(first.body.paymentUrl as string, 'failed'))
    const second = await stand.order(who, one(id), { codes: [code] })
    expect(second.status).toBe(201)
    await who.customer.request('GET', await completePayment(second.body.paymentUrl as string, 'paid'))
    expect((await stand.order(who, one(id), { codes: [code] })).body).toMatchObject({
      refused: [{ reason: 'ALREADY_USED' }],
    })
    expect((await stand.order(await stand.buyer(), one(id), { codes: [code] })).status).toBe(201)
    await stand.booksAgree()
  })

  it('for a first order is for customers without another that is paid', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    await addPromotion(stand.admin, { code, firstOrderOnly: true })
    const who = await stand.buyer()
    const { body } = await stand.order(who, one(id))
    expect((await who.customer.call(quoteCart, { items: one(id), codes: [code] })).body.refused).toEqual([])
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    expect((await who.customer.call(quoteCart, { items: one(id), codes: [code] })).body).toMatchObject({
      total: 1000,
      refused: [
        { reason: 'FIRST_ORDER', message: `De code ${code} geldt alleen voor je eerste bestelling.` },
      ],
    })
  })

  it('of two of which one alone counts: the better, and the other is said', async () => {
    const { id } = await addProduct(stand.shop)
    const codes = [newCode(), newCode()] as const
    await addPromotion(stand.admin, { code: codes[0], percentage: 10 })
    await addPromotion(stand.admin, { code: codes[1], percentage: 20 })
    const who = await stand.buyer()
    const { body } = await who.customer.call(quoteCart, { items: one(id), codes })
    expect(body).toMatchObject({
      total: 800,
      promotions: [{ code: codes[1] }],
      refused: [{ code: codes[0], reason: 'NOT_COMBINABLE' }],
    })
    expect((await stand.order(who, one(id), { codes, expectedTotal: 800 })).status).toBe(201)
  })
})

it('a promotion without a code applies by itself, and free tracking is a discount of its price', async () => {
  const { id, categoryId } = await addProduct(stand.shop)
  const promotion = await addPromotion(stand.admin, {
    kind: 'FREE_TRACKING',
    target: 'CATEGORIES',
    targetIds: [categoryId],
  })
  const who = await stand.buyer()
  const { body } = await who.customer.call(quoteCart, { items: one(id) })
  expect(body).toMatchObject({ total: 1000, trackingPrice: 0, promotions: [], refused: [] })
  const placed = await stand.order(who, one(id), { hasTracking: true, expectedTotal: 1000 })
  expect(placed.status).toBe(201)
  expect((await who.customer.call(readOrder, { orderId: placed.body.orderId })).body).toMatchObject({
    total: 1000,
    hasTracking: true,
    trackingCost: 0,
    promotions: [{ kind: 'FREE_TRACKING', amount: 250, code: null }],
  })
  await stand.booksAgree()
  await stand.admin.call(changePromotion, { ...toChange(promotion), isActive: false })
  expect((await who.customer.call(quoteCart, { items: one(id) })).body.trackingPrice).toBe(250)
})

it('guesses of codes are limited, and every wrong code gets the same answer', async () => {
  const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
  const { id } = await addProduct(strict)
  const code = newCode()
  const ended = await addPromotion(await strict.newUser('ADMIN'), { code, endsAt: '2026-01-01T00:00' })
  expect(ended.state).toBe('ENDED')
  const customer = await strict.newUser()
  const guess = (typed: string) => customer.call(quoteCart, { items: one(id), codes: [typed] })
  const answers = [await guess(code), await guess('ONBEKEND')]
  expect(answers.map(({ body }) => body.refused[0]?.message.replace(/CODE-\d+|ONBEKEND/, '…'))).toEqual([
    'De code … is niet geldig.',
    'De code … is niet geldig.',
  ])
  const many = await Promise.all(Array.from({ length: 300 }, (_, at) => guess(`GOK${at}`)))
  const statuses = many.map(({ status }) => status)
  expect(statuses.filter(status => status === 200).length).toBe(18)
  expect(many.at(-1)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
  // Without a code the summary goes on.
  expect((await customer.call(quoteCart, { items: one(id) })).status).toBe(200)
  await strict.close()
})

it('a thousand guesses in a minute, of many customers at one address, find as much as a hundred; others are not hindered', async () => {
  const strict = await openShop({ env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' } })
  const { id } = await addProduct(strict)
  const code = newCode()
  await addPromotion(await strict.newUser('ADMIN'), { code })
  const [other, ...customers] = await createCustomers(strict, 51)
  /** Of one customer, one after the other; the last is right. */
  const guess = async (customer: TestCustomer) => {
    const statuses = []
    for (const typed of [...Array.from({ length: 19 }, (_, at) => `GOK${at}`), code]) {
      const basket = { items: one(id), codes: [typed] }
      const from = { 'x-forwarded-for': '198.51.100.9' }
      statuses.push((await customer.call(quoteCart, basket, from)).status)
    }
    return statuses
  }
  const statuses = await Promise.all(customers.map(guess))
  expect(statuses.flat()).toHaveLength(1000)
  expect(statuses.flat().filter(status => status === 200)).toHaveLength(100)
  expect(new Set(statuses.flat())).toEqual(new Set([200, 429]))
  // A customer who guesses so many does not learn the right one.
  expect(new Set(statuses.map(own => own.at(-1)))).toEqual(new Set([429]))
  const elsewhere = { 'x-forwarded-for': '198.51.100.10' }
  const quoted = await other!.call(quoteCart, { items: one(id), codes: [code] }, elsewhere)
  expect(quoted).toMatchObject({ status: 200, body: { total: 900 } })
  await strict.close()
})
