import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { addGiftCardProduct, findMoneyDiscrepancies, giveCard } from '../../../tests/support/giftCards.ts'
import { paymentsOf } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { mails } from '../../platform/db/table.ts'
import { checkout, quoteCart } from '../../shop/checkout/contract.ts'
import { cancelOrder, orderCreditedMail, payAgain, readOrder } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'
import { setOrderStatus, refundOrder } from '../../shop/orders/admin/contract.ts'
import { readStats } from '../../backoffice/stats/contract.ts'
import { checkGiftCard, readStoreCredit } from './contract.ts'
import { blockGiftCard, changeUserCredit, readGiftCard } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** A customer with an address, and a product of ten euros. */
async function buyer() {
  const customer = await shop.newUser()
  const addressId = await addAddressFor(customer)
  const { id: productId } = await addProduct(shop)
  const basket = { items: [{ productId, quantity: 1 }], addressId }
  return { customer, basket, productId }
}

const balanceOf = async (code: string) => (await shop.newClient().call(checkGiftCard, { code })).body.balance
const grant = (userId: string, amount: number) =>
  admin.call(changeUserCredit, { userId, amount, reason: 'test' })
const creditOf = async (customer: TestUser) => (await customer.call(readStoreCredit, {})).body.balance
const booksAgree = async () => expect(await findMoneyDiscrepancies(shop)).toEqual([])

describe('a card', () => {
  it('pays a part of an order, and the rest goes to the provider', async () => {
    const { customer, basket } = await buyer()
    const { code } = await giveCard(shop, admin, 300)
    const typed = `${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `
    const { body: quote } = await customer.call(quoteCart, { ...basket, giftCards: [typed] })
    expect(quote).toMatchObject({
      total: 1000,
      due: 700,
      creditPayments: [{ kind: 'GIFT_CARD', lastFour: code.slice(-4), amount: 300 }],
      refusedCards: [],
      storeCredit: 0,
    })
    const { status, body } = await customer.call(checkout, {
      ...basket,
      giftCards: [typed],
      expectedDue: 700,
    })
    expect(status).toBe(201)
    const { orderId } = body
    expect(await paymentsOf(shop, orderId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          provider: 'gift_card',
          amountCents: 300,
          status: 'AUTHORIZED',
          pollAt: null,
        }),
        expect.objectContaining({ provider: 'mollie', amountCents: 700 }),
      ]),
    )
    expect(await balanceOf(code)).toBe(0)
    await booksAgree()
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    expect((await customer.call(readOrder, { orderId })).body).toMatchObject({
      status: 'PAID',
      total: 1000,
      dueTotal: 700,
      creditPayments: [{ kind: 'GIFT_CARD', amount: 300 }],
    })
    expect((await paymentsOf(shop, orderId)).map(({ status: each }) => each)).toEqual(['PAID', 'PAID'])
    await booksAgree()
  })

  it('that covers all of it pays at once, without a payment page', async () => {
    const { customer, basket } = await buyer()
    const { code, id } = await giveCard(shop, admin, 2500)
    const { body, status } = await customer.call(checkout, { ...basket, giftCards: [code], expectedDue: 0 })
    expect(status).toBe(201)
    expect(body.paymentUrl).toBeUndefined()
    expect((await customer.call(readOrder, { orderId: body.orderId })).body).toMatchObject({
      status: 'PAID',
      dueTotal: 0,
    })
    expect(await balanceOf(code)).toBe(1500)
    const { entries } = (await admin.call(readGiftCard, { cardId: id })).body
    expect(entries).toMatchObject([
      { kind: 'SPEND', amount: -1000, orderNumber: expect.any(String) },
      { kind: 'ISSUE', amount: 2500 },
    ])
    await booksAgree()
  })

  it('is given back when the payment fails, and the order is closed', async () => {
    const { customer, basket } = await buyer()
    const { code } = await giveCard(shop, admin, 400)
    const { body } = await customer.call(checkout, { ...basket, giftCards: [code] })
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
    expect((await customer.call(readOrder, { orderId: body.orderId })).body).toMatchObject({
      status: 'CANCELLED',
    })
    expect(await balanceOf(code)).toBe(400)
    await booksAgree()
    // A late payment of it differs from the price by now, and goes back.
    const [, mollie] = await paymentsOf(shop, body.orderId)
    expect(mollie?.status).toBe('FAILED')
  })

  it('stays with an order that is paid again', async () => {
    const { customer, basket } = await buyer()
    const { code } = await giveCard(shop, admin, 400)
    const { body } = await customer.call(checkout, { ...basket, giftCards: [code] })
    const { body: again } = await customer.call(payAgain, { orderId: body.orderId })
    const attempts = await paymentsOf(shop, body.orderId)
    expect(
      attempts.filter(({ provider }) => provider === 'mollie').map(({ amountCents }) => amountCents),
    ).toEqual([600, 600])
    // The first attempt fails: only the newest closes the order.
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
    expect(await balanceOf(code)).toBe(0)
    await customer.request('GET', await completePayment(again.paymentUrl, 'paid'))
    expect((await customer.call(readOrder, { orderId: body.orderId })).body.status).toBe('PAID')
    await booksAgree()
  })

  it('comes before store credit, in the order given, to the cent', async () => {
    const { customer, basket } = await buyer()
    const [first, second] = [await giveCard(shop, admin, 1), await giveCard(shop, admin, 600)]
    await grant(customer.user.id, 1000)
    const choice = { ...basket, giftCards: [first.code, second.code], useStoreCredit: true }
    const { body: quote } = await customer.call(quoteCart, choice)
    expect(quote.creditPayments.map(({ amount }) => amount)).toEqual([1, 600, 399])
    expect(quote).toMatchObject({ due: 0, storeCredit: 1000 })
    const { body } = await customer.call(checkout, { ...choice, expectedDue: 0 })
    expect(body.paymentUrl).toBeUndefined()
    expect(await creditOf(customer)).toBe(601)
    await booksAgree()
  })

  it('that was emptied in another tab refuses the order, with the amount due and the reason', async () => {
    const { customer, basket } = await buyer()
    const { code } = await giveCard(shop, admin, 1000)
    expect((await customer.call(checkout, { ...basket, giftCards: [code], expectedDue: 0 })).status).toBe(201)
    const late = await customer.call(checkout, { ...basket, giftCards: [code], expectedDue: 0 })
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'CREDIT_CHANGED',
        due: 1000,
        refusedCards: [{ code, reason: 'EMPTY', message: 'Op deze cadeaubon staat niets meer.' }],
        message: expect.stringContaining('Je betaalt nu nog'),
      },
    })
    const count = await shop.node.platform.db.$count(orders, eq(orders.userId, customer.user.id))
    expect(count).toBe(1)
    await booksAgree()
  })

  it('that is unknown, blocked or mistyped is refused in the same words', async () => {
    const { customer, basket } = await buyer()
    const { code, id } = await giveCard(shop, admin, 1000)
    const blocked = await admin.call(blockGiftCard, { cardId: id, reason: 'verloren' })
    expect(blocked.body.state).toBe('BLOCKED')
    const mistyped = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0')
    const answers = await Promise.all(
      [code, mistyped, 'ABCD'].map(each => customer.call(checkout, { ...basket, giftCards: [each] })),
    )
    const messages = answers.map(
      ({ body }) => (body as unknown as { refusedCards: { message: string }[] }).refusedCards[0]?.message,
    )
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    expect(new Set(messages).size).toBe(1)
    const checks = await Promise.all(
      [code, mistyped].map(each => shop.newClient().call(checkGiftCard, { code: each })),
    )
    expect(checks.map(({ status }) => status)).toEqual([404, 404])
    expect(checks[0]?.body).toEqual(checks[1]?.body)
  })

  it('does not pay for gift cards, but for products bought with them', async () => {
    const { customer, basket } = await buyer()
    const cardProduct = await addGiftCardProduct(shop, admin, 2000)
    const { code } = await giveCard(shop, admin, 5000)
    const items = [...basket.items, { productId: cardProduct, quantity: 1 }]
    const { body: quote } = await customer.call(quoteCart, { items, giftCards: [code] })
    expect(quote).toMatchObject({ total: 3000, due: 2000 })
    expect(quote.lines.filter(({ isGiftCard }) => isGiftCard)).toMatchObject([{ productId: cardProduct }])
    const only = await customer.call(quoteCart, {
      items: [{ productId: cardProduct, quantity: 1 }],
      giftCards: [code],
    })
    expect(only.body).toMatchObject({ due: 2000, refusedCards: [{ reason: 'ONLY_CARDS' }] })
  })
})

describe('an order that was paid with a card', () => {
  async function paidOrder(cardCents: number, credit = 0) {
    const { customer, basket } = await buyer()
    const card = await giveCard(shop, admin, cardCents)
    if (credit > 0) await grant(customer.user.id, credit)
    const choice = { ...basket, giftCards: [card.code], useStoreCredit: credit > 0 }
    const { body } = await customer.call(checkout, choice)
    if (body.paymentUrl) await customer.request('GET', await completePayment(body.paymentUrl, 'paid'))
    return { customer, card, orderId: body.orderId }
  }

  it('is refunded to the provider first, then to store credit and to the card, each once', async () => {
    const { customer, card, orderId } = await paidOrder(300, 200)
    const refund = (amount?: number) =>
      admin.call(
        refundOrder,
        { orderId, ...(amount !== undefined && { amount }) },
        { 'idempotency-key': `r-${orderId}-${amount}` },
      )
    expect((await refund(600)).body).toMatchObject({ amount: 600, left: 400 })
    expect([await creditOf(customer), await balanceOf(card.code)]).toEqual([100, 0])
    await booksAgree()
    // The same key again gives the same, and nothing more.
    expect((await refund(600)).body).toMatchObject({ amount: 600, left: 400 })
    expect((await refund()).body).toMatchObject({ amount: 400, left: 0 })
    expect([await creditOf(customer), await balanceOf(card.code)]).toEqual([200, 300])
    expect((await customer.call(readOrder, { orderId })).body.status).toBe('CANCELLED')
    await booksAgree()
  })

  it('is refunded to store credit when an admin chooses that', async () => {
    const { customer, card, orderId } = await paidOrder(300)
    const { body } = await admin.call(refundOrder, { orderId, asStoreCredit: true })
    expect(body).toMatchObject({ amount: 1000, left: 0 })
    expect([await creditOf(customer), await balanceOf(card.code)]).toEqual([1000, 0])
    await booksAgree()
    const { db } = shop.node.platform
    const about = { template: orderCreditedMail.name, props: expect.objectContaining({ isToCredit: true }) }
    const mailed = () => db.select().from(mails).where(eq(mails.recipient, customer.user.email))
    await vi.waitFor(
      async () => expect(await mailed()).toContainEqual(expect.objectContaining(about)),
      20_000,
    )
  })

  it('goes back to store credit when its card is blocked', async () => {
    const { customer, card, orderId } = await paidOrder(1000)
    await admin.call(blockGiftCard, { cardId: card.id, reason: 'gestolen' })
    const { status } = await customer.call(cancelOrder, { orderId })
    expect(status).toBe(200)
    expect(await creditOf(customer)).toBe(1000)
    await booksAgree()
  })

  it('that an admin marks as paid is paid by hand for the rest', async () => {
    const { customer, basket } = await buyer()
    const card = await giveCard(shop, admin, 300)
    const { body } = await customer.call(checkout, { ...basket, giftCards: [card.code] })
    await admin.call(setOrderStatus, { orderId: body.orderId, status: 'PAID' })
    const paid = (await paymentsOf(shop, body.orderId)).filter(({ status }) => status === 'PAID')
    expect(Object.fromEntries(paid.map(({ provider, amountCents }) => [provider, amountCents]))).toEqual({
      gift_card: 300,
      manual: 700,
    })
    await booksAgree()
  })

  it('gives the card back when an admin cancels it unpaid', async () => {
    const { customer, basket } = await buyer()
    const card = await giveCard(shop, admin, 300)
    const { body } = await customer.call(checkout, { ...basket, giftCards: [card.code] })
    await admin.call(setOrderStatus, { orderId: body.orderId, status: 'CANCELLED' })
    expect(await balanceOf(card.code)).toBe(300)
    // The payment that still comes is refunded.
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    expect((await customer.call(readOrder, { orderId: body.orderId })).body.status).toBe('CANCELLED')
    await booksAgree()
  })

  it('counts as revenue when the card is sold, not when it is spent', async () => {
    const before = (await admin.call(readStats)).body
    await paidOrder(1000)
    const after = (await admin.call(readStats)).body
    expect(after.revenue).toBe(before.revenue)
    expect(after.creditOwed.giftCards).toBe(before.creditOwed.giftCards)
  })
})
