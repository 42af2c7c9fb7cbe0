import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../tests/support/sharedPostgres.ts'
import {
  payWithoutWebhook,
  paymentsOf,
  placeOrderFor,
  refundsOf,
  stockOf,
  callWebhook,
  type PlacedOrder,
} from '../../../../tests/support/payments.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import type { OrderStatus } from '../contract.ts'
import { openPostgres } from '../../../platform/db/postgres/openPostgres.ts'
import {
  shipOrders,
  readAdminOrder,
  setOrderStatus,
  setPicked,
  setTracking,
  refundOrder,
} from './contract.ts'

/** Simultaneous changes of one order by two admins, or by an admin and the provider. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admins: TestUser[]
const ROUNDS = 12
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  crowd = await createCustomers(shop, ROUNDS)
  admins = [await shop.newUser('ADMIN'), await shop.newUser('ADMIN')]
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const admin = (index: number) => admins[index % 2] as TestUser
const set = (index: number, orderId: string, status: OrderStatus) =>
  admin(index).call(setOrderStatus, { orderId, status })
const read = async (orderId: string) => (await admin(0).call(readAdminOrder, { orderId })).body
const placeAll = () => Promise.all(crowd.map(buyer => placeOrderFor(shop, buyer)))
async function payAll(orders: PlacedOrder[]): Promise<void> {
  for (const { paymentUrl } of orders) await payWithoutWebhook(shop, paymentUrl)
}
const anHourAgo = () => new Date(Date.now() - 3_600_000)

/** Checks only conditions that must be true at once, because jobs run later. */
const booksAgree = async () => expect(await findDiscrepancies(shop.node.platform.db, anHourAgo())).toEqual([])

describe('two admins at once', () => {
  it('record a manual payment once, and sell the stock once', async () => {
    const orders = await placeAll()
    await Promise.all(
      orders.flatMap(({ orderId }) =>
        [0, 1, 2, 3].map(index => set(index, orderId, index % 2 ? 'PAID' : 'PROCESSING')),
      ),
    )
    for (const { orderId, productId } of orders) {
      const paid = (await paymentsOf(shop, orderId)).filter(({ status }) => status === 'PAID')
      expect(paid).toHaveLength(1)
      expect(await stockOf(shop, productId)).toEqual({ stock: 3, reserved: 0 })
    }
    await booksAgree()
  })

  it('cancel and reopen an order, and the stock stays right', async () => {
    const orders = await placeAll()
    await payAll(orders)
    await Promise.all(orders.map(({ payment }) => callWebhook(shop, payment.providerId)))
    const statuses = ['CANCELLED', 'PROCESSING', 'CANCELLED', 'PAID', 'PENDING', 'CANCELLED'] as const
    await Promise.all(
      orders.flatMap(({ orderId }) => statuses.map((status, index) => set(index, orderId, status))),
    )
    for (const { orderId, productId } of orders) {
      const { status } = await read(orderId)
      expect(await stockOf(shop, productId)).toEqual({ stock: status === 'CANCELLED' ? 5 : 3, reserved: 0 })
    }
    await booksAgree()
  })

  it('ship once, while one of them unpicks a line before or after that', async () => {
    const [order] = await placeAll()
    const { orderId, payment, paymentUrl } = order as PlacedOrder
    await payWithoutWebhook(shop, paymentUrl)
    await callWebhook(shop, payment.providerId)
    const itemId = (await read(orderId)).items[0]?.id
    const pick = (picked: boolean) => admin(1).call(setPicked, { orderId, itemId, picked })
    await pick(true)
    const sent = { orderId, trackingCode: '3SABCD1234567', shippingCarrier: 'PostNL' }
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map(index => admin(index).call(setTracking, sent)),
      pick(false),
    ])
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    const told = (await read(orderId)).mails.filter(({ template }) => template === 'order-shipped')
    expect(told).toHaveLength((await read(orderId)).status === 'SHIPPED' ? 1 : 0)
  })
})

it('several orders that two admins ship at once, in any order, are shipped once each', async () => {
  const orders = await placeAll()
  await payAll(orders)
  await Promise.all(orders.map(({ payment }) => callWebhook(shop, payment.providerId)))
  for (const { orderId } of orders) {
    const itemId = (await read(orderId)).items[0]?.id
    await admin(0).call(setPicked, { orderId, itemId, picked: true })
  }
  const orderIds = orders.map(({ orderId }) => orderId)
  const halves = [orderIds, orderIds.toReversed(), orderIds.slice(4), orderIds.slice(0, 8).toReversed()]
  const answers = await Promise.all([
    ...halves.map((ids, index) => admin(index).call(shipOrders, { orderIds: ids })),
    ...orderIds.map((orderId, index) => set(index, orderId, 'SHIPPED')),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  for (const orderId of orderIds) {
    const { status, mails, deeds } = await read(orderId)
    expect(status).toBe('SHIPPED')
    expect(mails.filter(({ template }) => template === 'order-shipped')).toHaveLength(1)
    expect(deeds.filter(({ action }) => action === 'ORDER_STATUS_SET')).toHaveLength(1)
  }
  await booksAgree()
})

it('a cancellation and a webhook at once end with either the payment refunded or the order paid', async () => {
  const orders = await placeAll()
  await payAll(orders)
  await Promise.all(
    orders.flatMap(({ orderId, payment }, index) =>
      index % 2
        ? [set(index, orderId, 'CANCELLED'), callWebhook(shop, payment.providerId)]
        : [
            callWebhook(shop, payment.providerId),
            set(index, orderId, 'CANCELLED'),
            callWebhook(shop, payment.providerId),
          ],
    ),
  )
  for (const { orderId, productId, payment } of orders) {
    const order = await read(orderId)
    expect(order.status).toBe('CANCELLED')
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
    // Paid first, an admin has to refund it; cancelled first, it is refunded automatically.
    expect(await refundsOf(shop, payment.id)).toHaveLength(order.paidAt === null ? 1 : 0)
  }
  await booksAgree()
})

it('a cancellation and a refund at once put all stock back once, and refund once', async () => {
  const orders = await placeAll()
  await payAll(orders)
  await Promise.all(orders.map(({ payment }) => callWebhook(shop, payment.providerId)))
  await Promise.all(
    orders.flatMap(({ orderId }, index) => [
      set(index, orderId, 'CANCELLED'),
      admin(0).call(refundOrder, { orderId, restock: true }),
      admin(1).call(refundOrder, { orderId, restock: true }),
    ]),
  )
  for (const { orderId, productId, payment } of orders) {
    expect(await read(orderId)).toMatchObject({ status: 'CANCELLED' })
    expect(await stockOf(shop, productId)).toEqual({ stock: 5, reserved: 0 })
    expect((await refundsOf(shop, payment.id)).map(({ amountCents }) => amountCents)).toEqual([2000])
  }
  await booksAgree()
})
