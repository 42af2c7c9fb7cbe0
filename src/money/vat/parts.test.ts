import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceContent } from '../../../tests/support/invoiceContent.ts'
import { Supply, TaxClass as TaxClasses } from '../../wire/vat.ts'
import { buildCreditNoteContent } from '../invoices/creditNote.rules.ts'
import { calculateInvoiceTotals, taxLines, type UntaxedLine } from '../invoices/rules.ts'
import { defaultVatRates } from './rates.rules.ts'
import { decideTreatment, splitByWeight } from './rules.ts'

describe('the parts are the whole', () => {
  const line = fc.record({
    text: fc.constant('x'),
    quantity: fc.integer({ min: 1, max: 20 }),
    unitCents: fc.integer({ min: 0, max: 100_000 }),
    taxClass: fc.constantFrom(...TaxClasses.options),
    supply: fc.constantFrom(...Supply.options),
  })
  const place = fc.constantFrom('BE', 'NL', 'DE', 'FR', 'FI', 'IE', 'US', null)
  const sum = (amounts: number[]) => amounts.reduce((total, cents) => total + cents, 0)
  const invoiceOf = (lines: UntaxedLine[], to: string | null) => {
    const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE' }, { place: to, evidence: [] })
    const taxed = taxLines(lines, treatment, defaultVatRates, new Date('2026-11-20T12:00:00Z'))
    return { ...invoiceContent, number: 'F2026-000001', ...taxed }
  }

  it('goods and services of an invoice have all of its VAT, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), place, (lines, to) => {
        const invoice = invoiceOf(lines, to)
        const parts = Supply.options.map(supply =>
          sum(invoice.lines.flatMap(({ vat }) => (vat?.supply === supply ? [vat.vatCents] : []))),
        )
        expect(sum(parts)).toBe(calculateInvoiceTotals(invoice).vat)
      }),
    )
  })

  it('does not depend on which lines are goods or services', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), place, (lines, to) => {
        const asGoods = lines.map(each => ({ ...each, supply: 'GOODS' as const }))
        expect(invoiceOf(lines, to).vat.groups).toEqual(invoiceOf(asGoods, to).vat.groups)
      }),
    )
  })

  it('a credit note has groups that are its lines, and a total that is its refund', () => {
    const share = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), place, share, (lines, to, percent) => {
        const invoice = invoiceOf(lines, to)
        const { total } = calculateInvoiceTotals(invoice)
        const amountCents = Math.floor((total * percent) / 100)
        if (amountCents === 0) return
        const note = buildCreditNoteContent(invoice, { amountCents, reason: 'Terug' })
        expect(calculateInvoiceTotals(note).total).toBe(-amountCents)
        for (const group of note.vat.groups) {
          const own = note.lines.filter(
            ({ vat }) => vat?.category === group.category && vat.rate === group.rate,
          )
          expect(sum(own.map(({ unitCents }) => unitCents))).toBe(group.grossCents)
          expect(sum(own.map(({ vat }) => vat?.vatCents ?? 0))).toBe(group.vatCents)
        }
      }),
    )
  })

  it('an amount that is split twice is the amount', () => {
    const weights = fc.array(fc.nat(100_000), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.nat(5_000_000), weights, weights, (amount, first, second) => {
        const parts = splitByWeight(amount, first).flatMap(part => splitByWeight(part, second))
        expect(sum(parts)).toBe(amount)
      }),
    )
  })
})
