import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAddressFor, addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { expireCard, findMoneyDiscrepancies, giveCard } from '../../../tests/support/giftCards.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { readOrder } from '../../shop/orders/contract.ts'
import { listMinutePackages, purchaseMinutes } from '../minutes/contract.ts'
import { readStoreCredit } from './contract.ts'
import { expireGiftCards } from './giftCards/service.ts'
import { blockGiftCard, changeUserCredit, readGiftCard } from './admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const cardOf = async (cardId: string) => (await admin.call(readGiftCard, { cardId })).body
const creditOf = async (customer: TestUser) => (await customer.call(readStoreCredit, {})).body
const booksAgree = async () => expect(await findMoneyDiscrepancies(shop)).toEqual([])

/** An order of ten euros of a new customer, of which a card pays four, and store credit all that it has. */
async function openOrder(storeCredit = 0) {
  const customer = await shop.newUser()
  const { id: productId } = await addProduct(shop)
  const card = await giveCard(shop, admin, 400)
  if (storeCredit > 0)
    await admin.call(changeUserCredit, { userId: customer.user.id, amount: storeCredit, reason: 'test' })
  const { body, status } = await customer.call(checkout, {
    items: [{ productId, quantity: 1 }],
    addressId: await addAddressFor(customer),
    giftCards: [card.code],
    useStoreCredit: storeCredit > 0,
  })
  expect(status).toBe(201)
  const fail = async () => customer.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
  return { customer, card, orderId: body.orderId, fail }
}

it('a card that expired while the payment was open: its money is store credit, and stays', async () => {
  const { customer, card, orderId, fail } = await openOrder()
  await expireCard(shop, card.id)
  await fail()
  expect((await customer.call(readOrder, { orderId })).body.status).toBe('CANCELLED')
  await expireGiftCards(db(), new Date())
  expect(await creditOf(customer)).toMatchObject({
    balance: 400,
    entries: [
      {
        kind: 'RELEASE',
        amount: 400,
        reason: `Van cadeaubon …${card.code.slice(-4)}, die intussen verlopen of geblokkeerd is`,
      },
    ],
  })
  expect(await cardOf(card.id)).toMatchObject({ balance: 0, state: 'EXPIRED' })
  await booksAgree()
})

it('a card that was blocked meanwhile: so is its, beside the store credit that was used too', async () => {
  const { customer, card, fail } = await openOrder(150)
  await admin.call(blockGiftCard, { cardId: card.id, reason: 'verloren' })
  await fail()
  expect((await creditOf(customer)).balance).toBe(550)
  expect((await cardOf(card.id)).balance).toBe(0)
  await booksAgree()
})

it('minutes that are not paid: the same', async () => {
  const customer = await shop.newUser()
  const [offer] = (await customer.call(listMinutePackages)).body
  const card = await giveCard(shop, admin, 100)
  const { id: packageId, minutes, price } = offer as NonNullable<typeof offer>
  const { body } = await customer.call(purchaseMinutes, { packageId, minutes, price, giftCards: [card.code] })
  await expireCard(shop, card.id)
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
  expect((await creditOf(customer)).balance).toBe(100)
  await booksAgree()
})

it('a guest has no store credit to spend: the card has it, and lasts a month more', async () => {
  const guest = await newGuest(shop)
  const { id: productId } = await addProduct(shop)
  const card = await giveCard(shop, admin, 400)
  const order = {
    items: [{ productId, quantity: 1 }],
    guest: { email: `gast-${process.pid}@gloed.test`, address: someAddress, acceptsTerms: true },
    giftCards: [card.code],
  }
  const { body } = await guest.call(checkout, order)
  await expireCard(shop, card.id)
  await guest.request('GET', await completePayment(body.paymentUrl as string, 'failed'))
  await expireGiftCards(db(), new Date())
  const back = await cardOf(card.id)
  expect(back).toMatchObject({ balance: 400, state: 'ACTIVE' })
  expect(Date.parse(back.expiresAt) - Date.now()).toBeGreaterThan(28 * 24 * 3_600_000)
  expect((await guest.call(checkout, { ...order, expectedDue: 600 })).status).toBe(201)
  await booksAgree()
})
