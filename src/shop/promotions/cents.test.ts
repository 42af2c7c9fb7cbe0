import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { giveCard } from '../../../tests/support/giftCards.ts'
import { stockOf } from '../../../tests/support/payments.ts'
import {
  addPromotion,
  newCode,
  one,
  openPromotionShop,
  type PromotionShop,
} from '../../../tests/support/promotions.ts'
import { setOrderStatus, refundOrder } from '../orders/admin/contract.ts'
import { checkGiftCard } from '../../money/credit/contract.ts'
import { quoteCart } from '../checkout/contract.ts'
import { readOrder } from '../orders/contract.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

describe('amounts of a cent', () => {
  const addCheap = async () => (await addProduct(stand.shop, { price: 1 })).id

  it('are shared out and given back to the cent, and a unit for which nothing was paid is refused', async () => {
    const id = await addCheap()
    const code = newCode()
    await addPromotion(stand.admin, { code, percentage: 34 })
    const who = await stand.buyer()
    const { body } = await stand.order(who, one(id, 3), { codes: [code], expectedTotal: 2 })
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const { orderId } = body
    const { items } = (await who.customer.call(readOrder, { orderId })).body
    const refund = (quantity: number) =>
      stand.admin.call(refundOrder, { orderId, items: [{ itemId: items[0]!.id, quantity }] })
    expect(await refund(1)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_TOO_LARGE', left: 2, message: 'Voor deze regels is niets betaald.' },
    })
    expect((await refund(2)).body).toMatchObject({ amount: 1, left: 1 })
    expect((await refund(1)).body).toMatchObject({ amount: 1, left: 0 })
    await stand.booksAgree()
  })

  it('of a free unit go back with its withdrawal, for nothing and into stock, once a key', async () => {
    const paid = (await addProduct(stand.shop, { price: 2 })).id
    const free = (await addProduct(stand.shop, { price: 1, stock: 5 })).id
    const code = newCode()
    await addPromotion(stand.admin, { code, kind: 'BUY_X_GET_Y', buyQuantity: 1, freeQuantity: 1 })
    const who = await stand.buyer()
    const { body } = await stand.order(who, [...one(paid), ...one(free)], { codes: [code], expectedTotal: 2 })
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const { orderId } = body
    const { items } = (await who.customer.call(readOrder, { orderId })).body
    const takeBack = (productId: string, key: string) => {
      const line = items.find(item => item.productId === productId)
      const wanted = { orderId, items: [{ itemId: line!.id, quantity: 1 }], restock: true }
      return stand.admin.call(refundOrder, wanted, { 'idempotency-key': key })
    }
    await stand.admin.call(setOrderStatus, { orderId, status: 'DELIVERED' })
    expect(await stockOf(stand.shop, free)).toMatchObject({ stock: 4 })
    expect((await takeBack(paid, 'paid')).body).toMatchObject({ amount: 2, left: 0 })
    for (const _ of [1, 2]) expect((await takeBack(free, 'free')).body).toMatchObject({ amount: 0, left: 0 })
    expect(await stockOf(stand.shop, free)).toMatchObject({ stock: 5 })
    expect((await takeBack(free, 'again')).body).toMatchObject({ code: 'REFUND_TOO_LARGE' })
    await stand.booksAgree()
  })

  it('of which a percentage is no cent keep their price, with the reason, and no use is taken', async () => {
    const items = one(await addCheap())
    const code = newCode()
    const { id: promotionId } = await addPromotion(stand.admin, { code, percentage: 10, maxUses: 1 })
    const who = await stand.buyer()
    expect((await who.customer.call(quoteCart, { items, codes: [code] })).body).toMatchObject({
      total: 1,
      refused: [{ reason: 'NOTHING_LEFT', message: `De code ${code} levert bij deze winkelwagen niets op.` }],
    })
    expect((await stand.order(who, items, { codes: [code], expectedTotal: 1 })).status).toBe(201)
    expect(await stand.usesOf(promotionId)).toEqual([])
  })

  it('are paid by a card of a cent and the provider, and go back to each', async () => {
    const items = one(await addCheap(), 2)
    const { code } = await giveCard(stand.shop, stand.admin, 1)
    const who = await stand.buyer()
    const { status, body } = await stand.order(who, items, { giftCards: [code], expectedDue: 1 })
    expect(status).toBe(201)
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const balance = async () => (await stand.shop.newClient().call(checkGiftCard, { code })).body.balance
    expect(await balance()).toBe(0)
    const first = await stand.admin.call(refundOrder, { orderId: body.orderId, amount: 1 })
    expect([first.body.left, await balance()]).toEqual([1, 0])
    const second = await stand.admin.call(refundOrder, { orderId: body.orderId })
    expect([second.body.left, await balance()]).toEqual([0, 1])
    await stand.booksAgree()
  })
})

it('of two codes of which one ends before the order: the new total, the promotion that fell away, and the other is still taken', async () => {
  const { id } = await addProduct(stand.shop)
  const codes = [newCode(), newCode()] as const
  // Midnight in Brussels, on the day that the clocks go back there.
  stand.clock = Date.parse('2027-10-30T21:59:00Z')
  const ending = { code: codes[0], isCombinable: true, endsAt: '2027-10-31T00:00' }
  const ended = await addPromotion(stand.admin, ending)
  const staying = await addPromotion(stand.admin, { code: codes[1], percentage: 20, isCombinable: true })
  const who = await stand.buyer()
  expect((await who.customer.call(quoteCart, { items: one(id), codes })).body).toMatchObject({
    total: 720,
    refused: [],
  })
  stand.clock += 60_000
  expect(await stand.order(who, one(id), { codes, expectedTotal: 720 })).toMatchObject({
    status: 409,
    body: {
      code: 'PRICE_CHANGED',
      total: 800,
      refused: [{ code: codes[0], reason: 'INVALID' }],
      message: `De code ${codes[0]} is niet geldig. Het totaal is nu €\u00a08,00.`,
    },
  })
  expect(await stockOf(stand.shop, id)).toEqual({ stock: 100, reserved: 0 })
  expect((await stand.order(who, one(id), { codes, expectedTotal: 800 })).status).toBe(201)
  expect([await stand.stateOf(ended.id), await stand.stateOf(staying.id)]).toEqual([[], ['HELD']])
})
