import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProduct, completePayment, someAddress } from '../../../../tests/support/fixtures.ts'
import { openShop, type TestUser, type TestShop } from '../../../../tests/support/shop.ts'
import { findCreditNotes, findInvoice } from '../../invoices/service.ts'
import { purchaseMinutes } from '../../minutes/contract.ts'
import { createAddress } from '../../../people/addresses/contract.ts'
import { listAuditEntries } from '../../../people/audit/admin/contract.ts'
import { listNotifications } from '../../../people/notifications/contract.ts'
import { checkout } from '../../../shop/checkout/contract.ts'
import { readOrder } from '../../../shop/orders/contract.ts'
import type { Settings } from '../../../wire/settings.ts'
import { changeProduct } from '../../../shop/products/admin/contract.ts'
import { readVatOverview, removeVatRate, setVatRate } from './contract.ts'
import { findVatOverview, warnOfThreshold } from './service.ts'
import { changeSettings, readSettings } from '../../settings/admin/contract.ts'
import { refundOrder } from '../../../shop/orders/admin/contract.ts'

let shop: TestShop
let admin: TestUser
beforeAll(async () => {
  shop = await openShop({ env: { SELLER_COUNTRY: 'BE' } })
  admin = await shop.newUser('ADMIN')
  await change({ shipsTo: ['NL', 'BE', 'DE', 'FR', 'GB', 'US'] })
})
afterAll(() => shop.close())

async function change(changes: Partial<Settings>): Promise<void> {
  const { settings, version } = (await admin.call(readSettings)).body
  expect((await admin.call(changeSettings, { ...settings, ...changes, version })).status).toBe(200)
}
const overview = async () => (await admin.call(readVatOverview)).body

/** Orders products to a country and pays, unless it says otherwise. */
async function order(
  country: string,
  products: { id: string; quantity?: number }[],
  { pays = true, hasTracking = false } = {},
) {
  const customer = await shop.newUser()
  const addressId = (await customer.call(createAddress, { ...someAddress, postalCode: '1000', country })).body
    .id
  const items = products.map(({ id: productId, quantity = 1 }) => ({ productId, quantity }))
  const { body } = await customer.call(checkout, { items, addressId, hasTracking })
  const pay = async () => customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  if (pays) await pay()
  return { customer, orderId: body.orderId, pay }
}

/** The VAT of the invoice of a purchase, once it is there. */
const billed = (subjectId: string) =>
  vi.waitFor(
    async () => {
      const invoice = await findInvoice(shop.node.platform.db, subjectId)
      expect(invoice).toBeDefined()
      return invoice?.content as NonNullable<typeof invoice>['content']
    },
    { timeout: 20_000, interval: 50 },
  )
const creditedVat = (subjectId: string) =>
  vi.waitFor(
    async () => {
      const notes = await shop.node.platform.db.transaction(tx => findCreditNotes(tx, subjectId))
      expect(notes).not.toEqual([])
      return notes.map(({ vat }) => vat.groups)
    },
    { timeout: 20_000, interval: 50 },
  )

describe('an invoice', () => {
  it('has the VAT of each class in the seller’s country, with tracking in parts', async () => {
    const toy = await addProduct(shop, { price: 4995 })
    const book = await addProduct(shop, { price: 1495, taxClass: 'BOOKS' })
    const { orderId } = await order('Nederland', [toy, book], { hasTracking: true })
    const { vat } = await billed(orderId)
    expect(vat).toMatchObject({
      scheme: 'DOMESTIC',
      place: 'NL',
      country: 'BE',
      basis: 'TAXED',
      evidence: [
        { kind: 'SHIPPING_ADDRESS', country: 'NL' },
        { kind: 'OWN_ADDRESS', country: 'NL' },
      ],
      // 2.50 × 49.95 ÷ 64.90 = 1.92: 51.87 × 21/121 = 9.0022…; 15.53 × 6/106 = 0.8790…
      groups: [
        { category: 'STANDARD', rate: 21, grossCents: 5187, vatCents: 900 },
        { category: 'REDUCED', rate: 6, grossCents: 1553, vatCents: 88 },
      ],
    })
  })

  it('keeps its terms of when it was ordered: neither the product nor the scheme changes it, the rate is that of the payment', async () => {
    const book = await addProduct(shop, { price: 1495, taxClass: 'BOOKS' })
    const { orderId, pay } = await order('Nederland', [book], { pays: false })
    await admin.call(changeProduct, { productId: book.id, taxClass: 'STANDARD' })
    await change({ vatScheme: 'OSS' })
    await admin.call(setVatRate, {
      country: 'BE',
      taxClass: 'BOOKS',
      validFrom: '2020-01-01',
      basisPoints: 700,
    })
    await admin.call(setVatRate, {
      country: 'BE',
      taxClass: 'BOOKS',
      validFrom: '2021-07-01',
      basisPoints: 700,
    })
    await pay()
    // 14.95 × 7/107 = 0.9780…
    expect((await billed(orderId)).vat).toMatchObject({
      scheme: 'DOMESTIC',
      country: 'BE',
      groups: [{ category: 'REDUCED', rate: 7, grossCents: 1495, vatCents: 98 }],
    })
    for (const validFrom of ['2020-01-01', '2021-07-01'])
      expect((await admin.call(removeVatRate, { country: 'BE', taxClass: 'BOOKS', validFrom })).status).toBe(
        204,
      )
    await change({ vatScheme: 'DOMESTIC' })
  })

  it('is not changed by rates that are entered afterwards', async () => {
    const toy = await addProduct(shop, { price: 12_100 })
    const { orderId } = await order('België', [toy])
    const before = await billed(orderId)
    const rate = { country: 'BE', taxClass: 'STANDARD', validFrom: '2021-07-01' } as const
    await admin.call(setVatRate, { ...rate, basisPoints: 2500 })
    expect(await billed(orderId)).toEqual(before)
    await admin.call(removeVatRate, rate)
  })

  it('with OSS has the VAT of the customer’s country, of minutes too', async () => {
    await change({ vatScheme: 'OSS' })
    const toy = await addProduct(shop, { price: 4995 })
    const { orderId, customer } = await order('Duitsland', [toy])
    // 49.95 × 19/119 = 7.9752…
    expect((await billed(orderId)).vat).toMatchObject({
      country: 'DE',
      groups: [{ rate: 19, vatCents: 798 }],
    })
    const { body } = await customer.call(purchaseMinutes, { packageId: 'quick', minutes: 5, price: 1000 })
    await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
    // 10.00 × 19/119 = 1.5966…
    expect((await billed(body.purchaseId)).vat).toMatchObject({
      place: 'DE',
      evidence: [{ kind: 'OWN_ADDRESS', country: 'DE' }],
      groups: [{ rate: 19, grossCents: 1000, vatCents: 160 }],
    })
    await change({ vatScheme: 'DOMESTIC' })
  })

  it('outside the EU has none', async () => {
    const toy = await addProduct(shop, { price: 4995 })
    const { orderId } = await order('Verenigd Koninkrijk', [toy])
    expect((await billed(orderId)).vat).toMatchObject({
      basis: 'OUTSIDE_EU',
      country: null,
      groups: [{ category: 'OUTSIDE_EU', rate: 0, vatCents: 0 }],
    })
  })
})

it('credits the VAT of the lines that are refunded, and of everything exactly the rest', async () => {
  const toy = await addProduct(shop, { price: 4995 })
  const book = await addProduct(shop, { price: 1495, taxClass: 'BOOKS' })
  const { orderId, customer } = await order('België', [toy, book])
  await billed(orderId)
  const { items } = (await customer.call(readOrder, { orderId })).body
  const ofBook = items.find(({ productId }) => productId === book.id)?.id
  expect(await admin.call(refundOrder, { orderId, items: [{ itemId: ofBook, quantity: 1 }] })).toMatchObject({
    status: 201,
  })
  expect(await creditedVat(orderId)).toEqual([
    [{ category: 'REDUCED', rate: 6, grossCents: -1495, vatCents: -85 }],
  ])
  await admin.call(refundOrder, { orderId })
  await vi.waitFor(
    async () =>
      expect(await creditedVat(orderId)).toContainEqual([
        { category: 'STANDARD', rate: 21, grossCents: -4995, vatCents: -867 },
      ]),
    { timeout: 20_000, interval: 50 },
  )
})

describe('the rates', () => {
  const rate = { country: 'LV', taxClass: 'BOOKS', validFrom: '2026-01-01' } as const

  it('are entered, replaced and removed, and audited', async () => {
    expect(await admin.call(setVatRate, { ...rate, basisPoints: 500 })).toMatchObject({ status: 204 })
    expect((await overview()).rates).toContainEqual({ ...rate, basisPoints: 500, isEntered: true })
    await admin.call(setVatRate, { ...rate, basisPoints: 500 })
    await admin.call(setVatRate, { ...rate, basisPoints: 1200 })
    const { items } = (
      await admin.call(listAuditEntries, { action: 'VAT_RATE_CHANGED', subjectId: 'LV BOOKS 2026-01-01' })
    ).body
    expect(items.map(({ details }) => details['rate'])).toEqual([
      { from: 5, to: 12 },
      { from: null, to: 5 },
    ])
    expect((await admin.call(removeVatRate, rate)).status).toBe(204)
    expect(
      (await overview()).rates.some(({ country, taxClass }) => country === 'LV' && taxClass === 'BOOKS'),
    ).toBe(false)
    expect(await admin.call(removeVatRate, rate)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it.each([
    [{ country: 'GB' }, 'country'],
    [{ taxClass: 'EXEMPT' }, 'taxClass'],
    [{ validFrom: 'morgen' }, 'validFrom'],
    [{ validFrom: '2026-02-30' }, 'validFrom'],
    [{ validFrom: '0000-01-01' }, 'validFrom'],
    [{ basisPoints: 5001 }, 'basisPoints'],
    [{ basisPoints: 5.5 }, 'basisPoints'],
  ])('with %j are refused at %s', async (wrong, field) => {
    const refused = await admin.call(setVatRate, { ...rate, basisPoints: 500, ...wrong })
    expect(refused).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } })
  })
})

describe('sales across borders', () => {
  it('are counted without VAT, less credit notes, and not those at home, to businesses or outside the EU', async () => {
    const before = await overview()
    const toy = await addProduct(shop, { price: 12_100 })
    await billed((await order('Nederland', [toy])).orderId)
    await billed((await order('België', [toy])).orderId)
    await billed((await order('Verenigde Staten', [toy])).orderId)
    const { orderId } = await order('Frankrijk', [toy])
    await billed(orderId)
    await admin.call(refundOrder, { orderId, amount: 1210 })
    await creditedVat(orderId)
    const after = await overview()
    const grown = (country: string) => {
      const netOf = ({ byCountry }: typeof after) =>
        byCountry.find(each => each.country === country)?.netCents ?? 0
      return netOf(after) - netOf(before)
    }
    // 121.00 − 21.00, and of the French one a tenth less.
    expect([grown('NL'), grown('FR'), grown('BE'), grown('US')]).toEqual([10_000, 9000, 0, 0])
    expect(after.crossBorderCents - before.crossBorderCents).toBe(19_000)
  })

  const warnings = async () => {
    await warnOfThreshold(shop.node.platform)
    const { body } = await admin.call(listNotifications)
    return body.filter(({ type }) => type === 'VAT_THRESHOLD').map(({ title }) => title)
  }

  it('are warned of once near the threshold, and once above it', async () => {
    expect(await warnings()).toEqual([])
    const { crossBorderCents } = await overview()
    const whole = await addProduct(shop, { price: Math.ceil((8_000_00 - crossBorderCents) * 1.21) + 100 })
    await billed((await order('Nederland', [whole])).orderId)
    expect(await warnings()).toEqual(['Drempel voor btw over de grens in zicht'])
    expect(await warnings()).toHaveLength(1)
    const rest = await addProduct(shop, { price: 2_420_00 })
    await billed((await order('Nederland', [rest])).orderId)
    expect(await warnings()).toHaveLength(2)
    expect(await warnings()).toHaveLength(2)
  })

  it('are warned of for a whole year after one above the threshold', async () => {
    const nextYear = new Date().getFullYear() + 1
    const now = () => new Date(`${nextYear}-03-01T12:00:00Z`)
    const later = { ...shop.node.platform, now }
    expect(await findVatOverview(later)).toMatchObject({
      year: nextYear,
      crossBorderCents: 0,
      lastYearCents: (await overview()).crossBorderCents,
    })
    const before = await warnings()
    await warnOfThreshold(later)
    await warnOfThreshold(later)
    expect(await warnings()).toEqual(['Drempel voor btw over de grens voorbij', ...before])
  })
})
