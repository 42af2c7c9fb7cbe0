import { eq, inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../tests/support/sharedPostgres.ts'
import { paymentsOf, setFaults, stockOf, callWebhook } from '../../../tests/support/payments.ts'
import { addProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { releaseStock } from '../products/stock/service.ts'
import { stockHolds, products } from '../products/catalog/table.ts'
import { readOrder } from '../orders/contract.ts'
import { orderItems, orderNumbers, orderNumberSeries, orders } from '../orders/table.ts'
import { openPostgres } from '../../platform/db/postgres/openPostgres.ts'
import { checkout } from './contract.ts'

/** Cases that the embedded database with its one connection can't show. */
let postgres: SharedPostgres
let url: string
let shop: TestShop
let crowd: TestCustomer[]
let clock = Date.now()
beforeAll(async () => {
  postgres = openSharedPostgres()
  url = await postgres.create()
  shop = await openShop({ database: await openPostgres(url), now: () => new Date(clock) })
  crowd = await createCustomers(shop, 100)
})
afterEach(() => setFaults(shop, {}))
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const db = () => shop.node.platform.db
const buyers = (count: number) => crowd.slice(0, count)
const place = (
  buyer: TestCustomer,
  items: { productId: string; quantity: number }[],
  headers?: Record<string, string>,
) => buyer.call(checkout, { items, addressId: buyer.addressId }, headers)
const one = (productId: string, quantity = 1) => [{ productId, quantity }]
const countOf = (statuses: number[], status: number) => statuses.filter(each => each === status).length
const soldPieces = async (productId: string) => {
  const [sum] = await db()
    .select({ pieces: sql<number>`coalesce(sum(${orderItems.quantity}), 0)::int` })
    .from(orderItems)
    .where(eq(orderItems.productId, productId))
  return sum?.pieces
}

/**
 * Runs `work` until it waits, in a statement with this text, for a transaction that releases all holds of a product.
 */
async function whileReleasing<T>(productId: string, words: string, work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: url })
  other.on('error', () => undefined)
  await other.connect()
  await other.query('begin')
  await other.query('update products set reserved_stock = 0 where id = $1', [productId])
  const working = work()
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${words}%`}`
  await vi.waitFor(async () => expect(await db().execute(waiting)).toMatchObject({ rowCount: 1 }), 10_000)
  await other.query('commit')
  await other.end()
  return working
}

describe('stock', () => {
  it('of ten is sold to ten of a hundred simultaneous orders for one', async () => {
    const { id } = await addProduct(shop, { stock: 10 })
    const answers = await Promise.all(crowd.map(buyer => place(buyer, one(id))))
    const statuses = answers.map(({ status }) => status)
    expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([10, 90])
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body).toMatchObject({ code: 'INSUFFICIENT_STOCK', productId: id, available: 0 })
    }
    expect(await stockOf(shop, id)).toEqual({ stock: 10, reserved: 10 })
    expect(await soldPieces(id)).toBe(10)
  })

  it('is summed when an order has a product on two lines', async () => {
    const { id } = await addProduct(shop, { stock: 11 })
    const answers = await Promise.all(
      buyers(30).map(buyer => place(buyer, [...one(id), ...one(id.toUpperCase())])),
    )
    expect(
      countOf(
        answers.map(({ status }) => status),
        201,
      ),
    ).toBe(5)
    expect(await stockOf(shop, id)).toEqual({ stock: 11, reserved: 10 })
    expect(await soldPieces(id)).toBe(10)
  })

  it('is held without deadlock by orders of the same products in every order of lines', async () => {
    const ids = (await Promise.all(Array.from({ length: 6 }, () => addProduct(shop)))).map(({ id }) => id)
    const answers = await Promise.all(
      buyers(60).map((buyer, turn) => {
        const turned = [...ids.slice(turn % 6), ...ids.slice(0, turn % 6)]
        const basket = turn % 2 === 0 ? turned : turned.reverse()
        return place(
          buyer,
          basket.flatMap(id => one(id)),
        )
      }),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    for (const id of ids) expect(await stockOf(shop, id)).toEqual({ stock: 100, reserved: 60 })
  })

  it('released while a buyer waits for it goes to that buyer', async () => {
    const { id } = await addProduct(shop, { stock: 3, reservedStock: 3 })
    const placed = await whileReleasing(id, 'jsonb_array_elements', () =>
      place(crowd[0] as TestCustomer, one(id, 2)),
    )
    expect(placed).toMatchObject({ status: 201 })
    expect(await stockOf(shop, id)).toEqual({ stock: 3, reserved: 2 })
  })

  it('released while a late payment waits for it is taken again', async () => {
    const { id } = await addProduct(shop, { stock: 3 })
    const { body } = await place(crowd[0] as TestCustomer, one(id, 2))
    await setFaults(shop, { dropWebhooks: true })
    await completePayment(body.paymentUrl as string, 'paid')
    await setFaults(shop, {})
    await releaseStock(db(), body.orderId)
    await db().update(products).set({ reservedStock: 3 }).where(eq(products.id, id))
    const [payment] = await paymentsOf(shop, body.orderId)
    await whileReleasing(id, 'jsonb_to_recordset', () => callWebhook(shop, payment?.providerId as string))
    expect(await stockOf(shop, id)).toEqual({ stock: 1, reserved: 0 })
  })

  it('is never partly held, for successful and failed orders', async () => {
    const many = await Promise.all(
      Array.from({ length: 4 }, (_, index) => addProduct(shop, { stock: 5 + index * 3 })),
    )
    const ids = many.map(({ id }) => id)
    const answers = await Promise.all(
      crowd.map((buyer, turn) =>
        place(
          buyer,
          ids.slice(turn % 3).flatMap(id => one(id, 1 + (turn % 2))),
        ),
      ),
    )
    const paid = answers.flatMap(({ status, body }, turn) =>
      status === 201 ? [completePayment(body.paymentUrl as string, turn % 2 === 0 ? 'paid' : 'failed')] : [],
    )
    await Promise.all(paid)
    const held = await db()
      .select({ productId: stockHolds.productId })
      .from(stockHolds)
      .where(inArray(stockHolds.productId, ids))
    expect(held).toEqual([])
    for (const { id, stock: before } of many) {
      const [kept] = await db()
        .select({ pieces: sql<number>`coalesce(sum(${orderItems.quantity}), 0)::int` })
        .from(orderItems)
        .innerJoin(orders, eq(orders.id, orderItems.orderId))
        .where(sql`${orderItems.productId} = ${id} and ${orders.status} = 'PAID'`)
      expect(await stockOf(shop, id)).toEqual({ stock: before - (kept?.pieces as number), reserved: 0 })
    }
  })
})

it('returns one order and the same answer for simultaneous requests with one key', async () => {
  const buyer = crowd[21] as TestCustomer
  const { id } = await addProduct(shop, { stock: 50 })
  const key = { 'idempotency-key': 'twenty-at-once' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(buyer, one(id, 2), key)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect(await stockOf(shop, id)).toEqual({ stock: 50, reserved: 2 })
  expect(await paymentsOf(shop, answers[0]?.body.orderId as string)).toHaveLength(1)
})

it('numbers orders without duplicates or gaps, also when some are refused', async () => {
  const { id } = await addProduct(shop, { stock: 99 })
  const scarce = await addProduct(shop, { stock: 1 })
  clock = Date.parse('2031-03-03T12:00:00Z')
  const eight = await createCustomers(shop, 8)
  await db().insert(orderNumberSeries).values({ year: 2031, lastSerial: 20 })
  const ready = Array.from({ length: 20 }, (_, index) => ({ year: 2031, serial: index + 1 }))
  await db().insert(orderNumbers).values(ready)
  const numbers = await Promise.all(
    eight.map(async buyer => {
      const mine: string[] = []
      for (let turn = 0; turn < 8; turn += 1) {
        const foreign = (eight[0] === buyer ? eight[1] : eight[0])?.addressId
        await buyer.call(checkout, { items: one(id), addressId: foreign })
        await place(buyer, one(scarce.id, 2))
        const { status, body } = await place(buyer, one(id))
        expect(status).toBe(201)
        mine.push((await buyer.call(readOrder, { orderId: body.orderId })).body.number)
      }
      return mine
    }),
  )
  const expected = Array.from({ length: 64 }, (_, index) => `2031-${String(index + 1).padStart(6, '0')}`)
  expect(numbers.flat().sort((a, b) => a.localeCompare(b))).toEqual(expected)
})

it('has a database constraint against overselling', async () => {
  const { id } = await addProduct(shop, { stock: 1 })
  const broken = db().update(products).set({ reservedStock: 2 }).where(eq(products.id, id))
  await expect(broken).rejects.toMatchObject({ cause: { constraint: 'products_stock' } })
})
