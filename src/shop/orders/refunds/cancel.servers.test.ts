import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import {
  callWebhook,
  payWithoutWebhook,
  type PlacedOrder,
  placeOrderFor,
  refundsOf,
  stockOf,
} from '../../../../tests/support/payments.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../tests/support/sharedPostgres.ts'
import { openShop, type TestResponse, type TestShop, type TestUser } from '../../../../tests/support/shop.ts'
import { readAdminOrder, setOrderStatus, setPicked, refundOrder } from '../admin/contract.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { openPostgres } from '../../../platform/db/postgres/openPostgres.ts'
import { cancelOrder } from '../contract.ts'

/** A customer who cancels while someone else does something with the order. */
let postgres: SharedPostgres
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
const ROUNDS = 10
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  crowd = await createCustomers(shop, ROUNDS)
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

async function paidOrders(): Promise<(PlacedOrder & { itemId: string })[]> {
  const orders = await Promise.all(crowd.map(buyer => placeOrderFor(shop, buyer)))
  for (const { paymentUrl } of orders) await payWithoutWebhook(shop, paymentUrl)
  await Promise.all(orders.map(({ payment }) => callWebhook(shop, payment.providerId)))
  return Promise.all(
    orders.map(async order => ({ ...order, itemId: (await read(order.orderId)).items[0]?.id as string })),
  )
}
const read = async (orderId: string) => (await admin.call(readAdminOrder, { orderId })).body

/** Cancels each order while `rival` acts; in every second round the rival is a moment earlier. */
async function race(rival: (order: PlacedOrder & { itemId: string }) => Promise<TestResponse>) {
  const orders = await paidOrders()
  return Promise.all(
    orders.map(async (order, index) => {
      const buyer = crowd[index] as TestCustomer
      const cancel = () => buyer.call(cancelOrder, { orderId: order.orderId })
      const early = index % 2 ? rival(order) : null
      const cancelling = cancel()
      const [act, cancelled] = await Promise.all([early ?? rival(order), cancelling])
      return { order, act, cancelled }
    }),
  )
}

const backOf = async ({ payment }: PlacedOrder) =>
  (await refundsOf(shop, payment.id)).map(({ amountCents }) => amountCents)
const booksAgree = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(Date.now() - 3_600_000))).toEqual([])

/** That exactly one of the two had its way, and that money and stock agree with it. */
async function expectOneWinner(results: Awaited<ReturnType<typeof race>>): Promise<void> {
  for (const { order, act, cancelled } of results) {
    expect([act.status < 300, cancelled.status].toString()).toMatch(/^(true,409|false,200)$/)
    const isCancelled = cancelled.status === 200
    expect((await read(order.orderId)).status === 'CANCELLED').toBe(isCancelled)
    expect(await backOf(order)).toEqual(isCancelled ? [2000] : [])
    expect(await stockOf(shop, order.productId)).toEqual({ stock: isCancelled ? 5 : 3, reserved: 0 })
  }
  await booksAgree()
}

it('a cancellation and an admin who picks: one of the two', async () => {
  const results = await race(({ orderId, itemId }) =>
    admin.call(setPicked, { orderId, itemId, picked: true }),
  )
  expect(results).toHaveLength(ROUNDS)
  await expectOneWinner(results)
})

it('a cancellation and an admin who picks and ships: one of the two', async () => {
  const ship = async ({ orderId, itemId }: { orderId: string; itemId: string }) => {
    await admin.call(setPicked, { orderId, itemId, picked: true })
    return admin.call(setOrderStatus, { orderId, status: 'SHIPPED' })
  }
  const results = await race(ship)
  expect(results).toHaveLength(ROUNDS)
  await expectOneWinner(results)
})

it('a cancellation and an admin who begins to pack: one of the two', async () => {
  const results = await race(({ orderId }) => admin.call(setOrderStatus, { orderId, status: 'PROCESSING' }))
  expect(results).toHaveLength(ROUNDS)
  await expectOneWinner(results)
})

it('a cancellation and an admin who refunds all: the money goes back once', async () => {
  const results = await race(({ orderId }) => admin.call(refundOrder, { orderId, restock: true }))
  for (const { order, act, cancelled } of results) {
    expect([act.status, cancelled.status]).toSatisfy(
      ([refund, cancel]: number[]) => (refund === 201) !== (cancel === 200),
    )
    expect(await backOf(order)).toEqual([2000])
    expect(await stockOf(shop, order.productId)).toEqual({ stock: 5, reserved: 0 })
    expect((await read(order.orderId)).status).toBe('CANCELLED')
  }
  await booksAgree()
})

it('four cancellations at once: one refund, one mail', async () => {
  const orders = await paidOrders()
  const answers = await Promise.all(
    orders.flatMap(({ orderId }, index) =>
      [1, 2, 3, 4].map(() => (crowd[index] as TestCustomer).call(cancelOrder, { orderId })),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(ROUNDS)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3 * ROUNDS)
  for (const order of orders) {
    expect(await backOf(order)).toEqual([2000])
    const { mails } = await read(order.orderId)
    expect(mails.filter(({ template }) => template === 'order-cancelled')).toHaveLength(1)
  }
  await booksAgree()
})
