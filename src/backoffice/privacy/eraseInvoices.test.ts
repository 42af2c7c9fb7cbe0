import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addProduct, buyProduct } from '../../../tests/support/fixtures.ts'
import { openShop, type TestShop } from '../../../tests/support/shop.ts'
import { invoices } from '../../money/invoices/table.ts'
import { users } from '../../people/accounts/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { shippingLabels } from '../../shop/orders/admin/shippingLabels/table.ts'
import { eraseClosedAccounts } from './erase.service.ts'
import { anonymizeInvoices } from './eraseInvoices.service.ts'

let shop: TestShop
let time = new Date('2026-11-26T12:00:00Z')
beforeAll(async () => void (shop = await openShop({ now: () => time })))
afterAll(() => shop.close())
const db = () => shop.node.platform.db

it('removes the name and number of a business with the buyer, not before', async () => {
  const member = await shop.newUser()
  const business = { name: 'Zilverreiger Consult', vatNumber: 'NL000099998B57' }
  const content = { title: 'Factuur', buyer: [business.name], lines: [], vat: { business } }
  const own = eq(invoices.userId, member.user.id)
  await db()
    .insert(invoices)
    .values({
      kind: 'INVOICE',
      number: 'F2026-999999',
      userId: member.user.id,
      subjectId: randomUUID(),
      content: content as unknown as (typeof invoices.$inferSelect)['content'],
      totalCents: 0,
      issuedAt: time,
    })
  const isErased = { erasedAt: time, deleteAfter: time }
  await db().update(users).set(isErased).where(eq(users.id, member.user.id))
  const read = async () => (await db().select({ content: invoices.content }).from(invoices).where(own))[0]
  time = new Date('2033-12-31T12:00:00Z')
  await anonymizeInvoices(shop.node.platform)
  expect(await read()).toEqual({ content })
  // One that has the business alone.
  const without = { ...content, buyer: [] } as unknown as (typeof invoices.$inferSelect)['content']
  await db().update(invoices).set({ content: without }).where(own)
  time = new Date('2034-01-01T12:00:00Z')
  await anonymizeInvoices(shop.node.platform)
  expect(await read()).toEqual({ content: { ...content, buyer: [], vat: {} } })
})

it('removes a carrier’s report of a label that has no code', async () => {
  const member = await shop.newUser()
  const orderId = await buyProduct(member, (await addProduct(shop)).id, 'paid')
  await db().insert(shippingLabels).values({
    orderId,
    kind: 'SHIPMENT',
    carrier: 'dhl',
    weightGrams: 500,
    status: 'FAILED',
    failure: 'De vervoerder weigert: Lindelaan 12 bestaat niet.',
  })
  await db().update(orders).set({ status: 'CANCELLED' }).where(eq(orders.id, orderId))
  const isErased = { erasedAt: time, deleteAfter: time }
  await db().update(users).set(isErased).where(eq(users.id, member.user.id))
  await eraseClosedAccounts(shop.node.platform)
  const [label] = await db().select().from(shippingLabels).where(eq(shippingLabels.orderId, orderId))
  expect(label).toMatchObject({ status: 'FAILED', failure: null })
})
