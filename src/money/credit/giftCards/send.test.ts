import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { completePayment } from '../../../../tests/support/fixtures.ts'
import { addGiftCardProduct, findMoneyDiscrepancies } from '../../../../tests/support/giftCards.ts'
import { openShop, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { mails } from '../../../platform/db/table.ts'
import { checkout } from '../../../shop/checkout/contract.ts'
import { readOrder } from '../../../shop/orders/contract.ts'
import { sendGiftCard } from '../contract.ts'
import { expireGiftCards, createGiftCards } from './service.ts'
import { sendDueGiftCards } from './send.service.ts'
import { blockGiftCard, readGiftCard, unblockGiftCard } from '../admin/contract.ts'
import { changeSettings, readSettings } from '../../settings/admin/contract.ts'

const START = Date.parse('2026-11-26T12:00:00Z')
const clock = { at: START }
let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock.at) })
  customer = await shop.newUser()
  await setMonths(12)
})
beforeEach(() => {
  clock.at = START
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const at = (time: string) => {
  clock.at = Date.parse(time)
}
/** The daily jobs: expiring first, as at night. */
async function expireAndSend() {
  await expireGiftCards(db(), new Date(clock.at))
  await sendDueGiftCards(shop.node.platform)
}
async function setMonths(giftCardMonths: number) {
  const admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  expect((await admin.call(changeSettings, { ...settings, giftCardMonths, version })).status).toBe(200)
}

/** Buys a card of 50 euros for a day. @returns its id */
async function planCard(recipientEmail: string, deliverOn: string): Promise<string> {
  const productId = await addGiftCardProduct(shop, await shop.newUser('ADMIN'))
  const input = {
    items: [{ productId, quantity: 1 }],
    giftCardDeliveries: [{ productId, recipientEmail, deliverOn }],
  }
  const { status, body } = await customer.call(checkout, input)
  expect(status).toBe(201)
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const order = await customer.call(readOrder, { orderId: body.orderId })
  return order.body.items[0]?.giftCards?.[0]?.id as string
}

const cardOf = async (cardId: string) =>
  (await (await shop.newUser('ADMIN')).call(readGiftCard, { cardId })).body
const mailedTo = async (recipient: string) =>
  (await db().select().from(mails).where(eq(mails.recipient, recipient))).map(({ props }) => props)

it('a card of twelve months that is planned a year ahead arrives with its value, and lasts twelve months', async () => {
  const cardId = await planCard('year@gloed.test', '2027-11-27')
  expect((await cardOf(cardId)).expiresAt).toBe('2028-11-27T23:00:00.000Z')
  for (const day of ['2027-11-26T02:00:00Z', '2027-11-27T01:23:00Z', '2027-11-27T08:00:00Z']) {
    at(day)
    await expireAndSend()
  }
  expect(await mailedTo('year@gloed.test')).toMatchObject([
    { valueCents: 5000, expiresAt: '2028-11-27T23:00:00.000Z' },
  ])
  at('2028-11-27T22:59:59Z')
  await expireAndSend()
  expect(await cardOf(cardId)).toMatchObject({ state: 'ACTIVE', balance: 5000 })
  at('2028-11-27T23:00:00Z')
  await expireAndSend()
  expect(await cardOf(cardId)).toMatchObject({ state: 'EXPIRED', balance: 0 })
  expect(await findMoneyDiscrepancies(shop, new Date(clock.at))).toEqual([])
})

it('one that is moved later lasts longer by it, with the months of its sale; moved back it keeps them', async () => {
  await setMonths(24)
  const cardId = await planCard('moved@gloed.test', '2026-12-24')
  await setMonths(12)
  const move = async (change: object) => {
    expect((await customer.call(sendGiftCard, { cardId, ...change })).status).toBe(204)
    return (await cardOf(cardId)).expiresAt
  }
  expect(await move({ deliverOn: '2027-06-30' })).toBe('2029-06-30T22:00:00.000Z')
  expect(await move({ deliverOn: '2026-12-01' })).toBe('2029-06-30T22:00:00.000Z')
  expect(await move({})).toBe('2029-06-30T22:00:00.000Z')
  expect(await mailedTo('moved@gloed.test')).toMatchObject([{ expiresAt: '2029-06-30T22:00:00.000Z' }])
})

it('one that was blocked until after its end is valid from its mail', async () => {
  const blocked = await planCard('blocked@gloed.test', '2026-12-24')
  await (await shop.newUser('ADMIN')).call(blockGiftCard, { cardId: blocked, reason: 'even wachten' })
  at('2027-12-31T12:00:00Z')
  await expireGiftCards(db(), new Date(clock.at))
  await (await shop.newUser('ADMIN')).call(unblockGiftCard, { cardId: blocked, reason: 'toch goed' })
  await expireAndSend()
  expect(await mailedTo('blocked@gloed.test')).toMatchObject([
    { valueCents: 5000, expiresAt: '2028-12-31T23:00:00.000Z' },
  ])
})

it('all cards of a day are sent at once, more than fit in one transaction too', async () => {
  const card = { valueCents: 100, orderItemId: null, piece: null, recipientEmail: 'many@gloed.test' }
  const many = Array.from({ length: 201 }, () => ({ ...card, deliverOn: '2026-12-25' }))
  await db().transaction(tx => createGiftCards(tx, shop.node.platform, many))
  at('2026-12-25T08:00:00Z')
  await sendDueGiftCards(shop.node.platform)
  expect(await mailedTo('many@gloed.test')).toHaveLength(201)
})
