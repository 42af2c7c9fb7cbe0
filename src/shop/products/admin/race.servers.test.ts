import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../../tests/support/customers.ts'
import { openSharedPostgres, type SharedPostgres } from '../../../../tests/support/sharedPostgres.ts'
import { stockOf } from '../../../../tests/support/payments.ts'
import { addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { findDiscrepancies } from '../../../backoffice/reconciliation/service.ts'
import { checkout } from '../../checkout/contract.ts'
import { openPostgres } from '../../../platform/db/postgres/openPostgres.ts'
import { changeProduct, createProduct, readAdminProduct, removeProduct } from './contract.ts'

/** Simultaneous edits and orders of the same product, each on its own connection. */
let postgres: SharedPostgres
let shop: TestShop
let crowd: TestCustomer[]
let admin: TestUser
beforeAll(async () => {
  postgres = openSharedPostgres()
  shop = await openShop({ database: await openPostgres(await postgres.create()) })
  crowd = await createCustomers(shop, 40)
  admin = await shop.newUser('ADMIN')
})
afterAll(async () => {
  await shop.close()
  await postgres.close()
})

const order = (buyer: TestCustomer, productId: string) =>
  buyer.call(checkout, { items: [{ productId, quantity: 1 }], addressId: buyer.addressId })
const shelf = async (productId: string) => (await admin.call(readAdminProduct, { productId })).body
const expectBooks = async () =>
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])

it('never counts below held stock during 40 orders, with every change in the ledger', async () => {
  const { id: productId } = await addProduct(shop, { stock: 20 })
  const counts = [25, 3, 0, 30, 12, 1, 18, 7, 40, 2]
  const [orders, edits] = await Promise.all([
    Promise.all(crowd.map(buyer => order(buyer, productId))),
    Promise.all(counts.map(stock => admin.call(changeProduct, { productId, stock }))),
  ])
  for (const { status } of orders) expect([201, 409]).toContain(status)
  for (const { status, body } of edits)
    if (status !== 200) expect(body).toMatchObject({ code: 'STOCK_RESERVED' })
  const placed = orders.filter(({ status }) => status === 201)
  const { stock, reservedStock } = await shelf(productId)
  expect(reservedStock).toBe(placed.length)
  expect(stock).toBeGreaterThanOrEqual(reservedStock)
  await Promise.all(placed.map(({ body }) => completePayment(body.paymentUrl as string, 'paid')))
  expect(await stockOf(shop, productId)).toEqual({ stock: stock - placed.length, reserved: 0 })
  await expectBooks()
})

it('accepts one of two changes based on the same stock', async () => {
  const { id: productId } = await addProduct(shop, { stock: 10 })
  const edits = await Promise.all(
    [11, 12, 13, 14].map(stock => admin.call(changeProduct, { productId, stock, expectedStock: 10 })),
  )
  expect(edits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
})

it('deletes a product during orders before or after, never partly', async () => {
  for (const buyer of crowd.slice(0, 10)) {
    const { id: productId } = await addProduct(shop, { stock: 5 })
    const [ordered, removed] = await Promise.all([
      order(buyer, productId),
      admin.call(removeProduct, { productId }),
    ])
    expect(removed.status).toBe(204)
    const left = await admin.call(readAdminProduct, { productId })
    if (ordered.status === 201) expect(left.body).toMatchObject({ isActive: false, reservedStock: 1 })
    else expect([ordered.status, left.status]).toEqual([404, 404])
  }
  await expectBooks()
})

it('gives simultaneous products of one name distinct slugs, and refuses a duplicate SKU', async () => {
  const { categoryId } = await addProduct(shop)
  const product = { name: 'Zelfde naam', price: 100, stock: 1, categoryId }
  const skus = ['A', 'B', 'C', 'C', 'D', 'D']
  const made = await Promise.all(skus.map(sku => admin.call(createProduct, { ...product, sku })))
  const added = made.filter(({ status }) => status === 201).map(({ body }) => body)
  expect(added.map(({ sku }) => sku).toSorted()).toEqual(['A', 'B', 'C', 'D'])
  expect(new Set(added.map(({ slug }) => slug)).size).toBe(4)
  for (const { status } of made) expect([201, 409]).toContain(status)
})
