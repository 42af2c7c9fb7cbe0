import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addProduct, completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { addPromotion } from '../../../tests/support/promotions.ts'
import { openShop, type TestUser, type TestShop } from '../../../tests/support/shop.ts'
import { buildReport } from '../../backoffice/reports/service.ts'
import { recheckNumbers } from '../../backoffice/vatCorrections/numberRecheck.service.ts'
import { findCreditNotes, findInvoice } from '../../money/invoices/service.ts'
import { checkVatNumber } from '../../money/vat/number.contract.ts'
import { vatNumberChecks } from '../../money/vat/table.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { listNotifications } from '../../people/notifications/contract.ts'
import { readOrder } from '../orders/contract.ts'
import { addRate, addZone } from '../shipping/admin/contract.ts'
import { checkout, quoteCart } from './contract.ts'
import { changeSettings, readSettings } from '../../money/settings/admin/contract.ts'
import { refundOrder } from '../orders/admin/contract.ts'

/** The simulator of VIES knows the first; it says that the second is none, and does not answer about the third. */
const KNOWN = 'NL004495445B01'
const UNKNOWN = 'NL004495445B00'
const UNANSWERED = 'NL004495445B99'

let shop: TestShop
let admin: TestUser
let productId: string
let bookId: string
beforeAll(async () => {
  shop = await openShop({ env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' } })
  admin = await shop.newUser('ADMIN')
  const { settings, version } = (await admin.call(readSettings)).body
  await admin.call(changeSettings, { ...settings, shipsTo: ['NL', 'BE', 'DE'], version })
  productId = (await addProduct(shop, { price: 12_100, showShippingOptions: true })).id
  bookId = (await addProduct(shop, { price: 1060, taxClass: 'BOOKS' })).id
})
afterAll(() => shop.close())

const business = (vatNumber: string) => ({ name: 'Sintel bv', vatNumber })

async function buyer(country: string) {
  const customer = await shop.newUser()
  const { body } = await customer.call(createAddress, { ...someAddress, postalCode: '1000', country })
  return { customer, addressId: body.id }
}

async function order(country: string, vatNumber: string, { hasTracking = false } = {}) {
  const { customer, addressId } = await buyer(country)
  await customer.call(checkVatNumber, { vatNumber })
  const items = [
    { productId, quantity: 1 },
    { productId: bookId, quantity: 2 },
  ]
  const input = { items, addressId, hasTracking, business: business(vatNumber) }
  const { status, body } = await customer.call(checkout, input)
  expect(status).toBe(201)
  await customer.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  const invoice = await vi.waitFor(
    async () => {
      const found = await findInvoice(shop.node.platform.db, body.orderId)
      expect(found).toBeDefined()
      return found
    },
    { timeout: 20_000, interval: 50 },
  )
  const { body: placed } = await customer.call(readOrder, { orderId: body.orderId })
  return { customer, placed, content: invoice?.content }
}

describe('a VAT number', () => {
  it('is checked by its digits and by VIES, whose answer is kept for a day', async () => {
    const { customer } = await buyer('Nederland')
    const check = (vatNumber: string) => customer.call(checkVatNumber, { vatNumber })
    expect(await check('nl 0044.95.445 b01')).toMatchObject({
      status: 200,
      body: { vatNumber: KNOWN, status: 'VALID', name: 'VOORBEELD BV' },
    })
    await check(KNOWN)
    const kept = await shop.node.platform.db
      .select()
      .from(vatNumberChecks)
      .where(eq(vatNumberChecks.vatNumber, KNOWN))
    expect(kept).toMatchObject([{ isValid: true, consultation: expect.stringMatching(/^WAPI\d+$/) }])
    expect((await check(UNKNOWN)).body).toMatchObject({ status: 'INVALID', name: null })
    expect((await check(UNANSWERED)).body).toMatchObject({ status: 'UNAVAILABLE', name: null })
  })

  it.each(['', 'NL004495446B01', 'GB980780684', 'x'.repeat(21)])('%j is refused', async vatNumber => {
    const { customer } = await buyer('Nederland')
    expect(await customer.call(checkVatNumber, { vatNumber })).toMatchObject({
      status: 400,
      body: { fields: { vatNumber: expect.any(String) } },
    })
  })
})

describe('an order of a business', () => {
  it('of another member state that it is sent to is without VAT, in the summary too', async () => {
    const { customer, addressId } = await buyer('Nederland')
    await customer.call(checkVatNumber, { vatNumber: KNOWN })
    const items = [{ productId, quantity: 1 }]
    const asked = { items, country: 'Nederland', business: { vatNumber: KNOWN } }
    expect((await customer.call(quoteCart, asked)).body).toMatchObject({
      total: 10_000,
      isReverseCharged: true,
    })
    const wrong = { items, addressId, business: business(KNOWN), expectedTotal: 12_100 }
    expect(await customer.call(checkout, wrong)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', total: 10_000 },
    })
    // 121.00 − 21.00; 2 × (10.60 − 0.60); tracking 2.50, of which 2.50 × 21.20 ÷ 142.20 = 0.37 belongs to the books:
    // 2.13 − 2.13 × 21/121 (0.37) + 0.37 − 0.37 × 6/106 (0.02).
    const { placed, content } = await order('Nederland', KNOWN, { hasTracking: true })
    expect(placed.total).toBe(10_000 + 2000 + 211)
    expect(content?.vat).toMatchObject({
      basis: 'REVERSE_CHARGE',
      country: null,
      place: 'NL',
      business: { name: 'Sintel bv', vatNumber: KNOWN, consultation: expect.any(String) },
      groups: [{ category: 'REVERSE_CHARGE', rate: 0, grossCents: 12_211, vatCents: 0 }],
    })
    expect(content?.buyer).toEqual(expect.arrayContaining(['Sintel bv', `Btw-nummer ${KNOWN}`]))
  })

  it('is refunded at its own price, in parts and whole, and its credit notes take it off the listing', async () => {
    const year = new Date().getFullYear()
    const listed = async () => {
      const reports = await Promise.all(
        [1, 2, 3, 4].map(each => buildReport(shop.node.platform.db, `${year}-Q${each}`, 'intra-eu')),
      )
      return reports
        .flatMap(({ rows }) => rows.map(row => Number(row.at(-1))))
        .reduce((sum, cents) => sum + cents, 0)
    }
    const before = await listed()
    const { placed, content } = await order('Nederland', KNOWN, { hasTracking: true })
    expect(content?.vat.groups).toMatchObject([{ grossCents: 12_211 }])
    expect(await listed()).toBe(before + 12_211)
    const orderId = placed.id
    const itemId = placed.items.find(item => item.productId === bookId)?.id as string
    const refunded = await admin.call(refundOrder, { orderId, items: [{ itemId, quantity: 1 }] })
    expect(refunded.body).toMatchObject({ amount: 1000, left: 11_211 })
    // A part of the rest, which is of no line.
    expect((await admin.call(refundOrder, { orderId, amount: 111 })).body).toMatchObject({ left: 11_100 })
    expect((await admin.call(refundOrder, { orderId })).body).toMatchObject({ amount: 11_100, left: 0 })
    const notes = await vi.waitFor(
      async () => {
        const found = await shop.node.platform.db.transaction(tx => findCreditNotes(tx, orderId))
        expect(found).toHaveLength(3)
        return found
      },
      { timeout: 20_000, interval: 50 },
    )
    const group = (grossCents: number) => ({ category: 'REVERSE_CHARGE', rate: 0, grossCents, vatCents: 0 })
    const groups = notes.flatMap(({ vat }) => vat.groups)
    expect(groups.toSorted((one, other) => other.grossCents - one.grossCents)).toEqual([
      group(-111),
      group(-1000),
      group(-11_100),
    ])
    expect(await listed()).toBe(before)
    for (const { vat } of notes)
      expect(vat).toMatchObject({ basis: 'REVERSE_CHARGE', business: { vatNumber: KNOWN } })
  })

  it('of the seller’s own country has VAT as always, and its number on the invoice', async () => {
    const { placed, content } = await order('België', 'BE0403019261')
    expect(placed.total).toBe(14_220)
    expect(content?.vat).toMatchObject({ basis: 'TAXED', country: 'BE' })
    expect(content?.buyer).toContain('Btw-nummer BE0403019261')
  })

  it('that is sent to another country than that of its number has VAT', async () =>
    expect((await order('Duitsland', KNOWN)).content?.vat).toMatchObject({ basis: 'TAXED', country: 'BE' }))

  it('with a number that VIES does not know is refused, and costs nothing', async () => {
    const { customer, addressId } = await buyer('Nederland')
    await customer.call(checkVatNumber, { vatNumber: UNKNOWN })
    const input = { items: [{ productId, quantity: 1 }], addressId, business: business(UNKNOWN) }
    expect(await customer.call(checkout, input)).toMatchObject({
      status: 400,
      body: { fields: { 'business.vatNumber': expect.any(String) } },
    })
  })

  it('goes on with VAT when VIES is away; when it is back, admins hear of it once', async () => {
    const { placed, content } = await order('Nederland', UNANSWERED)
    expect(placed.total).toBe(14_220)
    expect(content?.vat).toMatchObject({
      basis: 'TAXED',
      business: { vatNumber: UNANSWERED, checkedAt: null, consultation: null },
    })
    const { platform } = shop.node
    const heard = async () =>
      (await admin.call(listNotifications)).body.filter(({ type }) => type === 'VAT_NUMBER_VALID')
    await recheckNumbers(platform, () => Promise.resolve(null))
    expect(await heard()).toEqual([])
    const answer = { isValid: true, name: null, consultation: 'WAPI1' }
    const later = { ...platform, now: () => new Date(Date.now() + 3_600_000) }
    await recheckNumbers(later, () => Promise.resolve(answer))
    await recheckNumbers(later, () => Promise.reject(new Error('asked again')))
    expect(await heard()).toMatchObject([
      { message: expect.stringContaining(placed.number), path: `/admin/orders/${placed.id}` },
    ])
  })
})

describe('a promotion from € 50 on', () => {
  beforeAll(async () => {
    const { settings, version } = (await admin.call(readSettings)).body
    const changed = { ...settings, shippingPricing: 'FREE_FROM', freeShippingFrom: 5000, version }
    await admin.call(changeSettings, changed)
    const zone = { name: 'NL', countries: ['NL'], carrier: 'PostNL', isActive: true }
    const { id: zoneId } = (await admin.call(addZone, zone)).body
    const parcel = { serviceName: 'Pakket', deliveryTime: '1-2 werkdagen', weightFrom: 0, weightTo: 20_000 }
    const sides = { maxLength: null, maxWidth: null, maxHeight: null }
    await admin.call(addRate, { ...parcel, ...sides, zoneId, price: 500, isActive: true })
    await addPromotion(admin, { code: 'VANAF50', kind: 'AMOUNT', amountCents: 500, minimumCents: 5000 })
  })

  /** The prices that a business sees and pays for one product of this price: € 50 is € 41.32 without VAT, and a parcel € 5.00. */
  async function buy(price: number, codes: string[] = []) {
    const { customer, addressId } = await buyer('Nederland')
    await customer.call(checkVatNumber, { vatNumber: KNOWN })
    const items = [{ productId: (await addProduct(shop, { price })).id, quantity: 1 }]
    const asked = { items, codes, country: 'Nederland', business: { vatNumber: KNOWN } }
    const { body: quote } = await customer.call(quoteCart, asked)
    const input = { items, codes, addressId, business: business(KNOWN), expectedTotal: quote.total }
    const { status, body } = await customer.call(checkout, input)
    expect(status).toBe(201)
    const { body: placed } = await customer.call(readOrder, { orderId: body.orderId })
    expect(placed).toMatchObject({ total: quote.total, shippingCost: quote.shippingCost })
    return {
      products: quote.products,
      shipping: quote.shippingCost,
      total: quote.total,
      refused: quote.refused,
    }
  }

  it('a business without VAT has too, at the prices that it sees: shipping', async () => {
    expect(await buy(5000)).toMatchObject({ products: 4132, shipping: 0, total: 4132 })
    expect(await buy(4999)).toMatchObject({ products: 4131, shipping: 500, total: 4631 })
  })

  it('and a promotion', async () => {
    expect(await buy(5000, ['VANAF50'])).toMatchObject({ total: 4132 - 413, refused: [] })
    expect(await buy(4999, ['VANAF50'])).toMatchObject({
      total: 4631,
      refused: [{ code: 'VANAF50', reason: 'MINIMUM' }],
    })
  })
})
