import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openTwoNodes, type TwoNodes } from '../../../tests/support/shopOnPostgres.ts'
import { mails } from '../../platform/db/table.ts'
import { products } from '../products/catalog/table.ts'
import { checkout } from '../checkout/contract.ts'
import { backInStockMail, requestBackInStock } from './contract.ts'
import { deleteIdleLevels, mailBackInStock } from './service.ts'
import { backInStockRequests } from './table.ts'

let both: TwoNodes
let crowd: TestCustomer[]
beforeAll(async () => {
  both = await openTwoNodes({ redis: false })
  crowd = await createCustomers(both.one, 30)
})
afterAll(() => both.close())

const db = () => both.one.node.platform.db
const sentTo = async () =>
  (await db().select().from(mails).where(eq(mails.template, backInStockMail.name))).map(
    ({ recipient }) => recipient,
  )
const addStock = (id: string, pieces: number) =>
  db()
    .update(products)
    .set({ stock: sql`${products.stock} + ${pieces}` })
    .where(eq(products.id, id))

it('two nodes mail each once and no more than units came, while people ask, order and stock moves', async () => {
  const { id } = await addProduct(both.one, { stock: 0 })
  const run = () => Promise.all([both.one, both.two].map(({ node }) => mailBackInStock(node.platform)))
  const order = (buyer: TestCustomer) =>
    buyer.call(checkout, { items: [{ productId: id, quantity: 1 }], addressId: buyer.addressId })
  const asking = crowd.slice(0, 20).map(buyer => buyer.call(requestBackInStock, { productId: id }))
  await Promise.all([...asking, run(), deleteIdleLevels(db())])
  expect(await sentTo()).toEqual([])
  await Promise.all([addStock(id, 3), run(), addStock(id, 4), run()])
  await Promise.all([
    run(),
    ...crowd.slice(20).map(order),
    ...crowd.slice(0, 5).map(buyer => buyer.call(requestBackInStock, { productId: id })),
    deleteIdleLevels(db()),
    run(),
  ])
  await run()
  const recipients = await sentTo()
  expect(recipients.length).toBeLessThanOrEqual(7)
  expect(recipients.length).toBeGreaterThan(0)
  expect(new Set(recipients).size).toBe(recipients.length)
  await addStock(id, 100)
  await run()
  expect(await db().$count(backInStockRequests)).toBe(0)
  expect(new Set(await sentTo()).size).toBe(20)
})
