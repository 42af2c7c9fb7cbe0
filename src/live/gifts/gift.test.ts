import { invoiceSources } from '../../app/paymentEffects.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startGiftPurchase, findListedGift, addGiftToList } from '../../../tests/support/gifts.ts'
import {
  mailsTo,
  payWithoutWebhook,
  payOnceMore,
  providerPayments,
  refundsOf,
  callWebhook,
} from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { changeGift, refundGiftPurchase } from './admin/contract.ts'
import { listReceivedGifts, purchaseGift, readGiftPurchase } from './contract.ts'
import { giftPurchases } from './table.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { deleteAccount } from '../../backoffice/privacy/contract.ts'
import { blockUser } from '../blocks/contract.ts'
import { createCreditNote, invoicePurchase } from '../../money/invoices/issue.service.ts'

/** No job runs in these tests: a hold that is over ends when the next buyer comes. */
let shop: TestShop
let admin: TestUser
let creator: TestUser
let someone: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
  creator = await shop.newUser('MODEL')
  someone = await shop.newUser()
})
afterAll(() => shop.close())

const wish = async (more: Parameters<typeof addGiftToList>[2] = {}) =>
  (await addGiftToList(admin, creator.user.id, more)).id
const halfAnHour = () => void (clock += 31 * 60_000)
const give = (buyer: TestUser, giftId: string, choice: object = {}, key?: string) =>
  buyer.call(
    purchaseGift,
    { giftId, isAnonymous: false, ...choice },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const toldTo = async (member: TestUser, kind: string) =>
  (await member.call(listNotifications)).body.filter(news => news.type === kind)
const received = async () => (await creator.call(listReceivedGifts)).body
const booksAgree = async () => {
  const { db } = shop.node.platform
  for (const { id, status } of await db.select().from(giftPurchases))
    if (status === 'PAID') await invoicePurchase(shop.node.platform, invoiceSources, 'GIFT', id)
  expect(await findDiscrepancies(db, new Date(clock + 3_600_000))).toEqual([])
}

describe('a gift', () => {
  it('is paid at its price with a neutral description; buyer and creator are notified', async () => {
    const giftId = await wish()
    const buyer = await shop.newUser()
    const { purchaseId, paymentUrl, payment } = await startGiftPurchase(shop, buyer, giftId, {
      buyerName: '  Robin ',
    })
    expect(payment).toMatchObject({ kind: 'GIFT', amountCents: 2500, status: 'OPEN' })
    const told = (await providerPayments(shop)).find(({ id }) => id === payment.providerId)
    expect(told).toMatchObject({ amount: { value: '25.00' }, description: 'Gloed' })
    expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'HELD' })
    expect(await findListedGift(buyer, giftId), 'the buyer may try again').toMatchObject({ state: 'FREE' })

    const { status, headers } = await buyer.request('GET', await completePayment(paymentUrl, 'paid'))
    expect(status).toBe(302)
    expect(headers.get('location')).toBe(`/dashboard?payment=success&orderId=${purchaseId}`)
    expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'GIVEN' })
    expect((await buyer.call(readGiftPurchase, { purchaseId })).body).toMatchObject({
      giftName: 'Zijden kimono',
      status: 'PAID',
      ownerName: creator.user.displayName,
    })
    expect(await someone.call(readGiftPurchase, { purchaseId })).toMatchObject({ status: 404 })
    expect(await toldTo(creator, 'GIFT')).toMatchObject([
      { message: 'Robin gaf je: Zijden kimono.', path: '/studio' },
    ])
    expect(await toldTo(buyer, 'GIFT_GIVEN')).toHaveLength(1)
    expect(await received()).toMatchObject([{ id: purchaseId, amount: 2500, buyerName: 'Robin' }])
    await booksAgree()
    await vi.waitFor(async () => expect(await mailsTo(shop, buyer.user.email)).toContain('gift-paid'), 10_000)
  })

  it('that is anonymous hides its buyer from the creator, also when a name was sent', async () => {
    const giftId = await wish()
    const { purchaseId, paymentUrl } = await startGiftPurchase(shop, someone, giftId, {
      isAnonymous: true,
      buyerName: 'Geheim',
    })
    await completePayment(paymentUrl, 'paid')
    const told = JSON.stringify([await received(), (await creator.call(listNotifications)).body])
    expect(told).toContain('Iemand gaf je anoniem: Zijden kimono.')
    expect((await received()).find(({ id }) => id === purchaseId)).toMatchObject({ buyerName: null })
    for (const secret of ['Geheim', someone.user.displayName, someone.user.email])
      expect(told).not.toContain(secret)
    expect(JSON.stringify(await received())).not.toContain(someone.user.id)
  })

  it('that is paid twice is refunded once, and its buyer is notified with a link to the gifts', async () => {
    const buyer = await shop.newUser()
    const { purchaseId, paymentUrl, payment } = await startGiftPurchase(shop, buyer, await wish())
    await completePayment(paymentUrl, 'paid')
    const purchase = { subjectId: purchaseId, userId: buyer.user.id, amountCents: payment.amountCents }
    const second = await payOnceMore(shop, { kind: 'GIFT', ...purchase }, new Date(clock))
    expect(await refundsOf(shop, payment.id)).toEqual([])
    expect(await refundsOf(shop, second)).toMatchObject([{ amountCents: payment.amountCents }])
    expect(await toldTo(buyer, 'PAID_TWICE')).toMatchObject([{ path: '/gifts' }])
    expect(await toldTo(admin, 'SECOND_PAYMENT')).toMatchObject([{ path: '/admin/gifts' }])
    expect(await mailsTo(shop, buyer.user.email)).toContain('gift-returned')
    await booksAgree()
  })

  it('that is not single stays available', async () => {
    const giftId = await wish({ isSingle: false })
    for (const buyer of [someone, await shop.newUser()]) {
      const { paymentUrl } = await startGiftPurchase(shop, buyer, giftId)
      await completePayment(paymentUrl, 'paid')
      expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'FREE' })
    }
    expect((await received()).filter(({ giftName }) => giftName === 'Zijden kimono').length).toBeGreaterThan(
      1,
    )
    await booksAgree()
  })

  it('is bought once per key, with the same answer', async () => {
    const giftId = await wish()
    const [one, two] = [await give(someone, giftId, {}, 'gift'), await give(someone, giftId, {}, 'gift')]
    expect(one.status).toBe(201)
    expect(two).toMatchObject({ status: 201, body: one.body })
    expect(await give(someone, giftId, { isAnonymous: true }, 'gift')).toMatchObject({ status: 422 })
  })

  it('is refused when it is given, the buyer’s own, of a creator who blocked the buyer, or at another price', async () => {
    const giftId = await wish()
    expect(await give(creator, giftId)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await give(someone, giftId, { expectedPrice: 2400 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 2500 },
    })
    for (const none of ['nope', '0198c0de-0000-7000-8000-000000000000'])
      expect(await give(someone, none)).toMatchObject({ status: 404 })
    const unwanted = await shop.newUser()
    await creator.call(blockUser, { userId: unwanted.user.id })
    expect(await findListedGift(unwanted, giftId)).toBeUndefined()
    expect(await give(unwanted, giftId)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    await admin.call(changeGift, { giftId, isActive: false })
    expect(await findListedGift(someone, giftId)).toBeUndefined()
    expect(await give(someone, giftId)).toMatchObject({ status: 404 })
    expect(await shop.newClient().call(purchaseGift, { giftId })).toMatchObject({ status: 401 })
  })

  it.each([{ isAnonymous: 'ja' }, { buyerName: 'x'.repeat(61) }, { expectedPrice: '2500' }])(
    'is refused with %j',
    async choice => {
      expect(await give(someone, await wish(), choice)).toMatchObject({ status: 400 })
    },
  )
})

describe('a single gift', () => {
  it('is held during the payment, and available again when that fails', async () => {
    const giftId = await wish()
    const { paymentUrl } = await startGiftPurchase(shop, someone, giftId)
    const other = await shop.newUser()
    expect(await give(other, giftId)).toMatchObject({ status: 409, body: { code: 'GIFT_HELD' } })
    const { headers } = await someone.request('GET', await completePayment(paymentUrl, 'failed'))
    expect(headers.get('location')).toMatch(/^\/\?payment=failed/)
    const { paymentUrl: next } = await startGiftPurchase(shop, other, giftId)
    await completePayment(next, 'paid')
    expect(await give(someone, giftId)).toMatchObject({
      status: 409,
      body: { code: 'GIFT_GIVEN', message: 'Dit cadeau is al gegeven.' },
    })
    await booksAgree()
  })

  it('is released after half an hour; a payment after that is refunded in full', async () => {
    const giftId = await wish()
    const late = await shop.newUser()
    const first = await startGiftPurchase(shop, late, giftId)
    await payWithoutWebhook(shop, first.paymentUrl)
    halfAnHour()
    expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'FREE' })
    const { paymentUrl } = await startGiftPurchase(shop, someone, giftId)
    await callWebhook(shop, first.payment.providerId)
    expect(await refundsOf(shop, first.payment.id)).toMatchObject([{ amountCents: 2500, credits: false }])
    expect(await toldTo(late, 'GIFT_TOO_LATE')).toHaveLength(1)
    expect(await toldTo(admin, 'LATE_GIFT')).toMatchObject([{ path: '/admin/gifts' }])
    expect(await mailsTo(shop, late.user.email)).toEqual(['gift-returned'])
    await completePayment(paymentUrl, 'paid')
    expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'GIVEN' })
    await booksAgree()
  })

  it.each(['canceled', 'failed'] as const)(
    'is told as broken off by its buyer only then: %s',
    async status => {
      const { paymentUrl, purchaseId } = await startGiftPurchase(shop, someone, await wish())
      await completePayment(paymentUrl, status)
      const { body } = await someone.call(readGiftPurchase, { purchaseId })
      expect(body.status).toBe('CANCELLED')
      expect(body.isPaymentBrokenOff).toBe(status === 'canceled' ? true : undefined)
    },
  )

  it('is given by a late payment when no one else bought it meanwhile', async () => {
    const giftId = await wish()
    const { payment, paymentUrl, purchaseId } = await startGiftPurchase(shop, someone, giftId)
    await payWithoutWebhook(shop, paymentUrl)
    halfAnHour()
    await callWebhook(shop, payment.providerId)
    expect((await someone.call(readGiftPurchase, { purchaseId })).body.status).toBe('PAID')
    await booksAgree()
  })

  it('bought twice by one buyer is given by the first payment, and the other is refunded', async () => {
    const giftId = await wish()
    const [first, second] = [
      await startGiftPurchase(shop, someone, giftId),
      await startGiftPurchase(shop, someone, giftId, { isAnonymous: true }),
    ]
    await completePayment(first.paymentUrl, 'paid')
    expect((await someone.call(readGiftPurchase, { purchaseId: first.purchaseId })).body.status).toBe('PAID')
    await completePayment(second.paymentUrl, 'paid')
    expect(await refundsOf(shop, first.payment.id)).toEqual([])
    expect(await refundsOf(shop, second.payment.id)).toMatchObject([{ amountCents: 2500 }])
    await booksAgree()
  })

  it('is refunded when its creator closed the account before it was paid', async () => {
    const leaving = await shop.newUser('MODEL')
    const { id: giftId } = await addGiftToList(admin, leaving.user.id)
    const { payment, paymentUrl } = await startGiftPurchase(shop, someone, giftId)
    await leaving.call(deleteAccount, { password: 'een-goed-wachtwoord' })
    expect(await findListedGift(someone, giftId)).toBeUndefined()
    await completePayment(paymentUrl, 'paid')
    expect(await refundsOf(shop, payment.id)).toMatchObject([{ amountCents: 2500, credits: false }])
    await booksAgree()
  })

  it('is refunded in full by an admin, once, and is available again', async () => {
    const giftId = await wish()
    const { payment, paymentUrl, purchaseId } = await startGiftPurchase(shop, someone, giftId)
    const refund = (key: string) =>
      admin.call(refundGiftPurchase, { purchaseId, reason: 'Vergissing' }, { 'idempotency-key': key })
    expect(await refund('early')).toMatchObject({ status: 409, body: { code: 'ORDER_NOT_PAID' } })
    await completePayment(paymentUrl, 'paid')
    const { status, body } = await refund('once')
    expect({ status, amount: body.amount }).toEqual({ status: 201, amount: 2500 })
    expect((await refund('once')).body).toEqual(body)
    expect(await refund('twice')).toMatchObject({ status: 409, body: { code: 'REFUND_TOO_LARGE' } })
    expect(await refundsOf(shop, payment.id)).toHaveLength(1)
    expect(await findListedGift(someone, giftId)).toMatchObject({ state: 'FREE' })
    expect((await received()).find(({ id }) => id === purchaseId)).toBeUndefined()
    await createCreditNote(shop.node.platform, invoiceSources, body.refundId)
    expect(await mailsTo(shop, someone.user.email)).toContain('gift-credited')
    const [giving] = await shop.node.platform.db
      .select()
      .from(giftPurchases)
      .where(eq(giftPurchases.id, purchaseId))
    expect(giving).toMatchObject({ status: 'REFUNDED' })
    await booksAgree()
  })
})
