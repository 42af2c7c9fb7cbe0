import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrderFor } from '../../../tests/support/payments.ts'
import { addProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { listAdminOrders } from '../../shop/orders/admin/contract.ts'
import { HITS_PER_KIND, searchBackoffice } from './contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

const find = async (q: string) => (await admin.call(searchBackoffice, { q })).body

it('finds an order by its number and its buyer, a customer by name and mail, a product by name and SKU', async () => {
  const customer = await shop.newUser()
  const { orderId } = await placeOrderFor(shop, customer)
  const product = await addProduct(shop)
  const { body: list } = await admin.call(listAdminOrders, { q: customer.user.email })
  const [order] = Array.isArray(list) ? list : list.items
  expect(await find(order?.number ?? '')).toMatchObject({ orders: [{ id: orderId }] })
  const byMail = await find(customer.user.email.toUpperCase())
  expect(byMail).toMatchObject({ orders: [{ id: orderId }], customers: [{ id: customer.user.id }] })
  expect((await find(product.name)).products).toMatchObject([{ id: product.id, isActive: true }])
  expect((await find(product.sku)).products).toMatchObject([{ id: product.id }])
  expect(JSON.stringify(byMail)).not.toContain('password')
})

it('returns a few of each kind, the newest first, and refuses an empty or a long text', async () => {
  const made = []
  for (let count = 0; count <= HITS_PER_KIND; count += 1)
    made.push((await addProduct(shop, { name: `Zwanendons ${count}` })).id)
  const { products } = await find('zwanendons')
  expect(products.map(({ id }) => id)).toEqual(made.toReversed().slice(0, HITS_PER_KIND))
  expect((await admin.call(searchBackoffice, { q: ' ' })).status).toBe(400)
  expect((await admin.call(searchBackoffice, { q: 'x'.repeat(101) })).status).toBe(400)
  expect(await find('%_')).toEqual({ orders: [], customers: [], products: [] })
})
