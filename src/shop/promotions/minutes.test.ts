import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import {
  addPromotion,
  newCode,
  one,
  openPromotionShop,
  type PromotionShop,
} from '../../../tests/support/promotions.ts'
import { setOrderStatus, setPicked, refundOrder } from '../orders/admin/contract.ts'
import { spendMinutes } from '../../money/minutes/service.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { readUser } from '../../people/accounts/contract.ts'
import { cancelOrder, readOrder } from '../orders/contract.ts'

let stand: PromotionShop
beforeAll(async () => void (stand = await openPromotionShop()))
afterAll(() => stand.shop.close())

type Buyer = Awaited<ReturnType<PromotionShop['buyer']>>
const balanceOf = async ({ customer }: Buyer) => (await customer.call(readUser)).body.minutesBalance
const entriesOf = async ({ customer }: Buyer) =>
  (
    await stand.shop.node.platform.db
      .select()
      .from(minuteEntries)
      .where(eq(minuteEntries.userId, customer.user.id))
      .orderBy(minuteEntries.createdAt, minuteEntries.id)
  ).map(({ kind, minutes }) => [kind, minutes])
const setStatus = async (orderId: string, status: 'SHIPPED' | 'DELIVERED' | 'CANCELLED') =>
  expect((await stand.admin.call(setOrderStatus, { orderId, status })).status).toBe(200)
async function send({ customer }: Buyer, orderId: string) {
  const { items } = (await customer.call(readOrder, { orderId })).body
  await stand.admin.call(setPicked, { orderId, itemId: items[0]?.id as string, picked: true })
  await setStatus(orderId, 'SHIPPED')
}

/** A paid order that brings 15 minutes. */
async function buyWithMinutes(more: object = {}, expectedTotal = 1000) {
  const { id } = await addProduct(stand.shop)
  const code = newCode()
  await addPromotion(stand.admin, { code, kind: 'MINUTES', minutes: 15 })
  const buyer = await stand.buyer()
  const { body, status } = await stand.order(buyer, one(id), { codes: [code], expectedTotal, ...more })
  expect(status).toBe(201)
  await buyer.customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return { buyer, orderId: body.orderId }
}

describe('minutes that come with an order', () => {
  it('are credited once, when it is sent: until then it can be cancelled for all that was paid', async () => {
    const { buyer, orderId } = await buyWithMinutes()
    expect(await balanceOf(buyer)).toBe(0)
    await send(buyer, orderId)
    await setStatus(orderId, 'DELIVERED')
    await setStatus(orderId, 'SHIPPED')
    expect(await entriesOf(buyer)).toEqual([['GIFT', 15]])
    expect(await balanceOf(buyer)).toBe(15)
    await stand.booksAgree()
    const other = await buyWithMinutes()
    expect((await other.buyer.customer.call(cancelOrder, { orderId: other.orderId })).status).toBe(200)
    expect(await entriesOf(other.buyer)).toEqual([])
    await stand.booksAgree()
  })

  it('are taken back when no line is left, whatever else stays paid, and never come after that', async () => {
    const returnAll = async ({ buyer, orderId }: Awaited<ReturnType<typeof buyWithMinutes>>) => {
      const { items } = (await buyer.customer.call(readOrder, { orderId })).body
      const wanted = { orderId, items: [{ itemId: items[0]?.id as string, quantity: 1 }] }
      expect((await stand.admin.call(refundOrder, wanted)).body).toMatchObject({ amount: 1000, left: 250 })
    }
    const sent = await buyWithMinutes({ hasTracking: true }, 1250)
    await setStatus(sent.orderId, 'DELIVERED')
    expect(await balanceOf(sent.buyer)).toBe(15)
    await returnAll(sent)
    expect(await balanceOf(sent.buyer)).toBe(0)
    const waiting = await buyWithMinutes({ hasTracking: true }, 1250)
    await returnAll(waiting)
    await setStatus(waiting.orderId, 'DELIVERED')
    expect(await entriesOf(waiting.buyer)).toEqual([])
    await stand.booksAgree()
  })

  it('are taken back with a refund of all of it, but for those that were spent', async () => {
    const { buyer, orderId } = await buyWithMinutes()
    await send(buyer, orderId)
    const { db } = stand.shop.node.platform
    await db.transaction(tx => spendMinutes(tx, buyer.customer.user.id, crypto.randomUUID(), 4))
    expect((await stand.admin.call(refundOrder, { orderId, amount: 400 })).status).toBe(201)
    expect(await balanceOf(buyer)).toBe(11)
    expect((await stand.admin.call(refundOrder, { orderId })).status).toBe(201)
    expect(await balanceOf(buyer)).toBe(0)
    await setStatus(orderId, 'CANCELLED')
    expect(await entriesOf(buyer)).toEqual([
      ['GIFT', 15],
      ['SPEND', -4],
      ['GIFT_RETURN', -11],
    ])
    await stand.booksAgree()
  })
})
