import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAddressFor, addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { readAdminOrder, refundOrder } from '../orders/admin/contract.ts'
import { readStoredSettings } from '../../money/settings/service.ts'
import { refunds } from '../../money/payments/table.ts'
import { readTaskCounts } from '../../backoffice/stats/contract.ts'
import { checkout } from '../checkout/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { addRate, addZone } from '../shipping/admin/contract.ts'
import { requestWithdrawal } from './contract.ts'
import { withdrawals } from './table.ts'
import { answerWithdrawal, decideLines, listWithdrawals } from './admin/contract.ts'
import { saveSettings } from '../../money/settings/admin/service.ts'

const parcel = {
  serviceName: 'Pakket',
  deliveryTime: '1-2 werkdagen',
  weightFrom: 0,
  weightTo: 2000,
  maxLength: null,
  maxWidth: null,
  maxHeight: null,
  isActive: true,
}
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

const say = (said: object) => shop.newClient().call(requestWithdrawal, { name: 'Robin Maas', ...said })
const aboutOrder = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body.withdrawals

describe('the amount that is still to be refunded', () => {
  const due = '2026-12-04T12:05:00.000Z'
  const tasks = async () => (await admin.call(readTaskCounts)).body.withdrawalRefunds
  const dueOf = async (orderId: string) => (await aboutOrder(orderId)).map(({ refundDueAt }) => refundDueAt)
  /** An order of two units of one product, of which everything is withdrawn. */
  async function withdrawn(more: object = {}, said: object = {}, earlierCents = 0) {
    const { id: productId } = await addProduct(shop, { weight: 400 })
    const input = { items: [{ productId, quantity: 2 }], addressId: await addAddressFor(customer), ...more }
    const { body } = await customer.call(checkout, input)
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    const order = (await customer.call(readOrder, { orderId: body.orderId })).body
    if (earlierCents > 0) {
      const { body: earlier } = await refund(order.id, { amount: earlierCents })
      const createdAt = new Date('2026-11-19T12:05:00Z')
      await shop.node.platform.db.update(refunds).set({ createdAt }).where(eq(refunds.id, earlier.refundId))
    }
    await say({ email: customer.user.email, orderNumber: order.number, ...said })
    const [withdrawal] = await aboutOrder(order.id)
    const itemId = order.items[0]?.id ?? ''
    const { shippingCost = 0 } = order
    return {
      orderId: order.id,
      orderNumber: order.number,
      withdrawalId: withdrawal?.id ?? '',
      itemId,
      shippingCost,
    }
  }
  /** The same with shipping that was charged, accepted. */
  async function withdrawnWithShipping(earlierCents = 0) {
    const { platform } = shop.node
    const zone = { name: 'Nederland', countries: ['NL' as const], carrier: 'PostNL', isActive: true }
    const { id: zoneId } = (await admin.call(addZone, zone)).body
    await admin.call(addRate, { ...parcel, zoneId, price: 695 })
    const { settings, version } = await readStoredSettings(platform.db, platform.config.settings)
    await saveSettings(platform, admin.user.id, { ...settings, shippingPricing: 'ZONES', version })
    const made = await withdrawn({ hasTracking: true }, {}, earlierCents)
    const lines = [{ itemId: made.itemId, accepted: true }]
    await admin.call(decideLines, { withdrawalId: made.withdrawalId, lines })
    await saveSettings(platform, admin.user.id, { ...settings, version: version + 1 })
    return made
  }
  const refund = (orderId: string, wanted: object) => admin.call(refundOrder, { orderId, ...wanted })

  it('is a task with a deadline until each accepted unit was refunded', async () => {
    const { orderId, orderNumber, withdrawalId, itemId } = await withdrawn()
    const before = await tasks()
    expect(await dueOf(orderId)).toEqual([null])
    const lines = [{ itemId, accepted: true }]
    const answer = await admin.call(decideLines, { withdrawalId, lines })
    expect(answer.body).toMatchObject({ refundDueAt: due })
    expect(await dueOf(orderId)).toEqual([due])
    expect(await tasks()).toBe(before + 1)
    const listed = { state: 'REFUND_DUE', q: orderNumber, page: 1 } as const
    expect((await admin.call(listWithdrawals, listed)).body).toMatchObject({ items: [{ id: withdrawalId }] })
    await refund(orderId, { items: [{ itemId, quantity: 1 }] })
    expect(await tasks()).toBe(before + 1)
    await refund(orderId, { items: [{ itemId, quantity: 1 }] })
    expect(await dueOf(orderId)).toEqual([null])
    expect((await admin.call(listWithdrawals, listed)).body).toMatchObject({ total: 0 })
    expect(await tasks()).toBe(before)
  })

  it('is settled by refunds that cover it, whether or not they name a line', async () => {
    const [first, second] = [await withdrawn(), await withdrawn()]
    const lines = [{ itemId: first.itemId, accepted: true }]
    await admin.call(decideLines, { withdrawalId: first.withdrawalId, lines })
    await admin.call(answerWithdrawal, { withdrawalId: second.withdrawalId, accepted: true, answer: 'Goed.' })
    expect([await dueOf(first.orderId), await dueOf(second.orderId)]).toEqual([[due], [due]])
    await refund(first.orderId, { amount: 1 })
    await refund(second.orderId, { items: [{ itemId: second.itemId, quantity: 1 }] })
    expect([await dueOf(first.orderId), await dueOf(second.orderId)]).toEqual([[due], [due]])
    await refund(first.orderId, { amount: 1998 })
    expect(await dueOf(first.orderId)).toEqual([due])
    await refund(second.orderId, { amount: 1000 })
    const third = await withdrawn({ hasTracking: true })
    await admin.call(decideLines, {
      withdrawalId: third.withdrawalId,
      lines: [{ itemId: third.itemId, accepted: true, quantity: 1 }],
    })
    await refund(third.orderId, { amount: 999 })
    expect(await dueOf(third.orderId)).toEqual([due])
    await refund(third.orderId, { amount: 1 })
    expect(await dueOf(third.orderId)).toEqual([null])
    await refund(first.orderId, {})
    expect([await dueOf(first.orderId), await dueOf(second.orderId)]).toEqual([[null], [null]])
  })

  it('is the open price of the lines when they were refunded for less', async () => {
    const { orderId, withdrawalId, itemId } = await withdrawn({ hasTracking: true })
    await admin.call(decideLines, { withdrawalId, lines: [{ itemId, accepted: true }] })
    await refund(orderId, { items: [{ itemId, quantity: 2 }], amount: 1 })
    expect(await dueOf(orderId)).toEqual([due])
    await refund(orderId, { amount: 1998 })
    expect(await dueOf(orderId)).toEqual([due])
    await refund(orderId, { amount: 1 })
    expect(await dueOf(orderId)).toEqual([null])
  })

  it('is the whole order after a remark alone, or the lines that it is about', async () => {
    const remark = 'Ik wil de lamp terugsturen.'
    const [whole, part] = [
      await withdrawn({ hasTracking: true }, { remark }),
      await withdrawn({}, { remark }),
    ]
    for (const { withdrawalId, orderId } of [whole, part]) {
      await admin.call(answerWithdrawal, { withdrawalId, accepted: true, answer: 'Goed.' })
      await refund(orderId, { amount: 1 })
      expect(await dueOf(orderId)).toEqual([due])
    }
    await refund(whole.orderId, { amount: 1999 })
    expect(await dueOf(whole.orderId)).toEqual([null])
    const lines = [{ itemId: part.itemId, accepted: true, quantity: 1 }]
    await admin.call(decideLines, { withdrawalId: part.withdrawalId, lines })
    expect(await dueOf(part.orderId)).toEqual([due])
    await refund(part.orderId, { amount: 999 })
    expect(await dueOf(part.orderId)).toEqual([null])
  })

  it('has the shipping too when all goods go back, without earlier refunds', async () => {
    const charged = await withdrawnWithShipping()
    await refund(charged.orderId, { items: [{ itemId: charged.itemId, quantity: 2 }], amount: 2000 })
    expect(await dueOf(charged.orderId)).toEqual([due])
    expect(charged.shippingCost).toBeGreaterThan(100)
    await refund(charged.orderId, { amount: charged.shippingCost })
    expect(await dueOf(charged.orderId)).toEqual([null])
    const eased = await withdrawnWithShipping(100)
    await refund(eased.orderId, { items: [{ itemId: eased.itemId, quantity: 2 }] })
    expect(await dueOf(eased.orderId)).toEqual([null])
  })

  it('is nothing of refused lines, or of an order that nobody knows', async () => {
    const { orderId, withdrawalId, itemId } = await withdrawn()
    const lines = [{ itemId, accepted: false, reason: 'TOO_LATE' as const }]
    await admin.call(decideLines, { withdrawalId, lines })
    expect(await dueOf(orderId)).toEqual([null])
    const before = await tasks()
    await say({ email: 'niemand@gloed.test', orderNumber: '2099-000001' })
    const [unknown] = await shop.node.platform.db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.email, 'niemand@gloed.test'))
    const answer = { withdrawalId: unknown?.id ?? '', accepted: true, answer: 'Goed.' }
    expect((await admin.call(answerWithdrawal, answer)).body).toMatchObject({ refundDueAt: null })
    expect(await tasks()).toBe(before)
  })
})
