import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setProductSale } from '../admin/contract.ts'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { addProduct } from '../../../../tests/support/fixtures.ts'
import { openTwoNodes, type TwoNodes } from '../../../../tests/support/shopOnPostgres.ts'
import type { TestUser } from '../../../../tests/support/shop.ts'
import { readCart, addToCart } from '../../cart/contract.ts'
import { checkout } from '../../checkout/contract.ts'
import { orderItems, orders } from '../../orders/table.ts'
import { readProduct, searchProducts } from '../catalog/contract.ts'
import { endSales, setSales } from './sales.service.ts'
import { priceEntries, productSales } from './table.ts'
import { products } from '../catalog/table.ts'

/** Two nodes on one database, without any message between them, whose clock a test moves. */
let both: TwoNodes
let admin: TestUser
let crowd: TestCustomer[]
let clock = Date.now()
beforeAll(async () => {
  both = await openTwoNodes({ redis: false, now: () => new Date(clock) })
  admin = await both.one.newUser('ADMIN')
  crowd = await createCustomers(both.one, 20)
})
afterAll(() => both.close())

const db = () => both.one.node.platform.db
const MINUTE = 60_000
const iso = (time: number) => new Date(time).toISOString()

async function planned(price: number, salePrice: number) {
  const { id } = await addProduct(both.one, { price, stock: 1000 })
  const [start, end] = [clock + MINUTE, clock + 2 * MINUTE]
  const period = { startsAt: iso(start), endsAt: iso(end) }
  expect((await admin.call(setProductSale, { productId: id, salePrice, ...period })).status).toBe(200)
  return { id, start, end }
}

it('both nodes change the price at the same time, once, whoever looks first', async () => {
  const { id, start, end } = await planned(2000, 1500)
  const look = async () => {
    const clients = [both.one, both.two].flatMap(node => [node.newClient(), node.newClient()])
    const prices = clients.map(async (client, index) => {
      if (index % 2 === 0) return (await client.call(readProduct, { idOrSlug: id })).body.price
      const { items } = (await client.call(searchProducts, { pageSize: 100 })).body
      return items.find(product => product.id === id)?.price
    })
    return new Set(await Promise.all(prices))
  }
  expect(await look()).toEqual(new Set([2000]))
  clock = start
  expect(await look()).toEqual(new Set([1500]))
  clock = end
  expect(await look()).toEqual(new Set([2000]))
  const entries = await db().select().from(priceEntries).where(eq(priceEntries.productId, id))
  expect(entries.map(({ oldCents, newCents }) => [oldCents, newCents])).toEqual([
    [2000, 1500],
    [1500, 2000],
  ])
})

it('an order that races with an edge has the price of its time, and never another than was agreed to', async () => {
  const { id: productId, start, end } = await planned(2000, 1500)
  const edges = [start, end]
  for (const edge of edges) {
    clock = edge - 1
    const before = edge === start ? 2000 : 1500
    const order = (buyer: TestCustomer) =>
      buyer.call(checkout, {
        items: [{ productId, quantity: 1 }],
        addressId: buyer.addressId,
        expectedTotal: before,
      })
    const early = crowd.slice(0, 10).map(order)
    clock = edge
    const late = crowd.slice(10).map(order)
    for (const { status, body } of await Promise.all([...early, ...late]))
      expect([201, 409], JSON.stringify(body)).toContain(status)
    for (const { status, body } of await Promise.all(late))
      expect({ status, body }).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED' } })
  }
  const sold = await db()
    .select({ price: orderItems.pricePerItem, at: orders.createdAt })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orderItems.productId, productId))
  for (const { price, at } of sold) {
    const isOnSale = at.getTime() >= start && at.getTime() < end
    expect(price).toBe(isOnSale ? 1500 : 2000)
  }
})

it('carts, sales, edits and edges at once leave products as their constraint wants, without a deadlock', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => planned(2000, 1500)))
  const ids = made.map(({ id }) => id)
  const by = admin.user.id
  for (const buyer of crowd.slice(0, 6))
    for (const productId of ids) await buyer.call(addToCart, { productId })
  const plan = (reversed: boolean) =>
    db().transaction(async tx => {
      const own = reversed ? ids.slice(3) : ids.slice(0, 4)
      await tx.select().from(products).orderBy(products.id).for('update')
      const period = { startsAt: new Date(clock), endsAt: new Date(clock + MINUTE) }
      if (reversed) await endSales(tx, by, own, new Date(clock))
      await setSales(
        tx,
        by,
        own.map(productId => ({ productId, saleCents: 1400 })),
        period,
        new Date(clock),
      )
    })
  for (let round = 0; round < 5; round += 1) {
    clock += MINUTE
    await Promise.all([
      ...crowd.slice(0, 6).map(buyer => buyer.call(readCart)),
      both.two.newClient().call(searchProducts),
      plan(round % 2 === 0),
      plan(round % 2 === 1),
    ])
  }
  clock += 10 * MINUTE
  await both.two.newClient().call(searchProducts)
  const prices = await Promise.all(
    ids.map(async id => (await both.one.newClient().call(readProduct, { idOrSlug: id })).body.price),
  )
  expect(new Set(prices)).toEqual(new Set([2000]))
  const states = await db().select({ state: productSales.state }).from(productSales)
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['ENDED', 'CANCELLED']))
})
