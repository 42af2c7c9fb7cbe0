import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { carrierOf, companyAddress } from '../../../tests/support/carrier.ts'
import { addAddressFor, completePayment } from '../../../tests/support/fixtures.ts'
import { newGuest } from '../../../tests/support/guests.ts'
import { pdfText } from '../../../tests/support/pdfText.ts'
import { mailsTo, stockOf } from '../../../tests/support/payments.ts'
import { openShop, PASSWORD, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { addProductWithVariants } from '../../../tests/support/variants.ts'
import { readAdminOrder, setPicked, shipOrders, refundOrder } from './admin/contract.ts'
import { listLabels, makeLabels, makeReturnLabel, readLabelOptions } from './admin/shippingLabels/contract.ts'
import { renderPackingSlips } from './admin/packingSlip.service.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { listInvoices } from '../../money/invoices/contract.ts'
import { renderInvoiceFile } from '../../money/invoices/pdf.service.ts'
import { invoices } from '../../money/invoices/table.ts'
import { buildUbl } from '../../money/invoices/ubl.rules.ts'
import { login } from '../../people/accounts/contract.ts'
import { mails } from '../../platform/db/table.ts'
import { addToCart, readCart } from '../cart/contract.ts'
import { products } from '../products/catalog/table.ts'
import { checkout } from '../checkout/contract.ts'
import { requestWithdrawal } from '../withdrawals/contract.ts'
import { readOrder } from './contract.ts'

/** Two variants of one product, at their own prices and weights, from a guest's cart to a withdrawal. */
let shop: TestShop
let admin: TestUser
let member: TestUser
let robe: Awaited<ReturnType<typeof addProductWithVariants>>
let orderId = ''
beforeAll(async () => {
  shop = await openShop({ env: companyAddress })
  admin = await shop.newUser('ADMIN')
  member = await shop.newUser()
  robe = await addProductWithVariants(
    shop,
    [
      { name: 'maat', values: ['S', 'M'] },
      { name: 'kleur', values: ['zwart', 'rood'] },
    ],
    [
      { values: ['S', 'zwart'], sku: 'ROBE-KLEIN', stock: 9, weight: 200 },
      { values: ['M', 'rood'], sku: 'ROBE-GROOT', stock: 3, weight: 350, price: 2500 },
    ],
    { name: 'Zijden robe', sku: 'ROBE', price: 2000, weight: 5000 },
  )
})
afterAll(() => shop.close())

const db = () => shop.node.platform.db
const small = () => robe.variants[0]!
const large = () => robe.variants[1]!
const names = { small: 'Zijden robe, S, zwart', large: 'Zijden robe, M, rood' }

it('a guest’s cart is added to that of the account by variant, up to the stock of each', async () => {
  const guest = await newGuest(shop, small().id)
  await guest.call(addToCart, { productId: large().id, quantity: 2 })
  for (const { id: productId } of [small(), large()])
    expect((await member.call(addToCart, { productId, quantity: 2 })).status).toBe(201)
  expect((await guest.call(login, { email: member.user.email, password: PASSWORD })).status).toBe(200)
  const cart = (await member.call(readCart)).body
  expect(cart).toHaveLength(2)
  expect(cart).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        quantity: 3,
        product: expect.objectContaining({ name: names.small, price: 2000, values: ['S', 'zwart'] }),
      }),
      expect.objectContaining({
        // Of four there are three.
        quantity: 3,
        product: expect.objectContaining({ name: names.large, price: 2500, values: ['M', 'rood'] }),
      }),
    ]),
  )
})

it('the order has each variant at its own price, and sells the stock of each', async () => {
  const items = [
    { productId: small().id, quantity: 2 },
    { productId: large().id, quantity: 3 },
  ]
  const placed = await member.call(checkout, { items, addressId: await addAddressFor(member) })
  expect(placed.status).toBe(201)
  orderId = placed.body.orderId
  await member.request('GET', await completePayment(placed.body.paymentUrl as string, 'paid'))
  // A later name or price in the shop does not change the order.
  await db().update(products).set({ name: 'Iets anders', price: 1 }).where(eq(products.id, large().id))
  const { total, items: bought } = (await member.call(readOrder, { orderId })).body
  expect(total).toBe(2 * 2000 + 3 * 2500)
  const byName = Map.groupBy(bought, ({ product }) => product.name)
  expect(byName.get(names.small)).toMatchObject([{ quantity: 2, pricePerItem: 2000 }])
  expect(byName.get(names.large)).toMatchObject([{ quantity: 3, pricePerItem: 2500 }])
  expect(await stockOf(shop, small().id)).toEqual({ stock: 7, reserved: 0 })
  expect(await stockOf(shop, large().id)).toEqual({ stock: 0, reserved: 0 })
})

describe('its papers', () => {
  const invoiceRows = () =>
    db()
      .select()
      .from(invoices)
      .where(eq(invoices.subjectId, orderId))
      .orderBy(invoices.issuedAt, invoices.id)

  it('the invoice has the full names at their prices, as PDF and as UBL', async () => {
    await expect
      .poll(async () => (await member.call(listInvoices, { orderId })).body, { timeout: 10_000 })
      .toHaveLength(1)
    const [invoice] = await invoiceRows()
    const words = (await pdfText((await renderInvoiceFile(invoice!)).content)).replaceAll('\u00a0', ' ')
    for (const word of [names.small, names.large, '€ 20,00', '€ 25,00', '€ 40,00', '€ 75,00', '€ 115,00'])
      expect(words).toContain(word)
    const { content } = invoice!
    const xml = buildUbl(invoice!)
    const lines = xml.split('<cac:InvoiceLine>').slice(1)
    for (const [name, quantity, grossCents] of [
      [names.small, 2, 4000],
      [names.large, 3, 7500],
    ] as const) {
      const own = lines.find(line => line.includes(`<cbc:Name>${name}</cbc:Name>`))
      expect(own).toMatch(new RegExp(`<cbc:InvoicedQuantity[^>]*>${quantity}</cbc:InvoicedQuantity>`))
      const net = Number(own?.match(/<cbc:LineExtensionAmount[^>]*>([\d.]+)</)?.[1]) * 100
      expect(Math.abs(net - (content.vat.basis === 'NONE' ? grossCents : grossCents / 1.21))).toBeLessThan(1)
    }
  })

  it('the packing slip has the name and the SKU of each, and nothing of the product', async () => {
    const { content } = await renderPackingSlips(shop.node.platform, {
      orderIds: [orderId],
      shopName: 'Gloed',
      now: new Date(),
    })
    const lines = (await pdfText(content)).split('\n')
    for (const line of [names.small, names.large, 'ROBE-KLEIN', 'ROBE-GROOT', '2 ×', '3 ×', 'Samen 5 stuks.'])
      expect(lines.some(each => each.includes(line))).toBe(true)
    expect(lines).not.toContain('ROBE')
  })

  it('the label weighs the variants, and the return label the returned units', async () => {
    const grams = 2 * 200 + 3 * 350
    expect((await admin.call(readLabelOptions, { orderId })).body).toMatchObject({
      weight: grams,
      isWeightKnown: true,
    })
    const [asked] = (await admin.call(makeLabels, { orderIds: [orderId], carrier: 'postnl' })).body
    const labelId = asked?.label?.id as string
    const status = async () => (await admin.call(listLabels, { labelId })).body[0]?.status
    await expect.poll(status, { timeout: 20_000 }).toBe('MADE')
    expect(await carrierOf(shop).parcelsOf(labelId)).toMatchObject([{ weight: '1.450' }])
    for (const { id: itemId } of (await admin.call(readAdminOrder, { orderId })).body.items)
      await admin.call(setPicked, { orderId, itemId, picked: true })
    expect((await admin.call(shipOrders, { orderIds: [orderId] })).body).toMatchObject([{ isShipped: true }])
    const made = await admin.call(makeReturnLabel, { orderId, carrier: 'postnl' })
    expect(made.status).toBe(201)
    const parcels = async () => (await carrierOf(shop).parcels()).filter(({ isReturn }) => isReturn)
    await expect.poll(parcels, { timeout: 20_000 }).toMatchObject([{ weight: '1.450' }])
  })

  it('a withdrawal names the variant that comes back, and its refund is of that one', async () => {
    const { number, items } = (await member.call(readOrder, { orderId })).body
    const line = items.find(({ product }) => product.name === names.large)!
    const said = { name: 'Sam de Wit', email: member.user.email, orderNumber: number, itemIds: [line.id] }
    expect((await shop.newClient().call(requestWithdrawal, said)).status).toBe(202)
    const [receipt] = (await db().select().from(mails).where(eq(mails.template, 'withdrawal-received'))).map(
      ({ props }) => props as { lines: string[] },
    )
    expect(receipt?.lines).toEqual([`3 × ${names.large}`])
    const { withdrawals } = (await admin.call(readAdminOrder, { orderId })).body
    expect(withdrawals).toMatchObject([{ lines: [{ name: names.large, quantity: 3 }] }])
    const back = { orderId, items: [{ itemId: line.id, quantity: 2 }], restock: true }
    expect((await admin.call(refundOrder, back)).body).toMatchObject({ amount: 5000 })
    expect(await stockOf(shop, large().id)).toEqual({ stock: 2, reserved: 0 })
    expect(await stockOf(shop, small().id)).toEqual({ stock: 7, reserved: 0 })
    await expect.poll(() => mailsTo(shop, member.user.email), { timeout: 10_000 }).toContain('order-credited')
    const creditNote = (await invoiceRows()).at(-1)
    expect(creditNote).toMatchObject({ kind: 'CREDIT_NOTE', totalCents: -5000 })
    const later = new Date(Date.now() + 3_600_000)
    expect((await findDiscrepancies(db(), later)).filter(({ check }) => check !== 'refunds.unsent')).toEqual(
      [],
    )
  })
})
