import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop, type TestClient } from '../../../tests/support/shop.ts'
import { listOrderItems, listOrders, readOrder } from './contract.ts'
import { orderNumberSeries, orders } from './table.ts'

let shop: TestShop
let customer: TestUser
let clock = Date.parse('2026-12-31T22:30:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  customer = await shop.newUser()
})
afterAll(() => shop.close())

it('lists one’s own orders, newest first', async () => {
  const [first, second] = [await placeOrderFor(shop, customer), await placeOrderFor(shop, customer)]
  clock += 1000
  const third = await placeOrderFor(shop, customer)
  await placeOrderFor(shop, await shop.newUser())
  await completePayment(second.paymentUrl, 'paid')
  const { status, body } = await customer.call(listOrders)
  expect(status).toBe(200)
  expect(body[0]).toEqual({
    id: third.orderId,
    number: expect.stringMatching(/^\d{4}-\d{6}$/),
    createdAt: new Date(clock).toISOString(),
    status: 'PENDING',
    paidAt: null,
    isNeverPaid: false,
    total: 2000,
    isDigital: false,
    hasTracking: false,
    trackingCost: 0,
  })
  expect(body.map(({ id }) => id).sort()).toEqual([first, second, third].map(({ orderId }) => orderId).sort())
  expect(body.find(({ id }) => id === second.orderId)?.status).toBe('PAID')
})

it('returns the payment URL while the order can be paid', async () => {
  const { orderId, paymentUrl, productId } = await placeOrderFor(shop, customer)
  const read = async () => (await customer.call(readOrder, { orderId })).body
  const order = await read()
  expect(order).toMatchObject({
    status: 'PENDING',
    paymentUrl,
    items: [{ productId, quantity: 2, picked: false }],
  })
  const items = await customer.call(listOrderItems, { orderId })
  expect(items).toMatchObject({ status: 200, body: order.items })
  await completePayment(paymentUrl, 'paid')
  expect(await read()).toMatchObject({
    status: 'PAID',
    paymentUrl: null,
    paidAt: new Date(clock).toISOString(),
  })
})

it('returns the same 404 for another user’s order and an unknown one', async () => {
  const { orderId } = await placeOrderFor(shop, customer)
  const stranger = await shop.newUser()
  const missing = await stranger.call(readOrder, { orderId: '0199f0f0-0000-7000-8000-000000000000' })
  expect(missing).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'Bestelling niet gevonden' },
  })
  const asked = async (who: TestClient, id: string) => [
    await who.call(readOrder, { orderId: id }),
    await who.call(listOrderItems, { orderId: id }),
  ]
  for (const foreign of await asked(stranger, orderId)) {
    expect([foreign.status, foreign.body]).toEqual([404, missing.body])
  }
  for (const none of await asked(stranger, 'nope')) expect(none.status).toBe(404)
  for (const refused of await asked(shop.newClient(), orderId)) expect(refused.status).toBe(401)
})

it('starts a new series at the new year in Brussels', async () => {
  const numberAt = async (moment: string) => {
    clock = Date.parse(moment)
    const { orderId } = await placeOrderFor(shop, customer)
    return (await customer.call(readOrder, { orderId })).body.number
  }
  const last = await numberAt('2026-12-31T22:59:59.999Z')
  expect(last).toMatch(/^2026-/)
  expect(await numberAt('2026-12-31T23:00:00Z')).toBe('2027-000001')
  expect(await numberAt('2027-01-01T09:00:00Z')).toBe('2027-000002')
  // A node whose clock is behind continues the series of the old year.
  expect(await numberAt('2026-12-31T22:59:59Z')).toBe(
    `2026-${String(Number(last.slice(5)) + 1).padStart(6, '0')}`,
  )
})

it('writes a number of more than six digits in full', async () => {
  const { db } = shop.node.platform
  await db.insert(orderNumberSeries).values({ year: 2028, lastSerial: 1_234_566 })
  clock = Date.parse('2028-05-05T12:00:00Z')
  const { orderId } = await placeOrderFor(shop, await shop.newUser())
  const [order] = await db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId))
  expect(order?.number).toBe('2028-1234567')
})
