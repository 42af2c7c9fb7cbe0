import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAddressFor, addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readAdminOrder, refundOrder } from '../orders/admin/contract.ts'
import { mails } from '../../platform/db/table.ts'
import { checkout } from '../checkout/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { orders } from '../orders/table.ts'
import { requestWithdrawal } from './contract.ts'
import { listReturnedLines } from './units.service.ts'
import { decideLines } from './admin/contract.ts'

const clock = new Date('2026-11-20T12:05:00Z')
let shop: TestShop
let customer: TestUser
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ now: () => clock })
  customer = await shop.newUser()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

/** An order of three units of one product and one of another. */
async function bought() {
  const [candle, rose] = [await addProduct(shop), await addProduct(shop)]
  const items = [
    { productId: candle.id, quantity: 3 },
    { productId: rose.id, quantity: 1 },
  ]
  const { body } = await customer.call(checkout, { items, addressId: await addAddressFor(customer) })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const order = (await customer.call(readOrder, { orderId: body.orderId })).body
  const lineOf = ({ id }: { id: string }) => order.items.find(item => item.productId === id)?.id ?? ''
  return {
    orderId: order.id,
    number: order.number,
    candle: lineOf(candle),
    rose: lineOf(rose),
    name: candle.name,
  }
}
const say = (orderNumber: string, said: object = {}) =>
  shop
    .newClient()
    .call(requestWithdrawal, { name: 'Robin Maas', email: customer.user.email, orderNumber, ...said })
const some = (itemId: string, quantity: number) => ({ quantities: [{ itemId, quantity }] })
/** Of an order, the oldest first. */
const withdrawalsOf = async (orderId: string) =>
  (await admin.call(readAdminOrder, { orderId })).body.withdrawals.toReversed()
const unitsOf = async (orderId: string) =>
  (await withdrawalsOf(orderId)).map(({ lines }) =>
    lines.map(({ quantity }) => quantity).sort((one, other) => other - one),
  )
const receipts = async (number: string) => {
  const { db } = shop.node.platform
  const sent = await db
    .select({ props: mails.props })
    .from(mails)
    .where(and(eq(mails.recipient, customer.user.email), eq(mails.template, 'withdrawal-received')))
    .orderBy(mails.createdAt, mails.id)
  return sent.map(({ props }) => props as { orderNumber: string }).filter(mail => mail.orderNumber === number)
}
const decide = (withdrawalId: string | undefined, ...lines: object[]) =>
  admin.call(decideLines, { withdrawalId: withdrawalId ?? '', lines })

describe('withdrawing a part of a line', () => {
  it('covers as many units as were named, and its receipt says so', async () => {
    const { orderId, number, candle, name } = await bought()
    expect((await say(number, some(candle, 1))).status).toBe(202)
    expect(await withdrawalsOf(orderId)).toMatchObject([
      { itemIds: [candle], lines: [{ itemId: candle, quantity: 1, acceptedQuantity: null }] },
    ])
    expect(await receipts(number)).toMatchObject([
      { lines: [`1 × ${name}`], withdrawnBefore: [], isWhole: false },
    ])
  })

  it('leaves the rest to later ones, and no unit is withdrawn twice', async () => {
    const { orderId, number, candle, rose, name } = await bought()
    await say(number, some(candle, 2))
    await say(number, { itemIds: [candle] })
    await say(number)
    expect(await unitsOf(orderId)).toEqual([[2], [1], [1]])
    const [, , last] = await withdrawalsOf(orderId)
    expect(last).toMatchObject({ lines: [{ itemId: rose }], withdrawnBefore: [name] })
    expect(await receipts(number)).toMatchObject([
      { lines: [`2 × ${name}`], withdrawnBefore: [] },
      { lines: [`1 × ${name}`], withdrawnBefore: [`2 × ${name}`] },
      { withdrawnBefore: [`3 × ${name}`], isWhole: false },
    ])
  })

  it('covers whole lines without quantities', async () => {
    const { orderId, number, candle } = await bought()
    await say(number, { itemIds: [candle] })
    await say(number, some(candle, 1))
    const [first, second] = await withdrawalsOf(orderId)
    expect(first?.lines).toMatchObject([{ quantity: 3 }])
    expect(second?.lines).toEqual([])
  })

  it('gives back refused units, and takes nothing for a remark that names no line', async () => {
    const { orderId, number, candle } = await bought()
    await say(number, { remark: 'Eén van de kaarsen.' })
    await say(number, some(candle, 3))
    const [, named] = await withdrawalsOf(orderId)
    await decide(named?.id, { itemId: candle, accepted: false, reason: 'TOO_LATE' })
    await say(number, some(candle, 2))
    expect(await unitsOf(orderId)).toEqual([[3, 1], [3], [2]])
  })

  it('has a receipt that speaks of a parcel only where the lines are sent, or the order is unknown', async () => {
    const { number, rose } = await bought()
    await say(number, some(rose, 1))
    const { id } = await addProduct(shop, { showShippingOptions: false, shippingCost: 0 })
    const digitalId = await buyProduct(customer, id, 'paid')
    const digital = (await customer.call(readOrder, { orderId: digitalId })).body.number
    await say(digital)
    await say('2099-000001')
    const said = await Promise.all([number, digital, '2099-000001'].map(receipts))
    expect(said).toMatchObject([[{ hasParcel: true }], [{ hasParcel: false }], [{ hasParcel: true }]])
  })

  it.each([
    [0, 'Kies minstens 1 stuk.'],
    [1.5, 'Vul een heel getal in.'],
    ['2', 'Vul een getal in.'],
    [100, 'Kies hoogstens 99 stuks.'],
  ])('refuses the quantity %o: %s', async (quantity, message) => {
    const { number, candle } = await bought()
    expect(await say(number, some(candle, quantity as number))).toMatchObject({
      status: 400,
      body: { fields: { 'quantities.0.quantity': message } },
    })
  })
})

describe('deciding about a part of a line', () => {
  it('takes back fewer units, mails how many, and is due until those are refunded', async () => {
    const { orderId, number, candle, rose, name } = await bought()
    await say(number, some(candle, 2))
    const [{ id } = { id: '' }] = await withdrawalsOf(orderId)
    const answer = await decide(id, { itemId: candle, accepted: true, quantity: 1 })
    expect(answer.body).toMatchObject({
      lines: [{ quantity: 2, acceptedQuantity: 1 }],
      refundDueAt: expect.any(String),
    })
    const { db } = shop.node.platform
    const told = await db.select().from(mails).where(eq(mails.template, 'withdrawal-decided'))
    expect(told.map(({ props }) => props)).toContainEqual(
      expect.objectContaining({ orderNumber: number, accepted: [`1 × ${name}`] }),
    )
    await db.update(orders).set({ shippedAt: clock }).where(eq(orders.id, orderId))
    expect(await listReturnedLines(db, orderId)).toEqual([`1 × ${name}`])
    await admin.call(refundOrder, { orderId, items: [{ itemId: rose, quantity: 1 }] })
    expect((await withdrawalsOf(orderId))[0]?.refundDueAt).not.toBeNull()
    await admin.call(refundOrder, { orderId, items: [{ itemId: candle, quantity: 1 }] })
    expect((await withdrawalsOf(orderId))[0]?.refundDueAt).toBeNull()
  })

  it('of two withdrawals counts refunds for the first one first', async () => {
    const { orderId, number, candle } = await bought()
    await say(number, some(candle, 1))
    await say(number, some(candle, 1))
    const [first] = (await withdrawalsOf(orderId)).map(({ id }) => id).toSorted()
    for (const { id } of await withdrawalsOf(orderId)) await decide(id, { itemId: candle, accepted: true })
    await admin.call(refundOrder, { orderId, items: [{ itemId: candle, quantity: 1 }] })
    const due = (await withdrawalsOf(orderId)).filter(({ refundDueAt }) => refundDueAt !== null)
    expect(due).toHaveLength(1)
    expect(due[0]?.id).not.toBe(first)
  })

  it('refuses more units than were withdrawn, or than other withdrawals left', async () => {
    const { orderId, number, candle, name } = await bought()
    await say(number, { remark: 'De kaarsen.' })
    await say(number, some(candle, 2))
    const [remarked, named] = await withdrawalsOf(orderId)
    expect(await decide(named?.id, { itemId: candle, accepted: true, quantity: 3 })).toMatchObject({
      status: 409,
      body: { message: `Met deze herroeping kun je van ${name} nog 2 stuks terugnemen.`, left: 2 },
    })
    expect((await decide(named?.id, { itemId: candle, accepted: true })).status).toBe(200)
    expect(await decide(remarked?.id, { itemId: candle, accepted: true })).toMatchObject({
      status: 409,
      body: { message: `Met deze herroeping kun je van ${name} nog 1 stuk terugnemen.` },
    })
    expect((await decide(remarked?.id, { itemId: candle, accepted: true, quantity: 1 })).status).toBe(200)
  })
})
