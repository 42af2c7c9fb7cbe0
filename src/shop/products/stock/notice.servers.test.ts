import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers } from '../../../../tests/support/customers.ts'
import { addProduct, completePayment } from '../../../../tests/support/fixtures.ts'
import { stockOf } from '../../../../tests/support/payments.ts'
import type { TestShop, TestUser } from '../../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../../tests/support/shopOnPostgres.ts'
import { notifications } from '../../../people/notifications/table.ts'
import { checkout } from '../../checkout/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShopOnPostgres()
  admin = await shop.newUser('ADMIN')
})
afterAll(() => shop.close())

it('tells once of low and once of sold out when simultaneous orders take the last units', async () => {
  const buyers = await createCustomers(shop, 6)
  for (let round = 0; round < 5; round += 1) {
    // Of six units three orders of two: the first leaves 4, which is low, and the last none.
    const { id } = await addProduct(shop, { stock: 6 })
    const placed = await Promise.all(
      buyers.slice(0, 3).map(async ({ call, addressId }) => {
        const { status, body } = await call(checkout, { items: [{ productId: id, quantity: 2 }], addressId })
        expect(status).toBe(201)
        return body.paymentUrl as string
      }),
    )
    await Promise.all(placed.map(url => completePayment(url, 'paid')))
    expect(await stockOf(shop, id)).toEqual({ stock: 0, reserved: 0 })
    const told = await shop.node.platform.db
      .select({ kind: notifications.kind, userId: notifications.userId })
      .from(notifications)
      .where(eq(notifications.path, `/admin/products/${id}`))
    expect(told.map(({ kind }) => kind).toSorted()).toEqual(['LOW_STOCK', 'SOLD_OUT'])
    expect(told.every(({ userId }) => userId === admin.user.id)).toBe(true)
  }
})
