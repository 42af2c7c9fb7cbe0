import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLot, entriesOf, playMinutes } from '../../../tests/support/earnings.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { addGiftCardProduct, codeOf, giveCard } from '../../../tests/support/giftCards.ts'
import { addGiftToList, startGiftPurchase } from '../../../tests/support/gifts.ts'
import { buyQuickMinutes, callWebhook } from '../../../tests/support/payments.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { refundGiftPurchase } from '../../live/gifts/admin/contract.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { creditAccounts } from '../credit/table.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { minuteEntries, minuteLots } from '../minutes/table.ts'
import { payments } from '../payments/table.ts'
import { bookPayout, bookPayoutReturn, payableCents } from './service.ts'
import { earningAccounts, earningEntries, earningShares } from './table.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let admin: TestUser
let later = 0
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + later) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const newCreator = async () => (await shop.newUser('MODEL')).user.id
const play = (creatorId: string, playerId: string, minutes: number, sessionId: string = randomUUID()) =>
  playMinutes(shop, { sessionId, startedAt: new Date(), creatorId, playerId }, minutes)
const centsOf = async (creatorId: string) =>
  (await entriesOf(shop, creatorId)).map(({ type, cents }) => [type, cents])
const balanceOf = async (creatorId: string) => {
  const [account] = await db().select().from(earningAccounts).where(eq(earningAccounts.id, creatorId))
  return account?.balanceCents ?? 0
}

/** Five minutes for ten euros, paid. */
async function bought(customer: TestUser) {
  const purchase = await buyQuickMinutes(shop, customer)
  await customer.request('GET', await completePayment(purchase.paymentUrl, 'paid'))
  return purchase
}
async function takeOut(kind: 'chargeback' | 'refund', providerId: string | null, value: string) {
  const send = (path: string, body: object) =>
    shop.newClient().request('POST', `/simulator/mollie/${path}`, body)
  const sent = await send(kind, { id: providerId, amount: { currency: 'EUR', value } })
  expect(sent.status).toBe(200)
  if (kind === 'refund') await send('refund-status', { ...(sent.body as object), status: 'refunded' })
  await Promise.all([1, 2].map(() => callWebhook(shop, providerId)))
}
const lotOf = async (purchaseId: string) => {
  const [found] = await db()
    .select({ lot: minuteLots })
    .from(minuteLots)
    .innerJoin(minuteEntries, eq(minuteEntries.id, minuteLots.id))
    .where(eq(minuteEntries.purchaseId, purchaseId))
  return found?.lot as typeof minuteLots.$inferSelect
}
const daysUntilFinal = ({ finalAt, addedAt }: typeof minuteLots.$inferSelect) =>
  Math.round((finalAt.getTime() - addedAt.getTime()) / DAY_MS)

describe('a purchase of minutes', () => {
  it('keeps the VAT and the fee in its price, and is final by its method', async () => {
    const { purchaseId } = await bought(await shop.newUser())
    const lot = await lotOf(purchaseId)
    // 10 euros with 21% VAT, and the usual fee of a card: 25 cents and 1,8%.
    expect(lot).toMatchObject({ valueCents: 1000, vatCents: 174, feeCents: 43 })
    expect(daysUntilFinal(lot)).toBe(120)
  })

  it('by a card that the shop gave or by store credit is final at once', async () => {
    const customer = await shop.newUser()
    const { code } = await giveCard(shop, admin, 1000)
    const { body } = await customer.call(purchaseMinutes, {
      packageId: 'quick',
      minutes: 5,
      price: 1000,
      giftCards: [code],
    })
    const lot = await lotOf(body.purchaseId)
    expect(lot).toMatchObject({ valueCents: 1000, vatCents: 174, feeCents: 0 })
    expect(daysUntilFinal(lot)).toBe(0)
  })

  it('by a gift card is final with the payment of the card', async () => {
    const buyer = await shop.newUser()
    const productId = await addGiftCardProduct(shop, admin, 1000)
    const giftCardDeliveries = [{ productId, recipientEmail: 'sam@gloed.test' }]
    const { body: order } = await buyer.call(checkout, {
      items: [{ productId, quantity: 1 }],
      giftCardDeliveries,
    })
    await buyer.request('GET', await completePayment(order.paymentUrl as string, 'paid'))
    await db().update(payments).set({ method: 'DEBIT' }).where(eq(payments.subjectId, order.orderId))
    const cards = await db().select().from(creditAccounts)
    const card = cards.find(({ orderItemId }) => orderItemId !== null)
    const player = await shop.newUser()
    const { body } = await player.call(purchaseMinutes, {
      packageId: 'quick',
      minutes: 5,
      price: 1000,
      giftCards: [await codeOf(shop, card?.id ?? '')],
    })
    expect(daysUntilFinal(await lotOf(body.purchaseId))).toBe(56)
  })
})

describe('earnings whose price goes back', () => {
  it('are taken back as far as the played minutes are owed, once, and not below that', async () => {
    const [creatorId, customer] = [await newCreator(), await shop.newUser()]
    const { payment } = await bought(customer)
    await play(creatorId, customer.user.id, 4)
    expect(await centsOf(creatorId)).toEqual([['EARNED', 397]])
    // The unplayed minute covers 2 euros; 4 of the 8 that were played are owed, and then all.
    await takeOut('chargeback', payment.providerId, '6.00')
    expect(await centsOf(creatorId)).toEqual([
      ['EARNED', 397],
      ['TAKEN_BACK', -198],
    ])
    await takeOut('chargeback', payment.providerId, '4.00')
    expect(await centsOf(creatorId)).toEqual([
      ['EARNED', 397],
      ['TAKEN_BACK', -198],
      ['TAKEN_BACK', -199],
    ])
    expect(await balanceOf(creatorId)).toBe(0)
  })

  it('are taken back of every creator when all was refunded at the provider', async () => {
    const [one, two, customer] = [await newCreator(), await newCreator(), await shop.newUser()]
    const { payment } = await bought(customer)
    await play(one, customer.user.id, 2)
    await play(two, customer.user.id, 1)
    await takeOut('refund', payment.providerId, '10.00')
    expect([await balanceOf(one), await balanceOf(two)]).toEqual([0, 0])
  })

  it('stay when they are payable: the shop bears it', async () => {
    const [creatorId, customer] = [await newCreator(), await shop.newUser()]
    const { payment } = await bought(customer)
    await play(creatorId, customer.user.id, 5)
    later = 121 * DAY_MS
    await takeOut('chargeback', payment.providerId, '10.00')
    later = 0
    expect(await centsOf(creatorId)).toEqual([['EARNED', 496]])
  })

  it('are nothing without a played minute', async () => {
    const customer = await shop.newUser()
    const { payment, purchaseId } = await bought(customer)
    await takeOut('chargeback', payment.providerId, '10.00')
    expect(await db().$count(earningEntries, eq(earningEntries.purchaseId, purchaseId))).toBe(0)
  })

  it('of a gift are taken back by a chargeback or a refund', async () => {
    const creatorId = await newCreator()
    const give = async () => {
      const buyer = await shop.newUser()
      const { id } = await addGiftToList(admin, creatorId)
      const gift = await startGiftPurchase(shop, buyer, id)
      await buyer.request('GET', await completePayment(gift.paymentUrl, 'paid'))
      return gift
    }
    const [charged, refunded] = [await give(), await give()]
    // 80% of 20,66 without VAT.
    expect(await balanceOf(creatorId)).toBe(2 * 1653)
    await takeOut('chargeback', charged.payment.providerId, '5.00')
    expect(await balanceOf(creatorId)).toBe(2 * 1653 - 330)
    await admin.call(refundGiftPurchase, { purchaseId: refunded.purchaseId, reason: 'test' })
    expect(await balanceOf(creatorId)).toBe(1653 - 330)
  })
})

describe('a payout', () => {
  it('takes what is payable, once, and can come back once', async () => {
    const [creatorId, playerId] = [await newCreator(), (await shop.newUser()).user.id]
    await addLot(shop, playerId, { minutes: 5, value: 1000, vat: 174 })
    await addLot(shop, playerId, {
      minutes: 5,
      value: 1000,
      vat: 174,
      finalAt: new Date(Date.now() + DAY_MS),
    })
    await play(creatorId, playerId, 10)
    const now = new Date(Date.now() + 1000)
    const payable = () => db().transaction(tx => payableCents(tx, creatorId, now))
    expect([await balanceOf(creatorId), await payable()]).toEqual([991, 496])
    const payoutId = randomUUID()
    const pay = (cents: number) => db().transaction(tx => bookPayout(tx, { payoutId, creatorId, cents }, now))
    await expect(pay(497)).rejects.toThrow('of 496 that may be paid out')
    expect([await pay(400), await pay(400)]).toEqual([true, false])
    expect([await balanceOf(creatorId), await payable()]).toEqual([591, 96])
    const giveBack = () => db().transaction(tx => bookPayoutReturn(tx, payoutId, now))
    expect([await giveBack(), await giveBack()]).toEqual([true, false])
    expect([await balanceOf(creatorId), await payable()]).toEqual([991, 496])
    await expect(db().transaction(tx => bookPayoutReturn(tx, randomUUID(), now))).rejects.toThrow(
      'never booked',
    )
    const nobody = (await shop.newUser()).user.id
    expect(await db().transaction(tx => payableCents(tx, nobody, now))).toBe(0)
  })
})

it('entries and shares are never changed, and a share never begins before it is noted', async () => {
  await expect(db().delete(earningEntries)).rejects.toMatchObject({
    cause: { message: 'earning_entries is append-only' },
  })
  await expect(db().update(earningShares).set({ basisPoints: 1 })).rejects.toMatchObject({
    cause: { message: 'earning_shares is append-only' },
  })
  const startsAt = new Date(Date.now() - 60_000)
  const share = { source: 'GIFTS', basisPoints: 1, deductsFee: false, byUserId: admin.user.id } as const
  await expect(
    db()
      .insert(earningShares)
      .values({ ...share, startsAt }),
  ).rejects.toMatchObject({
    cause: { message: expect.stringContaining('never_backwards') },
  })
})
