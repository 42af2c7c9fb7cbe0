import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCustomers, type TestCustomer } from '../../../tests/support/customers.ts'
import { addCodeProduct, buy } from '../../../tests/support/downloads.ts'
import { completePayment } from '../../../tests/support/fixtures.ts'
import { stockOf } from '../../../tests/support/payments.ts'
import type { TestShop, TestUser } from '../../../tests/support/shop.ts'
import { openShopOnPostgres } from '../../../tests/support/shopOnPostgres.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { checkout } from '../checkout/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { listDownloads, showCodes } from './contract.ts'
import { digitalCodes } from './table.ts'
import { refundOrder } from '../orders/admin/contract.ts'

/** Races for codes, which the embedded database with its one connection can't show. */
let shop: TestShop
let admin: TestUser
let crowd: TestCustomer[]
beforeAll(async () => {
  shop = await openShopOnPostgres()
  admin = await shop.newUser('ADMIN')
  crowd = await createCustomers(shop, 30)
})
afterAll(() => shop.close())

let series = 0
const newCodes = (count: number) => {
  series += 1
  return Array.from({ length: count }, (_, index) => `R${series}-${index}`)
}
const codesOf = (productId: string) =>
  shop.node.platform.db.select().from(digitalCodes).where(eq(digitalCodes.productId, productId))

it('payments at once draw every code once, and whoever is too late is refunded', async () => {
  const { id: productId } = await addCodeProduct(shop, admin, newCodes(20))
  const placed = await Promise.all(
    crowd.map(buyer => buyer.call(checkout, { items: [{ productId, quantity: 1 }] })),
  )
  const held = placed.filter(({ status }) => status === 201)
  expect(held).toHaveLength(20)
  await Promise.all(held.map(({ body }) => completePayment(body.paymentUrl as string, 'paid')))
  const orders = await Promise.all(
    crowd.flatMap((buyer, index) => {
      const orderId = placed[index]?.body.orderId
      return placed[index]?.status === 201 && orderId ? [buyer.call(readOrder, { orderId })] : []
    }),
  )
  expect(new Set(orders.map(({ body }) => body.status))).toEqual(new Set(['DELIVERED']))
  const codes = await codesOf(productId)
  expect(new Set(codes.map(({ orderItemId }) => orderItemId)).size).toBe(20)
  expect(await stockOf(shop, productId)).toEqual({ stock: 0, reserved: 0 })
})

it('refunds, purchases and reveals at once leave as many codes for sale as stock', async () => {
  const { id: productId } = await addCodeProduct(shop, admin, newCodes(15))
  const first = await Promise.all(
    crowd
      .slice(0, 15)
      .map(async buyer => ({ buyer, orderId: await buy(buyer, [{ productId, quantity: 1 }]) })),
  )
  const lines = await Promise.all(
    first.map(
      async ({ buyer, orderId }) => (await buyer.call(listDownloads, { orderId })).body[0]?.itemId ?? '',
    ),
  )
  const others = crowd.slice(15)
  const refunds = first.map(({ orderId }) => admin.call(refundOrder, { orderId }))
  const reveals = first
    .slice(0, 8)
    .map(({ buyer, orderId }, index) => buyer.call(showCodes, { orderId, itemId: lines[index] ?? '' }))
  const bids = others.map(buyer => buyer.call(checkout, { items: [{ productId, quantity: 1 }] }))
  const answers = await Promise.all([Promise.all(refunds), Promise.all(reveals), Promise.all(bids)])
  expect(new Set(answers[0].map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers[1].map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all(
    answers[2]
      .filter(({ status }) => status === 201)
      .map(({ body }) => completePayment(body.paymentUrl as string, 'paid')),
  )
  const codes = await codesOf(productId)
  const forSale = codes.filter(({ orderItemId }) => orderItemId === null)
  expect(await stockOf(shop, productId)).toMatchObject({ stock: forSale.length })
  // A code that somebody saw was not sold to anybody else.
  const shown = new Set(answers[1].flatMap(({ body }) => body.codes))
  const soldAgain = codes.filter(({ code, voidedAt }) => shown.has(code) && voidedAt === null)
  expect(soldAgain).toEqual([])
})

it('all of this leaves no discrepancy', async () => {
  expect(await findDiscrepancies(shop.node.platform.db, new Date(0))).toEqual([])
})
