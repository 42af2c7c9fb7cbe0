import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addProduct, buyProduct, completePayment } from '../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { purchaseMinutes } from '../minutes/contract.ts'
import { mails } from '../../platform/db/table.ts'
import { downloadInvoice, listInvoices } from './contract.ts'
import { getInvoice } from './service.ts'
import { invoices } from './table.ts'

const seller = {
  SELLER_NAME: 'Gloed',
  SELLER_STREET: 'Kerkstraat 1',
  SELLER_POSTAL_CODE: '2000',
  SELLER_CITY: 'Antwerpen',
  SELLER_COUNTRY: 'BE',
  SELLER_VAT_NUMBER: 'BE0123456749',
}
let shop: TestShop
let customer: TestUser
beforeAll(async () => {
  shop = await openShop({ env: seller })
  customer = await shop.newUser()
})
afterAll(() => shop.close())

const soon = { timeout: 10_000, interval: 50 }
const invoiceOf = (orderId: string) =>
  vi.waitFor(async () => {
    const { body } = await customer.call(listInvoices, { orderId })
    expect(body).toHaveLength(1)
    return body[0] as NonNullable<(typeof body)[0]>
  }, soon)
const mailWith = (invoiceId: string) =>
  vi.waitFor(async () => {
    const sent = await shop.node.platform.db
      .select()
      .from(mails)
      .where(eq(mails.recipient, customer.user.email))
    const mail = sent.find(
      ({ props, sentAt }) => sentAt && (props as { invoiceId?: string }).invoiceId === invoiceId,
    )
    expect(mail).toBeDefined()
    return mail
  }, soon)

it('creates an invoice for a paid order with lines, seller and buyer', async () => {
  const { db } = shop.node.platform
  const product = await addProduct(shop, { price: 12_100 })
  const orderId = await buyProduct(customer, product.id, 'paid')
  const invoice = await invoiceOf(orderId)
  expect(invoice).toMatchObject({
    kind: 'INVOICE',
    number: expect.stringMatching(/^F\d{4}-\d{6}$/),
    totalCents: 12_100,
  })
  const { content } = await getInvoice(db, invoice.id)
  expect(content).toMatchObject({
    seller: {
      name: 'Gloed',
      address: ['Kerkstraat 1', '2000 Antwerpen', 'België'],
      vatNumber: 'BE0123456749',
    },
    lines: [{ text: product.name, quantity: 1, unitCents: 12_100 }],
    vat: { groups: [{ rate: 21, grossCents: 12_100, vatCents: 2100 }] },
    credits: null,
  })
  expect(content.buyer.length).toBeGreaterThan(2)
  expect(await mailWith(invoice.id)).toMatchObject({ template: 'order-paid' })
})

it('returns the PDF to its owner and admins only', async () => {
  const { id } = await addProduct(shop)
  const orderId = await buyProduct(customer, id, 'paid')
  const { id: invoiceId, number } = await invoiceOf(orderId)
  const read = await customer.call(downloadInvoice, { invoiceId })
  expect(read.status).toBe(200)
  expect(read.headers.get('content-type')).toBe('application/pdf')
  expect(read.headers.get('content-disposition')).toBe(`attachment; filename="factuur-${number}.pdf"`)
  expect(String(read.body)).toMatch(/^%PDF-1\.\d[\s\S]+%%EOF\s*$/)
  const stranger = await shop.newUser()
  expect(await stranger.call(downloadInvoice, { invoiceId })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND' },
  })
  expect(await stranger.call(listInvoices, { orderId })).toMatchObject({ status: 404 })
  expect(await (await shop.newUser('ADMIN')).call(downloadInvoice, { invoiceId })).toMatchObject({
    status: 200,
  })
})

it('creates an invoice for bought minutes, and none for an unpaid order', async () => {
  const { body } = await customer.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const invoice = await invoiceOf(body.purchaseId)
  expect(invoice.totalCents).toBe(1000)
  expect(await mailWith(invoice.id)).toMatchObject({ template: 'minutes-credited' })
  const { id } = await addProduct(shop)
  const failed = await buyProduct(customer, id, 'failed')
  await vi.waitFor(async () => {
    const told = await shop.node.platform.db.select().from(mails).where(eq(mails.template, 'payment-failed'))
    expect(JSON.stringify(told)).toContain(failed)
  }, soon)
  expect((await customer.call(listInvoices, { orderId: failed })).body).toEqual([])
})

it('cannot be changed or deleted, not even in the database', async () => {
  const { db } = shop.node.platform
  await expect(db.update(invoices).set({ totalCents: 0 })).rejects.toThrow(
    expect.objectContaining({ cause: expect.objectContaining({ message: 'invoices is append-only' }) }),
  )
  await expect(db.delete(invoices)).rejects.toThrow('delete from "invoices"')
})
