import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../tests/support/provider.ts'
import { addProduct, buy } from '../../tests/support/scenes.ts'
import { openShop, type Member, type Shop } from '../../tests/support/shop.ts'
import { listNotifications } from '../notifications/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { mails } from '../platform/table.ts'
import { answerWithdrawal, listWithdrawals, requestWithdrawal } from './contract.ts'
import { withdrawals } from './table.ts'

const clock = new Date('2026-11-20T12:05:00Z')
let shop: Shop
let customer: Member
let admin: Member
beforeAll(async () => {
  shop = await openShop({ now: () => clock })
  customer = await shop.member()
  admin = await shop.member('ADMIN')
})
afterAll(() => shop.close())

const bought = async (product: Parameters<typeof addProduct>[1] = {}) => {
  const { id } = await addProduct(shop, product)
  const orderId = await buy(customer, id, 'paid')
  return (await customer.call(readOrder, { orderId })).body
}
const say = (said: object) => shop.visitor().call(requestWithdrawal, { name: 'Robin Maas', ...said })
const receiptTo = async (email: string) => {
  const { db } = shop.node.platform
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.template, 'withdrawal-received')))
  return mail?.props
}

describe('withdrawing', () => {
  it('is kept with the order that it is about, and receipted with date and time', async () => {
    const order = await bought()
    const itemIds = order.items.map(({ id }) => id)
    const said = { email: customer.user.email.toUpperCase(), orderNumber: order.number, itemIds }
    expect(await say(said)).toMatchObject({ status: 202, body: { receivedAt: clock.toISOString() } })
    expect(await receiptTo(customer.user.email)).toMatchObject({
      orderNumber: order.number,
      receivedAt: clock.toISOString(),
      lines: [`1 × ${order.items[0]?.product.name}`],
      isWhole: false,
    })
    const { body } = await admin.call(listWithdrawals)
    expect(body).toContainEqual(expect.objectContaining({ orderId: order.id, itemIds, name: 'Robin Maas' }))
    const told = { kind: 'WITHDRAWAL', path: `/admin/orders/${order.id}` }
    expect((await admin.call(listNotifications)).body).toContainEqual(expect.objectContaining(told))
  })

  it('answers the same for an order that is not there, or someone else’s, and tells nothing of it', async () => {
    const order = await bought()
    const itemIds = order.items.map(({ id }) => id)
    for (const orderNumber of [order.number, '2099-999999']) {
      const email = `vreemde-${orderNumber}@gloed.test`
      expect(await say({ email, orderNumber, itemIds })).toMatchObject({ status: 202 })
      expect(await receiptTo(email)).toMatchObject({ orderNumber, lines: [], isWhole: false })
    }
    const { db } = shop.node.platform
    const kept = await db
      .select()
      .from(withdrawals)
      .where(eq(withdrawals.email, `vreemde-${order.number}@gloed.test`))
    expect(kept).toMatchObject([{ orderId: null, itemIds: [] }])
  })

  it('is of the whole order only when nothing else was said', async () => {
    const { number: orderNumber } = await bought()
    const receipt = async (email: string, said: object = {}) => {
      await say({ orderNumber, email, ...said })
      return receiptTo(email)
    }
    expect(await receipt('alles@gloed.test')).toMatchObject({ isWhole: true, remark: null })
    const remark = 'Alleen de tweede.'
    expect(await receipt('deel@gloed.test', { remark })).toMatchObject({ isWhole: false, remark })
  })

  it('leaves out what is digital', async () => {
    const order = await bought({ showShippingOptions: false, shippingCost: 0 })
    expect(order.items).toMatchObject([{ isDigital: true }])
    const itemIds = [...order.items.map(({ id }) => id), "'; drop table orders; --"]
    expect(await say({ email: customer.user.email, orderNumber: order.number, itemIds })).toMatchObject({
      status: 202,
    })
    const { db } = shop.node.platform
    const kept = await db.select().from(withdrawals).where(eq(withdrawals.orderNumber, order.number))
    expect(kept).toMatchObject([{ orderId: order.id, itemIds: [] }])
  })

  it.each([
    [{ name: ' ', email: 'a@gloed.test', orderNumber: '2026-000042' }, 'name'],
    [{ email: 'geen adres', orderNumber: '2026-000042' }, 'email'],
    [{ email: 'a@gloed.test', orderNumber: '42' }, 'orderNumber'],
    [{ email: 'a@gloed.test', orderNumber: '2026-000042', itemIds: 'alles' }, 'itemIds'],
    [{ email: 'a@gloed.test', orderNumber: '2026-000042', remark: 'x'.repeat(1001) }, 'remark'],
  ])('refuses %o and says why at the field', async (said, field) => {
    expect(await say(said)).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })

  it('can not be used to flood a mailbox', async () => {
    const careful = await openShop({ env: { RATE_LIMIT_FACTOR: '1' } })
    const send = () =>
      careful
        .visitor()
        .call(requestWithdrawal, { name: 'R', email: 'doel@gloed.test', orderNumber: '2026-000042' })
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await send()).status)
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    await careful.close()
  })
})

describe('answering', () => {
  it('is done once, and the customer hears of it', async () => {
    const order = await bought()
    await say({ email: customer.user.email, orderNumber: order.number })
    const { body } = await admin.call(listWithdrawals)
    const withdrawalId = body.find(({ orderId }) => orderId === order.id)?.id ?? ''
    const answer = { withdrawalId, accepted: true, answer: 'Stuur het terug naar ons.' }
    expect(await admin.call(answerWithdrawal, { ...answer, answer: '' })).toMatchObject({ status: 400 })
    expect(await admin.call(answerWithdrawal, answer)).toMatchObject({
      status: 200,
      body: { accepted: true, handledAt: clock.toISOString() },
    })
    expect(await mailsTo(shop, customer.user.email)).toContain('withdrawal-answered')
    expect(await admin.call(answerWithdrawal, answer)).toMatchObject({ status: 409 })
    const nothing = { ...answer, withdrawalId: '0197a000-0000-7000-8000-000000000000' }
    expect(await admin.call(answerWithdrawal, nothing)).toMatchObject({ status: 404 })
  })
})
