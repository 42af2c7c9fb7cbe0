import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCodeProduct } from '../../../../tests/support/downloads.ts'
import { addProduct, buyProduct } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { setOrderStatus } from '../../orders/admin/contract.ts'
import { notifications } from '../../../people/notifications/table.ts'
import { changeSettings, readSettings } from '../../../money/settings/admin/contract.ts'

let shop: TestShop
let admin: TestUser
let customer: TestUser
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.newUser('ADMIN')
  customer = await shop.newUser()
})
afterAll(() => shop.close())

/** The notifications that the admin got about a product, in order. */
async function toldOf(productId: string): Promise<string[]> {
  const told = await shop.node.platform.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, admin.user.id),
        eq(notifications.path, `/admin/products/${productId}`),
        inArray(notifications.kind, ['LOW_STOCK', 'SOLD_OUT']),
      ),
    )
    .orderBy(notifications.createdAt)
  return told.map(({ kind, text }) => `${kind} ${text}`)
}
const setThreshold = async (lowStockThreshold: number) => {
  const { settings, version } = (await admin.call(readSettings)).body
  return admin.call(changeSettings, { ...settings, lowStockThreshold, version })
}

it('tells admins once that a product runs low, and once that it is sold out', async () => {
  expect((await setThreshold(2)).status).toBe(200)
  const { id, name } = await addProduct(shop, { stock: 4 })
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([])
  await buyProduct(customer, id, 'paid')
  const low = `LOW_STOCK Van ${name} zijn nog 2 stuks over.`
  expect(await toldOf(id)).toEqual([low])
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([low])
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([low, `SOLD_OUT ${name} is uitverkocht.`])
})

it('tells of it again after units came back', async () => {
  await setThreshold(0)
  const { id, name } = await addProduct(shop, { stock: 1 })
  const orderId = await buyProduct(customer, id, 'paid')
  expect((await admin.call(setOrderStatus, { orderId, status: 'CANCELLED' })).status).toBe(200)
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual(Array(2).fill(`SOLD_OUT ${name} is uitverkocht.`))
})

it('tells nothing of stock held for an unpaid order, nor of one that failed', async () => {
  const { id } = await addProduct(shop, { stock: 1 })
  await buyProduct(customer, id, 'failed')
  await buyProduct(customer, id, null)
  expect(await toldOf(id)).toEqual([])
})

it('says with a threshold of 0 only that a product is sold out', async () => {
  await setThreshold(0)
  const { id, name } = await addProduct(shop, { stock: 2 })
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([])
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([`SOLD_OUT ${name} is uitverkocht.`])
})

it('counts codes as stock', async () => {
  await setThreshold(1)
  const { id, name } = await addCodeProduct(shop, admin, ['CODE-1', 'CODE-2'])
  await buyProduct(customer, id, 'paid')
  expect(await toldOf(id)).toEqual([`LOW_STOCK Van ${name} is nog 1 stuk over.`])
})

it('refuses a threshold that is no whole number from 0', async () => {
  for (const threshold of [-1, 2.5, 1001, null as never])
    expect(await setThreshold(threshold)).toMatchObject({
      status: 400,
      body: { fields: { lowStockThreshold: expect.stringContaining('aantal') } },
    })
})
