import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrderFor, type PlacedOrder } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { setOrderStatus } from '../../shop/orders/admin/contract.ts'
import { listNotifications, markAllNotificationsRead, markNotificationRead } from './contract.ts'

let shop: TestShop
let customer: TestUser
let admin: TestUser
let clock = Date.now()
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

async function paid(): Promise<PlacedOrder> {
  customer = await shop.newUser()
  const order = await placeOrderFor(shop, customer)
  await customer.request('GET', await completePayment(order.paymentUrl, 'paid'))
  return order
}

it('marks a notification read once, and shows only one’s own', async () => {
  const { orderId } = await paid()
  const [news] = (await customer.call(listNotifications)).body
  expect(news).toEqual({
    id: expect.any(String),
    userId: customer.user.id,
    title: 'Betaling ontvangen',
    message: expect.stringContaining('2026-'),
    type: 'ORDER_PAID',
    read: false,
    createdAt: expect.any(String),
    path: `/order-confirmation/${orderId}`,
    readAt: null,
    actions: [],
  })
  const mark = (who: TestUser) => who.call(markNotificationRead, { notificationId: news?.id })
  const first = (await mark(customer)).body.readAt
  clock += 1000
  expect(await mark(customer)).toMatchObject({ status: 200, body: { read: true, readAt: first } })
  expect(await mark(admin)).toMatchObject({ status: 404 })
})

it('notifies of each change of an order', async () => {
  const { orderId } = await paid()
  for (const status of ['CANCELLED', 'PAID', 'CANCELLED', 'CANCELLED']) {
    clock += 1000
    expect((await admin.call(setOrderStatus, { orderId, status })).status).toBe(200)
  }
  const news = (await customer.call(listNotifications)).body.map(({ type }) => type)
  expect(news.filter(type => type === 'ORDER_CANCELLED')).toHaveLength(2)
})

it('notifies nobody of an order that is cancelled unpaid', async () => {
  const buyer = await shop.newUser()
  const { orderId } = await placeOrderFor(shop, buyer)
  expect((await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })).status).toBe(200)
  expect((await buyer.call(listNotifications)).body).toEqual([])
})

it('marks all of one’s own as read, and keeps earlier read times', async () => {
  await paid()
  const other = customer
  await paid()
  const all = async () => (await customer.call(listNotifications)).body
  const [first] = await all()
  await customer.call(markNotificationRead, { notificationId: first?.id })
  const { readAt } = (await all()).find(({ id }) => id === first?.id) ?? {}
  clock += 1000
  const read = await customer.call(markAllNotificationsRead)
  expect(read).toMatchObject({ status: 200, body: { read: (await all()).length - 1 } })
  expect((await all()).every(news => news.readAt !== null)).toBe(true)
  expect((await all()).find(({ id }) => id === first?.id)?.readAt).toBe(readAt)
  expect((await other.call(listNotifications)).body[0]?.readAt).toBeNull()
})
