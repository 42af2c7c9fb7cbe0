import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { addToCart, readCart, setCartLine } from './contract.ts'
import { cartItems } from './table.ts'

let shop: TestShop
let customers: TestCustomer[]
beforeAll(async () => {
  shop = await openShopOnPostgres()
  customers = await createCustomers(shop, 30)
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const quantitiesOf = async (customer: TestCustomer) =>
  new Map((await customer.call(readCart)).body.map(({ productId, quantity }) => [productId, quantity]))

it('counts every click of customers who fill their carts at the same moment, and refuses only units above the limit', async () => {
  const plenty = await addProduct(shop, { stock: 500 })
  const scarce = await addProduct(shop, { stock: 2 })
  const gone = await addProduct(shop, { isActive: false })
  const answers = await Promise.all(
    customers.flatMap(customer =>
      [
        { productId: plenty.id, quantity: 2 },
        { productId: plenty.id, quantity: 3 },
        { productId: scarce.id, quantity: 2 },
        { productId: scarce.id, quantity: 1 },
        { productId: gone.id, quantity: 1 },
      ].map(async input => (await customer.call(addToCart, input)).status),
    ),
  )
  for (const [at, customer] of customers.entries()) {
    const [one, two, three, four, five] = answers.slice(5 * at, 5 * at + 5)
    expect([one, two, five]).toEqual([201, 201, 404])
    // Whichever of the two comes first.
    expect(new Set([three, four])).toEqual(new Set([201, 409]))
    expect(await quantitiesOf(customer)).toEqual(
      new Map([
        [plenty.id, 5],
        [scarce.id, three === 201 ? 2 : 1],
      ]),
    )
  }
})

it('sets the quantity of each line where customers do so at the same moment, of one’s own only', async () => {
  const product = await addProduct(shop, { stock: 500 })
  const lines = await Promise.all(
    customers.map(
      async customer => (await customer.call(addToCart, { productId: product.id, quantity: 1 })).body.id,
    ),
  )
  const set = (customer: TestCustomer, itemId: string, quantity: number) =>
    customer.call(setCartLine, { itemId, quantity })
  const [own, others] = await Promise.all([
    Promise.all(customers.map((customer, at) => set(customer, lines[at]!, 2 + at))),
    Promise.all(customers.map((customer, at) => set(customer, lines[(at + 1) % lines.length]!, 99))),
  ])
  expect(own.map(({ status, body }) => [status, body?.quantity])).toEqual(lines.map((_, at) => [200, 2 + at]))
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([404]))
  const kept = await db().select().from(cartItems).where(eq(cartItems.productId, product.id))
  expect(new Map(kept.map(({ id, quantity }) => [id, quantity]))).toEqual(
    new Map(lines.map((id, at) => [id, 2 + at])),
  )
})

it('keeps nobody waiting for a line that a transaction holds but the customer whose line it is', async () => {
  const product = await addProduct(shop, { stock: 500 })
  const add = (customer: TestCustomer) => customer.call(addToCart, { productId: product.id, quantity: 1 })
  const [slow, ...fast] = customers
  const { body: line } = await add(slow!)
  let isHeld = true
  const { answer } = await db().transaction(async tx => {
    await tx.update(cartItems).set({ quantity: 7 }).where(eq(cartItems.id, line.id))
    const waiting = add(slow!).then(({ status, body }) => ({ status, quantity: body.quantity, isHeld }))
    const statuses = (await Promise.all(fast.map(add))).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201]))
    isHeld = false
    return { answer: waiting }
  })
  expect(await answer).toEqual({ status: 201, quantity: 8, isHeld: false })
})

it('keeps one plan of the statement that adds lines, however few they are', async () => {
  const product = await addProduct(shop, { stock: 500 })
  for (const customer of customers) await customer.call(addToCart, { productId: product.id, quantity: 1 })
  const plans = new Map<number, { generic: number; custom: number }>()
  // Each turn has another connection of the pipeline.
  for (let turn = 0; turn < 3; turn += 1)
    for (const { pid, ...counts } of await queryRows<{ pid: number; generic: number; custom: number }>(
      shop.node.platform.pipelinedWrites,
      sql`select pg_backend_pid() as pid, generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
        where statement like '%"cart_items" as old%'`,
    ))
      plans.set(pid, counts)
  expect(plans.size).toBeGreaterThan(0)
  // PostgreSQL plans five times anew before it compares.
  for (const { generic, custom } of plans.values()) expect([custom, generic > 0]).toEqual([5, true])
})
