import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, someAddress } from '../../../../tests/support/fixtures.ts'
import { newGuest } from '../../../../tests/support/guests.ts'
import { openShop, type TestShop } from '../../../../tests/support/shop.ts'
import {
  adjustMinutes,
  changeCustomer,
  listCustomers,
  readCustomer,
} from '../../../backoffice/customers/contract.ts'
import { readAdminOrder } from '../../orders/admin/contract.ts'
import { eraseClosedAccounts } from '../../../backoffice/privacy/erase.service.ts'
import { users } from '../../../people/accounts/table.ts'
import { mails } from '../../../platform/db/table.ts'
import { checkout } from '../../checkout/contract.ts'
import { deleteStaleGuests } from '../mergeCart.service.ts'

let shop: TestShop
let time = new Date('2026-11-25T12:00:00Z')
beforeAll(async () => {
  shop = await openShop({ now: () => time })
})
afterAll(() => shop.close())

/** Orders something for nothing, which is paid at once. */
async function orderFree(email: string): Promise<string> {
  const { id: productId } = await addProduct(shop, { price: 0 })
  const guest = await newGuest(shop, productId)
  const { status, body } = await guest.call(checkout, {
    items: [{ productId, quantity: 1 }],
    guest: { email, address: someAddress, acceptsTerms: true },
  })
  expect(status).toBe(201)
  return body.orderId
}

it('is known to admins by the address of the order, and has nothing that they could change', async () => {
  const orderId = await orderFree('zichtbaar@gloed.test')
  const admin = await shop.newUser('ADMIN')
  const { body } = await admin.call(listCustomers, { q: 'zichtbaar@', page: 1 })
  expect(body).toMatchObject({ total: 1, items: [{ role: 'GUEST', email: 'zichtbaar@gloed.test' }] })
  const order = await admin.call(readAdminOrder, { orderId })
  expect(order.body.customer).toMatchObject({ email: 'zichtbaar@gloed.test' })
  const userId = order.body.customer.id
  expect((await admin.call(readCustomer, { userId })).body).toMatchObject({ email: 'zichtbaar@gloed.test' })
  expect((await admin.call(changeCustomer, { userId, role: 'ADMIN' })).status).toBe(404)
  expect((await admin.call(adjustMinutes, { userId, minutes: 5, reason: 'Nee' })).status).toBe(404)
})

it('is erased two years after the last order, and others with the same address keep their mails', async () => {
  const { db } = shop.node.platform
  const email = 'gewist@gloed.test'
  await orderFree(email)
  const start = time
  time = new Date('2028-01-01T00:00:00Z')
  await orderFree(email)
  time = new Date('2028-12-01T00:00:00Z')
  await deleteStaleGuests(shop.node.platform)
  await eraseClosedAccounts(shop.node.platform)
  time = start
  expect(await db.$count(users, eq(users.guestEmail, email))).toBe(1)
  expect(await db.$count(mails, eq(mails.recipient, email))).toBe(1)
})
