import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { changeProduct } from '../src/shop/products/admin/contract.ts'
import { queryRows } from '../src/platform/db/sql.ts'
import { requestBackInStock } from '../src/shop/backInStock/contract.ts'
import { checkout } from '../src/shop/checkout/contract.ts'
import { addToWishlist } from '../src/shop/wishlist/contract.ts'
import { addAddressFor, addProduct } from './support/fixtures.ts'
import { addPromotion, newCode } from './support/promotions.ts'
import { MINUTE, openSaleShop, type SaleShop } from './support/sales.ts'

let office: SaleShop
beforeAll(async () => void (office = await openSaleShop()))
afterAll(() => office.shop.close())

/** Runs the job of each minute. @returns the jobs that it found something to do for, when they are done */
async function minutePasses(): Promise<string[]> {
  const { db, shop } = office
  await db.execute(sql`delete from pgboss.job`)
  // As pg-boss sends it, whose own clock is off in a shop with a test's.
  await db.execute(sql`insert into pgboss.job (name, data) values ('jobs.everyMinute', null)`)
  shop.node.platform.jobs.wake()
  const found = () =>
    queryRows<{ name: string; state: string }>(db, sql`select name, state from pgboss.job order by name`)
  const areDone = async () =>
    expect(new Set((await found()).map(job => job.state))).toEqual(new Set(['completed']))
  await vi.waitFor(areDone, { timeout: 20_000 })
  // Mails and their other effects are sent by their own jobs.
  const own = /^(backInStock|holds|orders|payments|promotions|sales|wishlist)\./
  return (await found()).map(job => job.name).filter(name => own.test(name))
}

it('every minute, a job with something to do runs, and nothing else', async () => {
  const { admin, clock, shop } = office
  office.nextDay()
  const customer = await shop.newUser()
  const addressId = await addAddressFor(customer)
  const [bought, wished, awaited] = [
    await addProduct(shop),
    await addProduct(shop, { price: 2000 }),
    await addProduct(shop, { stock: 0 }),
  ]
  const sale = await office.planned()
  const { code } = await addPromotion(admin, { code: newCode() })
  await customer.call(addToWishlist, { productId: wished.id })
  await customer.call(requestBackInStock, { productId: awaited.id })
  const items = [{ productId: bought.id, quantity: 1 }]
  expect((await customer.call(checkout, { items, addressId, codes: [code as string] })).status).toBe(201)
  expect(await minutePasses()).toEqual([])

  clock.at += 2 * MINUTE
  expect(await minutePasses()).toEqual(['orders.confirmUnpaid', 'payments.reconcile'])
  await admin.call(changeProduct, { productId: wished.id, price: 1000 })
  await admin.call(changeProduct, { productId: awaited.id, stock: 1 })
  expect(await minutePasses()).toEqual(['backInStock.mail', 'wishlist.notifyPriceDrops'])
  clock.at = office.start
  expect(await minutePasses()).toEqual(expect.arrayContaining(['sales.apply']))
  expect(await office.statesOf(sale.id)).toEqual(['RUNNING'])
  clock.at = office.end
  expect(await minutePasses()).toEqual(expect.arrayContaining(['holds.release', 'promotions.releaseUses']))
  clock.at += MINUTE / 60
  expect(await minutePasses()).toEqual([])
})
