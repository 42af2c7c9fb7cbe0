import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UNANSWERED_NUMBER } from '../../../tests/support/business.ts'
import { completePayment, someAddress } from '../../../tests/support/fixtures.ts'
import { addGiftToList, findListedGift } from '../../../tests/support/gifts.ts'
import { openShop, type TestShop, type TestUser } from '../../../tests/support/shop.ts'
import { buildReport } from '../../backoffice/reports/service.ts'
import { findDiscrepancies } from '../../backoffice/reconciliation/service.ts'
import { listGifts, purchaseGift } from '../../live/gifts/contract.ts'
import { createAddress } from '../../people/addresses/contract.ts'
import { findCreditNotes, findInvoice } from '../invoices/service.ts'
import { buildUbl } from '../invoices/ubl.rules.ts'
import { checkVatNumber } from '../vat/number.contract.ts'
import { listMinutePackages, purchaseMinutes } from './contract.ts'
import { refundMinutes } from './admin/contract.ts'

/** Minutes and gifts for businesses: services, which are where the business is (Dir. 2006/112 art. 44, 196). */
const KNOWN = 'NL004495445B01'
const UNKNOWN = 'NL004495445B00'
const DOMESTIC = 'BE0403019261'

let shop: TestShop
let admin: TestUser
let buyer: TestUser
beforeAll(async () => {
  shop = await openShop({ env: { SELLER_COUNTRY: 'BE', SELLER_VAT_NUMBER: 'BE0403170701' } })
  admin = await shop.newUser('ADMIN')
  buyer = await shop.newUser()
})
afterAll(() => shop.close())

const soon = { timeout: 20_000, interval: 50 }
const db = () => shop.node.platform.db
const business = (vatNumber: string) => ({ name: 'Sintel bv', vatNumber })
const quick = { packageId: 'quick', minutes: 5 }
const buy = (vatNumber: string, price: number, who = buyer) =>
  who.call(purchaseMinutes, { ...quick, price, business: business(vatNumber) })
const invoiced = (subjectId: string) =>
  vi.waitFor(async () => {
    const invoice = await findInvoice(db(), subjectId)
    expect(invoice).toBeDefined()
    return invoice as NonNullable<typeof invoice>
  }, soon)
async function bought(vatNumber: string, price: number, who = buyer) {
  await who.call(checkVatNumber, { vatNumber })
  const { status, body } = await buy(vatNumber, price, who)
  expect({ status, body }).toMatchObject({ status: 201 })
  await who.request('GET', await completePayment(body.paymentUrl as string, 'paid'))
  return { purchaseId: body.purchaseId, invoice: await invoiced(body.purchaseId) }
}
const listed = async () => {
  const quarters = [1, 2, 3, 4].map(each => `${new Date().getFullYear()}-Q${each}`)
  const reports = await Promise.all(quarters.map(quarter => buildReport(db(), quarter, 'intra-eu')))
  return reports.flatMap(({ rows }) => rows).filter(([vatNumber]) => vatNumber === KNOWN)
}
const listedCents = async () => (await listed()).reduce((sum, row) => sum + Number(row.at(-1)), 0)

describe('minutes for a business', () => {
  it('of another member state are without VAT, on the invoice, in UBL and in the listing, until they are refunded', async () => {
    await buyer.call(checkVatNumber, { vatNumber: KNOWN })
    const { body: packages } = await buyer.call(listMinutePackages, { vatNumber: KNOWN })
    // 10.00 − 10.00 × 21/121 (1.7355…).
    expect(packages[0]).toMatchObject({ id: 'quick', price: 826, isReverseCharged: true })
    expect((await buyer.call(listMinutePackages)).body[0]).not.toHaveProperty('isReverseCharged')
    expect(await buy(KNOWN, 1000)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_CHANGED', price: 826, minutes: 5 },
    })
    const { purchaseId, invoice } = await bought(KNOWN, 826)
    expect(invoice.content).toMatchObject({
      buyer: [buyer.user.displayName, buyer.user.email, 'Sintel bv', `Btw-nummer ${KNOWN}`],
      vat: {
        basis: 'REVERSE_CHARGE',
        place: 'NL',
        country: null,
        business: { vatNumber: KNOWN, consultation: expect.any(String) },
        groups: [{ category: 'REVERSE_CHARGE', rate: 0, grossCents: 826, vatCents: 0 }],
      },
    })
    const ubl = buildUbl(invoice)
    expect(ubl).toContain('<cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent>')
    expect(ubl).toContain(`<cbc:CompanyID>${KNOWN}</cbc:CompanyID>`)
    expect(await listedCents()).toBe(826)
    // The price paid for minutes is their value: 8.26 × 2 ÷ 5 = 3.304, rounded down.
    const refunded = await admin.call(refundMinutes, { purchaseId, minutes: 2 })
    expect(refunded).toMatchObject({ status: 201, body: { minutes: 2 } })
    expect((await admin.call(refundMinutes, { purchaseId })).body).toMatchObject({ left: 0 })
    await vi.waitFor(
      async () => expect(await db().transaction(tx => findCreditNotes(tx, purchaseId))).toHaveLength(2),
      soon,
    )
    expect(await listedCents()).toBe(0)
    const found = await findDiscrepancies(db(), new Date())
    expect(found.filter(({ check }) => !check.startsWith('refunds.'))).toEqual([])
  })

  it('have the address of the business where its country is that of the number', async () => {
    const other = await shop.newUser()
    await other.call(createAddress, { ...someAddress, company: 'Sintel bv', country: 'Nederland' })
    const { invoice } = await bought(KNOWN, 826, other)
    const { street, houseNumber, postalCode, city } = someAddress
    expect(invoice.content.buyer).toEqual([
      other.user.displayName,
      'Sintel bv',
      `${street} ${houseNumber}`,
      `${postalCode} ${city}`,
      'Nederland',
      'Sintel bv',
      `Btw-nummer ${KNOWN}`,
    ])
  })

  it('of the seller’s own country have VAT, and the number on the invoice', async () => {
    const { invoice } = await bought(DOMESTIC, 1000)
    expect(invoice.content).toMatchObject({
      buyer: expect.arrayContaining([`Btw-nummer ${DOMESTIC}`]),
      vat: { basis: 'TAXED', country: 'BE', groups: [{ rate: 21, grossCents: 1000, vatCents: 174 }] },
    })
  })

  it('have VAT while VIES is away, and are refused for a number that is none', async () => {
    const { invoice } = await bought(UNANSWERED_NUMBER, 1000)
    expect(invoice.content.vat).toMatchObject({
      basis: 'TAXED',
      business: { vatNumber: UNANSWERED_NUMBER, checkedAt: null },
    })
    await buyer.call(checkVatNumber, { vatNumber: UNKNOWN })
    const wrong = { status: 400, body: { fields: { 'business.vatNumber': expect.any(String) } } }
    expect(await buy(UNKNOWN, 1000)).toMatchObject(wrong)
    expect(await buy('NL004495446B01', 1000)).toMatchObject(wrong)
    expect(await buyer.call(listMinutePackages, { vatNumber: UNKNOWN })).toMatchObject({ status: 400 })
  })
})

describe('a gift from a business', () => {
  it('of another member state is without VAT, at the price that it was shown', async () => {
    const owner = await shop.newUser('MODEL')
    const { id: giftId } = await addGiftToList(admin, owner.user.id, { price: 2420 })
    await buyer.call(checkVatNumber, { vatNumber: KNOWN })
    const shown = (await buyer.call(listGifts, { vatNumber: KNOWN })).body.find(({ id }) => id === giftId)
    expect(shown).toMatchObject({ price: 2000, isReverseCharged: true })
    expect(await findListedGift(buyer, giftId)).toMatchObject({ price: 2420 })
    const give = (expectedPrice: number) =>
      buyer.call(purchaseGift, { giftId, isAnonymous: false, expectedPrice, business: business(KNOWN) })
    expect(await give(2420)).toMatchObject({ status: 409, body: { code: 'PRICE_CHANGED', price: 2000 } })
    const { status, body } = await give(2000)
    expect(status).toBe(201)
    await buyer.request('GET', await completePayment(body.paymentUrl, 'paid'))
    const { content } = await invoiced(body.purchaseId)
    expect(content).toMatchObject({
      buyer: expect.arrayContaining([`Btw-nummer ${KNOWN}`]),
      vat: { basis: 'REVERSE_CHARGE', groups: [{ category: 'REVERSE_CHARGE', grossCents: 2000 }] },
    })
  })
})
