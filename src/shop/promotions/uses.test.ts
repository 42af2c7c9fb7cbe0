import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { callWebhook, paymentsOf, payWithoutWebhook } from '../../../tests/support/payments.ts'
import {
  addPromotion,
  newCode,
  one,
  openPromotionShop,
  type PromotionShop,
} from '../../../tests/support/promotions.ts'
import { readAdminOrder, setOrderStatus, setPicked, refundOrder } from '../orders/admin/contract.ts'
import { cancelOrder, payAgain, readOrder } from '../orders/contract.ts'
import { releaseExpiredPromotionUses } from './service.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

describe('the last use', () => {
  it('is given back after its hold, and a payment that comes later keeps its price', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    const promotion = await addPromotion(stand.admin, { code, maxUses: 1 })
    const [early, late] = [await stand.buyer(), await stand.buyer()]
    const first = await stand.order(early, one(id), { codes: [code] })
    expect((await stand.order(late, one(id), { codes: [code] })).body).toMatchObject({
      refused: [{ reason: 'INVALID' }],
    })
    await payWithoutWebhook(stand.shop, first.body.paymentUrl as string)
    stand.clock += 31 * 60_000
    await releaseExpiredPromotionUses(stand.shop.node.platform)
    expect(await stand.stateOf(promotion.id)).toEqual(['RELEASED'])
    const second = await stand.order(late, one(id), { codes: [code] })
    expect(second.status).toBe(201)
    // To be paid anew it would need a use, and there is none.
    expect(await early.customer.call(payAgain, { orderId: first.body.orderId })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_NOT_PAYABLE', message: expect.stringContaining('korting') },
    })
    const [payment] = await paymentsOf(stand.shop, first.body.orderId)
    await callWebhook(stand.shop, payment?.providerId ?? null)
    expect((await early.customer.call(readOrder, { orderId: first.body.orderId })).body).toMatchObject({
      status: 'PAID',
      total: 900,
    })
    const uses = await stand.usesOf(promotion.id)
    expect(Object.fromEntries(uses.map(({ state, isBeyondLimit }) => [state, isBeyondLimit]))).toEqual({
      HELD: false,
      REDEEMED: true,
    })
    const shown = (orderId: string) => stand.admin.call(readAdminOrder, { orderId })
    expect((await shown(first.body.orderId)).body.promotionsBeyondLimit).toEqual([promotion.id])
    expect((await shown(second.body.orderId)).body.promotionsBeyondLimit).toBeUndefined()
    await stand.booksAgree()
  })

  it('that expired is taken by the next order before the job has run', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    const promotion = await addPromotion(stand.admin, { code, maxUses: 1, oncePerCustomer: true })
    const who = await stand.buyer()
    await stand.order(who, one(id), { codes: [code] })
    stand.clock += 31 * 60_000
    expect((await stand.order(who, one(id, 2), { codes: [code] })).status).toBe(201)
    expect((await stand.stateOf(promotion.id)).toSorted()).toEqual(['HELD', 'RELEASED'])
    await stand.booksAgree()
  })

  it('comes back with a cancelled order, and is taken again when that is reopened', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    const promotion = await addPromotion(stand.admin, { code, maxUses: 1 })
    const who = await stand.buyer()
    const { body } = await stand.order(who, one(id), { codes: [code] })
    const { orderId } = body
    const { items } = (await who.customer.call(readOrder, { orderId })).body
    await stand.admin.call(setPicked, { orderId, itemId: items[0]?.id as string, picked: true })
    for (const [status, state] of [
      ['CANCELLED', 'RELEASED'],
      ['PENDING', 'HELD'],
      ['PAID', 'REDEEMED'],
      ['CANCELLED', 'RELEASED'],
      ['PENDING', 'REDEEMED'],
      ['CANCELLED', 'RELEASED'],
      ['SHIPPED', 'REDEEMED'],
    ] as const) {
      expect((await stand.admin.call(setOrderStatus, { orderId, status })).status).toBe(200)
      expect([status, await stand.stateOf(promotion.id)]).toEqual([status, [state]])
      await stand.booksAgree()
    }
  })
})

describe('money back', () => {
  it('unit by unit is exactly the paid amount, in any order of the lines', async () => {
    const [a, b] = [
      await addProduct(stand.shop, { price: 333 }),
      await addProduct(stand.shop, { price: 1001 }),
    ]
    const code = newCode()
    await addPromotion(stand.admin, { code, kind: 'AMOUNT', amountCents: 500 })
    const who = await stand.buyer()
    const items = [...one(a.id, 3), ...one(b.id, 2)]
    const { body } = await stand.order(who, items, { codes: [code] })
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const { orderId } = body
    const read = (await who.customer.call(readOrder, { orderId })).body
    expect(read.total).toBe(2501)
    const units = read.items.flatMap(item => Array.from({ length: item.quantity }, () => item.id))
    const shuffled = [4, 0, 3, 1, 2].map(at => units[at] as string)
    let back = 0
    for (const itemId of shuffled) {
      const { status, body: refund } = await stand.admin.call(refundOrder, {
        orderId,
        items: [{ itemId, quantity: 1 }],
      })
      expect(status).toBe(201)
      back += refund.amount
    }
    expect(back).toBe(2501)
    await stand.booksAgree()
  })

  it('of a cancelled order gives the use back', async () => {
    const { id } = await addProduct(stand.shop)
    const code = newCode()
    const promotion = await addPromotion(stand.admin, { code, maxUses: 1 })
    const who = await stand.buyer()
    const { body } = await stand.order(who, one(id), { codes: [code] })
    await who.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    expect((await who.customer.call(cancelOrder, { orderId: body.orderId })).status).toBe(200)
    expect(await stand.stateOf(promotion.id)).toEqual(['RELEASED'])
    expect((await stand.order(who, one(id), { codes: [code] })).status).toBe(201)
    await stand.booksAgree()
  })
})
