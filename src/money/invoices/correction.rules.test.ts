import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import type { TaxClass } from '../../wire/vat.ts'
import type { VatTreatment } from '../vat/contract.ts'
import { defaultVatRates } from '../vat/rates.rules.ts'
import type { InvoiceContent } from './contract.ts'
import { buildVatCorrection, findReverseCharge } from './correction.rules.ts'
import { calculateInvoiceTotals, taxLines, type UntaxedLine } from './rules.ts'

const NOW = new Date('2026-11-26T09:00:00Z')
const proof = { checkedAt: '2026-11-27T09:00:00.000Z', consultation: 'WAPI1' }

const sold: VatTreatment = {
  scheme: 'DOMESTIC',
  sellerCountry: 'BE',
  business: { name: 'Sintel bv', vatNumber: 'NL004495445B01', checkedAt: null, consultation: null },
  place: 'NL',
  evidence: [{ kind: 'SHIPPING_ADDRESS', country: 'NL' }],
  basis: 'TAXED',
  country: 'BE',
}

const invoiceOf = (
  lines: UntaxedLine[],
  treatment: VatTreatment = sold,
  more: Partial<InvoiceContent> = {},
): InvoiceContent & { number: string } => ({
  number: 'F2026-000042',
  seller: invoiceSeller,
  buyer: ['Sintel bv'],
  subject: 'Bestelling 2026-000042',
  ...taxLines(lines, treatment, defaultVatRates, NOW),
  credits: null,
  ...more,
})

const line = (quantity: number, unitCents: number, taxClass: TaxClass = 'STANDARD'): UntaxedLine => ({
  text: 'Iets',
  quantity,
  unitCents,
  taxClass,
})

function correct(invoice: InvoiceContent & { number: string }, returnedCents = 0) {
  const treatment = findReverseCharge(invoice, proof)
  if (!treatment) throw new Error('nothing to correct')
  return buildVatCorrection(invoice, treatment, { now: NOW, returnedCents })
}

describe('an invoice is corrected', () => {
  const { business } = sold
  it.each([
    ['of a business elsewhere whose number proves valid', sold, true],
    ['not of a consumer', { ...sold, business: null }, false],
    ['not of one whose number was valid then', { ...sold, basis: 'REVERSE_CHARGE', country: null }, false],
    ['not of goods that stay here', { ...sold, place: 'BE' }, false],
    ['not of goods that go to another country than the number’s', { ...sold, place: 'DE' }, false],
    [
      'not of a business of here',
      { ...sold, place: 'BE', business: business && { ...business, vatNumber: 'BE0403019261' } },
      false,
    ],
    ['not of who charges no VAT', { ...sold, scheme: 'SMALL_ENTERPRISE', basis: 'SMALL_ENTERPRISE' }, false],
  ] as [string, VatTreatment, boolean][])('%s', (_, treatment, isCorrected) => {
    const found = findReverseCharge(invoiceOf([line(1, 12_100)], treatment), proof)
    expect(found !== null).toBe(isCorrected)
    if (found) expect(found).toMatchObject({ basis: 'REVERSE_CHARGE', country: null, business: proof })
  })
})

describe('a correction', () => {
  it('takes all of the first back, and invoices the same without VAT', () => {
    // 121.00 + 2 × 10.60 − 2.42 discount: at 21 %, 118.58 × 21/121 = 20.58; at 6 %, 21.20 × 6/106 = 1.20.
    const invoice = invoiceOf([line(1, 12_100), line(2, 1060, 'BOOKS'), line(1, -242)])
    const { creditNote, replacement } = correct(invoice)
    expect(creditNote).toMatchObject({
      credits: 'F2026-000042',
      isReplaced: true,
      vat: {
        basis: 'TAXED',
        groups: [
          { category: 'STANDARD', rate: 21, grossCents: -11_858, vatCents: -2058 },
          { category: 'REDUCED', rate: 6, grossCents: -2120, vatCents: -120 },
        ],
      },
    })
    expect(replacement).toMatchObject({
      credits: null,
      replaces: 'F2026-000042',
      lines: [{ unitCents: 10_000 }, { quantity: 2, unitCents: 1000 }, { unitCents: -200 }],
      vat: {
        basis: 'REVERSE_CHARGE',
        country: null,
        business: { vatNumber: 'NL004495445B01', ...proof },
        groups: [{ category: 'REVERSE_CHARGE', rate: 0, grossCents: 11_800, vatCents: 0 }],
      },
    })
    expect(replacement.lines[0]).not.toHaveProperty('number')
    expect(replacement).not.toHaveProperty('number')
  })

  it('shares a remainder among pieces evenly', () => {
    // 3 × 9.99 = 29.97, of which 5.20 VAT: 24.77 is 1 × 8.25 and 2 × 8.26.
    const { replacement } = correct(invoiceOf([line(3, 999)]))
    expect(replacement.lines).toMatchObject([
      { quantity: 1, unitCents: 825 },
      { quantity: 2, unitCents: 826 },
    ])
  })

  it('leaves gift cards and exempt lines as they are', () => {
    const voucher = { text: 'Cadeaubon', quantity: 1, unitCents: 5000, isVoucher: true }
    const { creditNote, replacement } = correct(invoiceOf([line(1, 12_100), line(1, 700, 'EXEMPT'), voucher]))
    expect(calculateInvoiceTotals(creditNote)).toEqual({ total: -17_800, vat: -2100, net: -15_700 })
    expect(calculateInvoiceTotals(replacement)).toEqual({ total: 15_700, vat: 0, net: 15_700 })
    expect(replacement.vat.groups.map(({ category }) => category).toSorted()).toEqual([
      'EXEMPT',
      'REVERSE_CHARGE',
    ])
  })

  it('names the payments by cards less the refunds to them, the last used first', () => {
    const creditPayments = [
      { text: 'Betaald met cadeaubon …1', cents: 9000 },
      { text: 'Betaald met cadeaubon …2', cents: 1500 },
    ]
    const invoice = invoiceOf([line(1, 12_100)], sold, { creditPayments })
    expect(correct(invoice).replacement.creditPayments).toEqual(creditPayments)
    expect(correct(invoice, 2100).replacement.creditPayments).toEqual([{ ...creditPayments[0], cents: 8400 }])
    expect(correct(invoice).creditNote).not.toHaveProperty('creditPayments')
  })

  it('always differs from the first by its VAT, to the cent', () => {
    const anyLine = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }),
      unitCents: fc.integer({ min: 1, max: 99_999 }),
      taxClass: fc.constantFrom<TaxClass>('STANDARD', 'BOOKS', 'EXEMPT'),
    })
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), lines => {
        const invoice = invoiceOf(lines.map(each => line(each.quantity, each.unitCents, each.taxClass)))
        const before = calculateInvoiceTotals(invoice)
        const { creditNote, replacement } = correct(invoice)
        expect(calculateInvoiceTotals(creditNote)).toEqual({
          total: -before.total,
          vat: 0 - before.vat,
          net: -before.net,
        })
        expect(calculateInvoiceTotals(replacement)).toEqual({ total: before.net, vat: 0, net: before.net })
        const pieces = (content: InvoiceContent) =>
          content.lines.reduce((sum, { quantity }) => sum + quantity, 0)
        expect(pieces(replacement)).toBe(pieces(invoice))
      }),
    )
  })
})
