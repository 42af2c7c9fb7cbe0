import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceContent, invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import { buildCreditNoteContent } from './creditNote.rules.ts'
import {
  invoiceFileName,
  formatSellerLines,
  calculateInvoiceTotals,
  creditTaxPoint,
  saleTaxPoint,
  taxLines,
  toInvoiceSeller,
} from './rules.ts'
import { readConfig } from '../../platform/config.ts'
import { describeCompany } from '../../wire/companyText.ts'
import type { VatBasis } from '../vat/contract.ts'
import { defaultVatRates } from '../vat/rates.rules.ts'
import { decideTreatment } from '../vat/rules.ts'

const lines = fc.array(
  fc.record({
    text: fc.string(),
    quantity: fc.integer({ min: 1, max: 99 }),
    unitCents: fc.integer({ min: 0, max: 500_000 }),
  }),
  { minLength: 1 },
)

it('the totals of an invoice add up to the cent, and a full credit equals the invoice', () => {
  fc.assert(
    fc.property(lines, fc.constantFrom('BE', 'NL', 'US'), (billed, place) => {
      const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE' }, { place, evidence: [] })
      const taxed = taxLines(billed, treatment, defaultVatRates, new Date('2026-11-20T12:00:00Z'))
      const { net, vat, total } = calculateInvoiceTotals(taxed)
      expect(net + vat).toBe(total)
      expect(vat).toBeGreaterThanOrEqual(0)
      const content = { ...invoiceContent, ...taxed, number: 'F2026-000001' }
      const credit = buildCreditNoteContent(content, { amountCents: total, reason: 'Terugbetaling' })
      expect(calculateInvoiceTotals(credit).total + total).toBe(0)
      expect(calculateInvoiceTotals(credit).vat + vat).toBe(0)
      expect(credit.credits).toBe('F2026-000001')
    }),
  )
})

it('names the file after the invoice number', () => {
  expect(invoiceFileName({ number: 'F2026-000042', kind: 'INVOICE' })).toBe('factuur-F2026-000042.pdf')
  expect(invoiceFileName({ number: 'C2026-000007', kind: 'CREDIT_NOTE' })).toBe('creditnota-C2026-000007.pdf')
})

it('lists all known seller data', () => {
  const known = { address: ['Kerkstraat 1', '2000 Antwerpen'], email: 'post@gloed.test' }
  const numbers = { vatNumber: 'BE0123456789', phone: '03 123 45 67' }
  expect(formatSellerLines({ ...invoiceSeller, ...known, ...numbers })).toEqual([
    'Gloed',
    'Kerkstraat 1',
    '2000 Antwerpen',
    'Btw-nummer BE0123456789',
    'post@gloed.test',
    '03 123 45 67',
  ])
})

it('follows the setting of the legal form in mails and invoices, as the legal texts do', () => {
  const { company } = readConfig({ SELLER_NAME: 'Lichtpunt', SELLER_CITY: 'Gent' }).settings
  const limited = { ...company, name: 'Lichtpunt bv', legalForm: 'COMPANY' as const }
  expect(formatSellerLines(toInvoiceSeller(company))[0]).toBe('Lichtpunt (eenmanszaak)')
  expect(describeCompany(company)).toBe('een eenmanszaak in België')
  expect(formatSellerLines(toInvoiceSeller(limited))[0]).toBe('Lichtpunt bv')
  expect(describeCompany(limited)).toBe('een vennootschap in België')
})

describe('the tax point', () => {
  const paidAt = new Date('2026-12-31T22:59:00Z')
  const goods = [{ kind: 'SHIPPING_ADDRESS' as const, country: 'NL' }]
  const services = [{ kind: 'VAT_NUMBER' as const, country: 'NL' }]
  const treated = (basis: VatBasis) => ({ vat: { basis } as never })

  it.each([
    ['TAXED', goods, paidAt],
    ['TAXED', services, paidAt],
    ['OUTSIDE_EU', goods, paidAt],
    ['SMALL_ENTERPRISE', goods, paidAt],
    // Goods to a business of another member state: art. 67; its services: art. 65.
    ['REVERSE_CHARGE', goods, null],
    ['REVERSE_CHARGE', services, paidAt],
  ] as const)('of a sale that is %s with %o is %s', (basis, evidence, at) =>
    expect(saleTaxPoint({ basis, evidence: [...evidence] }, paidAt)).toBe(at),
  )

  it('of a refund is when it was decided, but for VAT that a business accounts for itself', () => {
    expect(creditTaxPoint(treated('TAXED'), paidAt)).toBe(paidAt)
    expect(creditTaxPoint(treated('REVERSE_CHARGE'), paidAt)).toBeNull()
  })
})
