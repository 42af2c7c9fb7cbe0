import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { checkout } from '../../shop/checkout/contract.ts'
import { addAddress } from '../../people/addresses/service.ts'
import { login } from '../../people/accounts/contract.ts'
import { users } from '../../people/accounts/table.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { orders } from '../../shop/orders/table.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { mails } from '../../platform/db/table.ts'
import { desc, eq, isNull } from 'drizzle-orm'
import { demoAccounts } from './accounts.ts'
import { seedDemo } from './seed.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({ env: { DEMO: 'small' } })))
afterAll(() => shop.close())

const inAnHour = () => new Date(Date.now() + 3_600_000)

it('is a shop in which the bookkeeper finds no difference, and no job is left to do', async () => {
  const { db } = shop.node.platform
  expect(await findDiscrepancies(db, inAnHour())).toEqual([])
  expect(await db.$count(mails, isNull(mails.sentAt))).toBe(0)
})

it('lets every account sign in, and is made once', async () => {
  for (const { email, password } of demoAccounts)
    expect((await shop.newClient().call(login, { email, password })).status).toBe(200)
  const { platform } = shop.node
  const before = await platform.db.$count(users)
  await seedDemo(platform)
  expect(await platform.db.$count(users)).toBe(before)
})

it('goes on where it is: the next order has the next number', async () => {
  const { db } = shop.node.platform
  const [last] = await db.select().from(orders).orderBy(desc(orders.number)).limit(1)
  const [product] = await db.select().from(products).where(eq(products.slug, 'massageolie-amber-en-vijg'))
  const buyer = await shop.newUser()
  const address = await addAddress(db, buyer.user.id, {
    firstName: 'Robin',
    lastName: 'Maas',
    company: null,
    street: 'Lindelaan',
    houseNumber: '1',
    city: 'Utrecht',
    postalCode: '3512 AB',
    country: 'Nederland',
    isDefault: true,
  })
  const items = [{ productId: product?.id, quantity: 1 }]
  const placed = await buyer.call(checkout, { items, addressId: address.id })
  expect(placed.status).toBe(201)
  const [next] = await db.select().from(orders).where(eq(orders.id, placed.body.orderId))
  const serial = (number = '') => Number(number.slice(5))
  expect(serial(next?.number)).toBe(serial(last?.number) + 1)
  expect(await findDiscrepancies(db, inAnHour())).toEqual([])
})
