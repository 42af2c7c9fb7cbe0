import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import {
  addGiftCardProduct,
  codeOf,
  findMoneyDiscrepancies,
  giveCard,
} from '../../../tests/support/giftCards.ts'
import { callWebhook, paymentsOf } from '../../../tests/support/payments.ts'
import { noMailSources } from '../../../tests/support/renderedMails.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { createMailRenderer } from '../../app/mailRenderer.ts'
import { setOrderStatus, refundOrder } from '../../shop/orders/admin/contract.ts'
import { readStats } from '../../backoffice/stats/contract.ts'
import { mails } from '../../platform/db/table.ts'
import { checkout, quoteCart } from '../../shop/checkout/contract.ts'
import { cancelOrder, readOrder } from '../../shop/orders/contract.ts'
import { invoices } from '../invoices/table.ts'
import { calculateInvoiceTotals } from '../invoices/rules.ts'
import { checkGiftCard, sendGiftCard } from './contract.ts'
import { lastValidMoment } from './giftCards/day.rules.ts'
import { expireGiftCards, eraseDeliveredCodes } from './giftCards/service.ts'
import { sendDueGiftCards } from './giftCards/send.service.ts'
import { changeUserCredit, listGiftCards, readGiftCard, resendGiftCard } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
const START = Date.parse('2026-11-25T12:00:00Z')
const clock = { at: START }
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const DAY_MS = 24 * 3_600_000
const db = () => shop.node.platform.db
const booksAgree = async () => expect(await findMoneyDiscrepancies(shop, new Date(clock.at))).toEqual([])
const mailsTo = async (recipient: string) =>
  (await db().select().from(mails).where(eq(mails.recipient, recipient))).filter(
    ({ template }) => template === 'gift-card',
  )

/** Buys cards of 50 euros and pays. @returns the order and its cards */
async function buyCards(delivery: object = {}, quantity = 1) {
  const productId = await addGiftCardProduct(shop, admin)
  const items = [{ productId, quantity }]
  const giftCardDeliveries = [{ productId, recipientEmail: 'kim@gloed.test', ...delivery }]
  const { status, body } = await customer.call(checkout, { items, giftCardDeliveries })
  expect(status).toBe(201)
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const { body: order } = await customer.call(readOrder, { orderId: body.orderId })
  return { orderId: body.orderId, order, cards: order.items[0]?.giftCards ?? [] }
}

describe('a gift card that is bought', () => {
  it('is there when it is paid, mailed to whom its buyer named, and worth its price', async () => {
    const { order, orderId, cards } = await buyCards(
      { recipientName: 'Kim', senderName: 'Robin', message: 'Geniet.' },
      2,
    )
    expect(order).toMatchObject({ status: 'DELIVERED', isDigital: true })
    expect(cards).toMatchObject([
      { value: 5000, recipientEmail: 'kim@gloed.test', state: 'ACTIVE', deliverOn: '2026-11-25' },
      { value: 5000 },
    ])
    const sent = await mailsTo('kim@gloed.test')
    expect(sent.map(({ props }) => props)).toMatchObject([{ valueCents: 5000 }, { valueCents: 5000 }])
    const code = await codeOf(shop, cards[0]?.id as string)
    // The code itself is in no stored mail.
    expect(JSON.stringify(sent)).not.toContain(code)
    expect((await shop.newClient().call(checkGiftCard, { code })).body).toMatchObject({ balance: 5000 })
    const outbox = async () => JSON.stringify((await shop.newClient().request('GET', '/dev/mails')).body)
    const shown = code.match(/.{4}/g)?.join('-') as string
    await vi.waitFor(async () => expect(await outbox()).toContain(shown), { timeout: 10_000, interval: 50 })
    expect(await outbox()).toContain(`/cadeaubon#${code}`)
    await vi.waitFor(
      async () => {
        const [invoice] = await db().select().from(invoices).where(eq(invoices.subjectId, orderId))
        expect(invoice?.totalCents).toBe(10_000)
        expect(invoice && calculateInvoiceTotals(invoice.content).vat).toBe(0)
      },
      { timeout: 10_000, interval: 50 },
    )
    await booksAgree()
  })

  it('waits for its day, nine in the morning in Brussels', async () => {
    const { cards } = await buyCards({ recipientEmail: 'later@gloed.test', deliverOn: '2026-12-24' })
    expect(cards).toMatchObject([{ state: 'SCHEDULED', deliveredAt: null, deliverOn: '2026-12-24' }])
    clock.at = Date.parse('2026-12-24T07:59:00Z')
    await sendDueGiftCards(shop.node.platform)
    expect(await mailsTo('later@gloed.test')).toHaveLength(0)
    clock.at = Date.parse('2026-12-24T08:00:00Z')
    await sendDueGiftCards(shop.node.platform)
    await sendDueGiftCards(shop.node.platform)
    expect(await mailsTo('later@gloed.test')).toHaveLength(1)
    clock.at = START
  })

  it('is not planned for a day that is over or too far ahead', async () => {
    const productId = await addGiftCardProduct(shop, admin)
    for (const deliverOn of ['2026-11-24', '2028-01-01']) {
      const giftCardDeliveries = [{ productId, recipientEmail: 'kim@gloed.test', deliverOn }]
      const answer = await customer.call(checkout, {
        items: [{ productId, quantity: 1 }],
        giftCardDeliveries,
      })
      expect(answer).toMatchObject({
        status: 400,
        body: { fields: { 'giftCardDeliveries.0.deliverOn': 'Kies een dag van vandaag tot over een jaar.' } },
      })
    }
  })

  it('goes back while nothing of it was spent, and can’t be spent any more', async () => {
    const { orderId, cards } = await buyCards({}, 2)
    const [first, second] = cards
    const code = await codeOf(shop, second?.id as string)
    const itemId = (await customer.call(readOrder, { orderId })).body.items[0]?.id
    const refund = (quantity: number) => admin.call(refundOrder, { orderId, items: [{ itemId, quantity }] })
    expect((await refund(1)).body).toMatchObject({ amount: 5000, left: 5000 })
    // The last piece goes first.
    expect((await shop.newClient().call(checkGiftCard, { code })).status).toBe(404)
    await booksAgree()
    const other = await codeOf(shop, first?.id as string)
    const { id: productId } = await addProduct(shop)
    const addressId = await addAddressFor(customer)
    await customer.call(checkout, { items: [{ productId, quantity: 1 }], addressId, giftCards: [other] })
    expect(await refund(1)).toMatchObject({ status: 409, body: { code: 'GIFT_CARD_USED' } })
    expect(await admin.call(refundOrder, { orderId })).toMatchObject({ status: 409 })
    const cancelled = await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })
    expect(cancelled).toMatchObject({ status: 409, body: { code: 'GIFT_CARD_USED' } })
    await booksAgree()
  })

  it('goes back after another of its order did', async () => {
    const { orderId } = await buyCards({}, 3)
    const itemId = (await customer.call(readOrder, { orderId })).body.items[0]?.id
    const refund = (items?: object[]) => admin.call(refundOrder, { orderId, ...(items && { items }) })
    expect((await refund([{ itemId, quantity: 1 }])).body).toMatchObject({ left: 10_000 })
    expect((await refund([{ itemId, quantity: 1 }])).body).toMatchObject({ amount: 5000, left: 5000 })
    expect((await refund()).body).toMatchObject({ amount: 5000, left: 0 })
    await booksAgree()
    const cancelled = await buyCards({}, 2)
    const line = cancelled.order.items[0]?.id
    await admin.call(refundOrder, { orderId: cancelled.orderId, items: [{ itemId: line, quantity: 1 }] })
    const { status } = await admin.call(setOrderStatus, { orderId: cancelled.orderId, status: 'CANCELLED' })
    expect(status).toBe(200)
    await booksAgree()
  })

  it('is blocked when its payment is charged back', async () => {
    const { orderId, cards } = await buyCards()
    const [payment] = await paymentsOf(shop, orderId)
    const chargeback = { id: payment?.providerId }
    const { status } = await shop.newClient().request('POST', '/simulator/mollie/chargeback', chargeback)
    expect(status).toBe(200)
    await callWebhook(shop, payment?.providerId as string)
    const { body } = await admin.call(readGiftCard, { cardId: cards[0]?.id as string })
    expect(body).toMatchObject({ state: 'BLOCKED', balance: 5000 })
  })

  it('can be sent again by its buyer, to another address only unspent, and by nobody else', async () => {
    const { cards } = await buyCards({ recipientEmail: 'wrong@gloed.test' })
    const cardId = cards[0]?.id as string
    const stranger = await shop.newUser()
    expect((await stranger.call(sendGiftCard, { cardId })).status).toBe(404)
    const before = await codeOf(shop, cardId)
    expect((await customer.call(sendGiftCard, { cardId, recipientEmail: 'right@gloed.test' })).status).toBe(
      204,
    )
    expect(await mailsTo('right@gloed.test')).toHaveLength(1)
    // The recipient of the first mail has a code of nothing.
    expect((await shop.newClient().call(checkGiftCard, { code: before })).status).toBe(404)
  })

  it('is found by admins by its end, its recipient and its state, and never with its code', async () => {
    const { id, code } = await giveCard(shop, admin, 700)
    const { body } = await admin.call(listGiftCards, { q: code.slice(-4) })
    expect(body.items.find(card => card.id === id)).toMatchObject({
      value: 700,
      state: 'ACTIVE',
      orderId: null,
    })
    expect(JSON.stringify(body)).not.toContain(code)
    const all = await admin.call(listGiftCards, { state: 'ACTIVE', pageSize: 100 })
    expect(all.body.items.some(card => card.id === id)).toBe(true)
    expect(all.body.owed).toBe((await admin.call(readStats)).body.creditOwed.giftCards)
  })
})

it('store credit never falls below zero, and changes once a key', async () => {
  const someone = await shop.newUser()
  const change = (amount: number, key: string) =>
    admin.call(
      changeUserCredit,
      { userId: someone.user.id, amount, reason: 'test' },
      { 'idempotency-key': key },
    )
  expect((await change(500, 'a')).body.balance).toBe(500)
  expect((await change(500, 'a')).body.balance).toBe(500)
  expect(await change(-501, 'b')).toMatchObject({
    status: 409,
    body: { code: 'CREDIT_TOO_LOW', available: 500 },
  })
  expect((await change(-500, 'c')).body).toMatchObject({
    balance: 0,
    entries: [{ kind: 'ADJUST' }, { kind: 'GRANT' }],
  })
  expect((await change(0, 'd')).status).toBe(400)
})

it('an order of a card that its buyer cancels has nothing to cancel: it is delivered', async () => {
  const { orderId } = await buyCards()
  expect((await customer.call(cancelOrder, { orderId })).status).toBe(409)
})

describe('time', () => {
  it('erases a code a month after its mail; sent again it is a new one', async () => {
    const { id, code } = await giveCard(shop, admin, 900)
    clock.at = START + 31 * DAY_MS
    await eraseDeliveredCodes(db(), new Date(clock.at))
    expect(await codeOf(shop, id)).toBeNull()
    expect((await shop.newClient().call(checkGiftCard, { code })).status).toBe(200)
    await admin.call(resendGiftCard, { cardId: id })
    expect((await shop.newClient().call(checkGiftCard, { code })).status).toBe(404)
    const fresh = await codeOf(shop, id)
    expect((await shop.newClient().call(checkGiftCard, { code: fresh })).body).toMatchObject({ balance: 900 })
    clock.at = START
  })

  it('ends a card after its last day in Brussels, which its mail names, and takes its balance', async () => {
    const { id, code } = await giveCard(shop, admin, 800)
    const mail = (await mailsTo('sam@gloed.test')).find(
      ({ props }) => (props as { cardId: string }).cardId === id,
    )
    const render = createMailRenderer(() => ({ shopName: 'Gloed', company: [] }), {
      ...noMailSources,
      giftCardCode: () => Promise.resolve(code),
      text: () => Promise.resolve(null),
      content: shop.node.platform.content,
    })
    expect((await render('gift-card', mail?.props)).text).toContain('geldig tot en met 25 november 2028.')
    const { body } = await admin.call(readGiftCard, { cardId: id })
    expect(body.expiresAt).toBe('2028-11-25T23:00:00.000Z')
    expect(lastValidMoment(body.expiresAt)).toBe('2028-11-25T22:59:59.999Z')
    clock.at = Date.parse('2028-11-25T22:59:59.999Z')
    await expireGiftCards(db(), new Date(clock.at))
    const { id: productId } = await addProduct(shop)
    // A user whose login is not as old as that.
    const buyer = await shop.newUser()
    const basket = { items: [{ productId, quantity: 1 }], addressId: await addAddressFor(buyer) }
    const quote = async () => (await buyer.call(quoteCart, { ...basket, giftCards: [code] })).body
    expect(await quote()).toMatchObject({ due: 200, refusedCards: [] })
    clock.at += 1
    expect(await quote()).toMatchObject({ due: 1000, refusedCards: [{ reason: 'EXPIRED' }] })
    const late = await buyer.call(checkout, { ...basket, giftCards: [code] })
    expect(late.body).toMatchObject({ refusedCards: [{ reason: 'EXPIRED' }] })
    await expireGiftCards(db(), new Date(clock.at))
    const fresh = await shop.newUser('ADMIN')
    const after = (await fresh.call(readGiftCard, { cardId: id })).body
    expect(after).toMatchObject({
      state: 'EXPIRED',
      balance: 0,
      entries: [{ kind: 'EXPIRE', amount: -800 }, {}],
    })
    await booksAgree()
    clock.at = START
  })
})
