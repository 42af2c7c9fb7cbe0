import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { expireCard, findMoneyDiscrepancies, giveCard } from '../../../tests/support/giftCards.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readAdminOrder, refundOrder } from '../../shop/orders/admin/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { expireGiftCards } from './giftCards/service.ts'
import { creditAccounts } from './table.ts'
import { blockGiftCard, changeUserCredit, readGiftCard, unblockGiftCard } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const DAY_MS = 24 * 3_600_000
const db = () => shop.node.platform.db
const cardOf = async (cardId: string) => (await admin.call(readGiftCard, { cardId })).body
const refund = (orderId: string, part: object = {}) => admin.call(refundOrder, { orderId, ...part })
/** The books agree, and no guest has store credit. */
async function booksAgree() {
  expect(await findMoneyDiscrepancies(shop)).toEqual([])
  const ofGuests = db()
    .select({ id: creditAccounts.id })
    .from(creditAccounts)
    .innerJoin(users, and(eq(users.id, creditAccounts.userId), eq(users.role, 'GUEST')))
  expect(await ofGuests).toEqual([])
}

/** An order of ten euros of a new guest, of which a card of four euros pays its part; it is paid. */
async function paidOrder() {
  const guest = await newGuest(shop)
  const { id: productId } = await addProduct(shop)
  const card = await giveCard(shop, admin, 400)
  const order = {
    items: [{ productId, quantity: 1 }],
    guest: { email: `gast-${card.id}@gloed.test`, address: someAddress, acceptsTerms: true },
    giftCards: [card.code],
  }
  const { status, body } = await guest.call(checkout, order)
  expect(status).toBe(201)
  await guest.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const orderAgain = () => guest.call(checkout, { ...order, expectedDue: 600 })
  return { card, orderId: body.orderId, orderAgain }
}

it('a guest’s payment with a card goes back to it; one that expired lasts a month more', async () => {
  const { card, orderId, orderAgain } = await paidOrder()
  await expireCard(shop, card.id)
  await expireGiftCards(db(), new Date())
  expect((await refund(orderId, { amount: 750 })).body).toMatchObject({ left: 250 })
  expect((await refund(orderId)).body).toMatchObject({ amount: 250, left: 0 })
  await expireGiftCards(db(), new Date())
  const back = await cardOf(card.id)
  expect(back).toMatchObject({ balance: 400, state: 'ACTIVE' })
  expect(Date.parse(back.expiresAt) - Date.now()).toBeGreaterThan(27 * DAY_MS)
  expect(Date.parse(back.expiresAt) - Date.now()).toBeLessThan(33 * DAY_MS)
  expect((await orderAgain()).status).toBe(201)
  await booksAgree()
})

it('one that is valid ends when it did', async () => {
  const { card, orderId } = await paidOrder()
  const { expiresAt } = await cardOf(card.id)
  await refund(orderId)
  expect(await cardOf(card.id)).toMatchObject({ balance: 400, expiresAt })
  await booksAgree()
})

it('one that was blocked has the money, for an admin to decide', async () => {
  const { card, orderId, orderAgain } = await paidOrder()
  await admin.call(blockGiftCard, { cardId: card.id, reason: 'verloren' })
  expect((await refund(orderId)).status).toBe(201)
  expect(await cardOf(card.id)).toMatchObject({ balance: 400, state: 'BLOCKED' })
  await admin.call(unblockGiftCard, { cardId: card.id, reason: 'teruggevonden' })
  expect((await orderAgain()).status).toBe(201)
  await booksAgree()
})

it('store credit, which a guest can’t spend, is refused, and nothing is refunded', async () => {
  const { card, orderId } = await paidOrder()
  expect((await admin.call(readAdminOrder, { orderId })).body.customer.isGuest).toBe(true)
  expect(await refund(orderId, { asStoreCredit: true })).toMatchObject({
    status: 422,
    body: { code: 'NO_STORE_CREDIT', message: expect.stringContaining('heeft geen account') },
  })
  expect((await cardOf(card.id)).balance).toBe(0)
  expect((await refund(orderId)).body).toMatchObject({ amount: 1000, left: 0 })
  await booksAgree()
})

it('store credit is not given to a guest', async () => {
  const { orderId } = await paidOrder()
  const { customer } = (await admin.call(readAdminOrder, { orderId })).body
  const give = (userId: string) => admin.call(changeUserCredit, { userId, amount: 500, reason: 'test' })
  expect(await give(customer.id)).toMatchObject({ status: 422, body: { code: 'NO_STORE_CREDIT' } })
  expect((await give((await shop.newUser()).user.id)).status).toBe(201)
  await booksAgree()
})
