import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import { Supply, TaxClass } from '../../wire/vat.ts'
import { defaultVatRates } from '../vat/rates.rules.ts'
import { decideTreatment } from '../vat/rules.ts'
import type { InvoiceContent } from './contract.ts'
import { buildCreditNoteContent, type CreditedRefund } from './creditNote.rules.ts'
import { calculateInvoiceTotals, taxLines, type UntaxedLine } from './rules.ts'

const at = new Date('2026-11-20T12:00:00Z')
const treatment = decideTreatment({ scheme: 'DOMESTIC', sellerCountry: 'BE' }, { place: 'BE', evidence: [] })

const invoiceOf = (lines: UntaxedLine[]): InvoiceContent & { number: string } => ({
  seller: invoiceSeller,
  buyer: ['Sam de Wit'],
  subject: 'Bestelling 2026-000042',
  ...taxLines(lines, treatment, defaultVatRates, at),
  credits: null,
  number: 'F2026-000042',
})
const line = (unitCents: number, taxClass: TaxClass = 'STANDARD', supply: Supply = 'GOODS'): UntaxedLine => ({
  text: 'Product',
  quantity: 1,
  unitCents,
  taxClass,
  supply,
})
/** All credit notes of refunds, one after another. */
const creditAll = (invoice: ReturnType<typeof invoiceOf>, refunds: Omit<CreditedRefund, 'reason'>[]) =>
  refunds.reduce<InvoiceContent[]>(
    (notes, refund) => [...notes, buildCreditNoteContent(invoice, { ...refund, reason: 'Terug' }, notes)],
    [],
  )
const groupsOf = ({ vat }: InvoiceContent) =>
  vat.groups.map(({ rate, grossCents, vatCents }) => [rate, grossCents, vatCents])

// 49.95 at 21 % has 8.67 of VAT, and a book of 14.95 at 6 % has 0.85.
const mixed = invoiceOf([line(4995), line(1495, 'BOOKS')])

test.each<[CreditedRefund[], ((number | undefined)[][] | undefined)[]]>([
  // Everything: exactly the invoice.
  [
    [{ amountCents: 6490, reason: '' }],
    [
      [
        [21, -4995, -867],
        [6, -1495, -85],
      ],
    ],
  ],
  // The book: its own rate only.
  [[{ amountCents: 1495, reason: '', classCents: { BOOKS: 1495 } }], [[[6, -1495, -85]]]],
  // An amount is a part of everything: 10.00 × 49.95 ÷ 64.90 = 7.6964…, 10.00 × 14.95 ÷ 64.90 = 2.3035…;
  // 8.67 × 7.70 ÷ 49.95 = 1.3365…, 0.85 × 2.30 ÷ 14.95 = 0.1307…
  [
    [{ amountCents: 1000, reason: '' }],
    [
      [
        [21, -770, -134],
        [6, -230, -13],
      ],
    ],
  ],
  // The book, and then all that is left.
  [
    [
      { amountCents: 1495, reason: '', classCents: { BOOKS: 1495 } },
      { amountCents: 4995, reason: '' },
    ],
    [[[6, -1495, -85]], [[21, -4995, -867]]],
  ],
  // A named line that was refunded in part already: the rest is of the other lines.
  [
    [
      { amountCents: 1000, reason: '', classCents: { BOOKS: 1000 } },
      { amountCents: 1000, reason: '', classCents: { BOOKS: 1000 } },
    ],
    // 0.85 × 10 ÷ 14.95 = 0.5685…; then the other 0.28; and 8.67 × 5.05 ÷ 49.95 = 0.8765…
    [
      [[6, -1000, -57]],
      [
        [21, -505, -88],
        [6, -495, -28],
      ],
    ],
  ],
])('%j is credited as %j', (refunds, groups) =>
  expect(creditAll(mixed, refunds).map(groupsOf)).toEqual(groups),
)

/** A toy of 49.95, a download of 20.00 and an e-book of 10.00: 69.95 × 21/121 = 12.1401…, of which 8.67 and 3.47. */
const withServices = invoiceOf([
  line(4995),
  line(2000, 'STANDARD', 'SERVICES'),
  line(1000, 'BOOKS', 'SERVICES'),
])
const linesOf = ({ lines }: InvoiceContent) =>
  lines.map(({ unitCents, vat }) => [vat?.supply, vat?.rate, unitCents, vat?.vatCents])

test.each<[Omit<CreditedRefund, 'reason'>[], unknown[][]]>([
  [
    [{ amountCents: 7995 }],
    [
      [
        ['GOODS', 21, -4995, -867],
        ['SERVICES', 21, -2000, -347],
        ['SERVICES', 6, -1000, -57],
      ],
    ],
  ],
  // The download, then the toy: each named line is of its own kind, though both have one rate.
  [
    [
      { amountCents: 2000, classCents: { STANDARD: 2000, services: { STANDARD: 2000 } } },
      { amountCents: 4995, classCents: { STANDARD: 4995 } },
    ],
    [[['SERVICES', 21, -2000, -347]], [['GOODS', 21, -4995, -867]]],
  ],
  // Both at once: 3.47 × 10 ÷ 20 = 1.735.
  [
    [{ amountCents: 5995, classCents: { STANDARD: 5995, services: { STANDARD: 1000 } } }],
    [
      [
        ['GOODS', 21, -4995, -867],
        ['SERVICES', 21, -1000, -174],
      ],
    ],
  ],
  // The e-book has a rate of its own.
  [
    [{ amountCents: 1000, classCents: { BOOKS: 1000, services: { BOOKS: 1000 } } }],
    [[['SERVICES', 6, -1000, -57]]],
  ],
])('%j keeps goods and services apart', (refunds, notes) => {
  expect(creditAll(withServices, refunds).map(linesOf)).toEqual(notes)
})

it('has one group of a rate for goods and services', () => {
  const [note] = creditAll(withServices, [{ amountCents: 7995 }])
  expect(note && groupsOf(note)).toEqual([
    [21, -6995, -1214],
    [6, -1000, -57],
  ])
})

it('takes goods and services together where more is off one of them than it costs', () => {
  const odd = invoiceOf([line(-500), line(2000, 'STANDARD', 'SERVICES')])
  const [note] = creditAll(odd, [{ amountCents: 1500 }])
  // 15.00 × 21/121 = 2.6033…
  expect(note && linesOf(note)).toEqual([['SERVICES', 21, -1500, -260]])
})

it('credits the price of gift cards without VAT', () => {
  const invoice = invoiceOf([
    line(4995),
    { text: 'Cadeaubon', quantity: 1, unitCents: 2500, isVoucher: true },
  ])
  const [note] = creditAll(invoice, [{ amountCents: 3500, voucherCents: 2500 }])
  // 8.67 × 10.00 ÷ 49.95 = 1.7357…
  expect(note && groupsOf(note)).toEqual([[21, -1000, -174]])
  expect(note && calculateInvoiceTotals(note)).toEqual({ net: -3326, vat: -174, total: -3500 })
})

it.each([
  ['gift cards alone', [], { net: -372, vat: 0, total: -372 }],
  // 10.00 of goods has 1.74 of VAT.
  ['gift cards and goods', [line(1000)], { net: -1198, vat: -174, total: -1372 }],
])('credits a refund at the provider of %s without VAT, once the goods are', (_, goods, totals) => {
  const card = { text: 'Cadeaubon', quantity: 1, unitCents: 1500, isVoucher: true }
  const [note] = creditAll(invoiceOf([...goods, card]), [{ amountCents: -totals.total }])
  expect(note && calculateInvoiceTotals(note)).toEqual(totals)
  expect(note?.lines.filter(({ isVoucher }) => isVoucher)).toMatchObject([{ unitCents: -372 }])
})

it('credits no more VAT than there was when more goes back than was paid, as a bank may take it twice', () => {
  const notes = creditAll(mixed, [{ amountCents: 6490 }, { amountCents: 1000 }])
  expect(notes.map(calculateInvoiceTotals)).toEqual([
    { net: -5538, vat: -952, total: -6490 },
    { net: -1000, vat: 0, total: -1000 },
  ])
})

const someLine = fc.record({
  text: fc.constant('x'),
  quantity: fc.integer({ min: 1, max: 9 }),
  unitCents: fc.integer({ min: 0, max: 50_000 }),
  taxClass: fc.constantFrom(...TaxClass.options),
  supply: fc.constantFrom(...Supply.options),
})

it('never has more VAT in all credit notes than in the invoice, and exactly as much once all is refunded', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(someLine, { minLength: 1, maxLength: 8 }), parts, (lines, weights) => {
      const invoice = invoiceOf(lines)
      const { total, vat } = calculateInvoiceTotals(invoice)
      const whole = weights.reduce((sum, weight) => sum + weight, 0)
      let left = total
      const refunds = weights.map((weight, index) => {
        const amountCents = index === weights.length - 1 ? left : Math.floor((total * weight) / whole)
        left -= amountCents
        return { amountCents }
      })
      let credited = 0
      const notes = creditAll(
        invoice,
        refunds.filter(({ amountCents }) => amountCents > 0),
      )
      for (const note of notes) {
        const { vat: own } = calculateInvoiceTotals(note)
        expect(own).toBeLessThanOrEqual(0)
        credited -= own
        expect(credited).toBeLessThanOrEqual(vat)
      }
      if (total > 0) expect(credited).toBe(vat)
      if (total === 0) return
      for (const supply of Supply.options)
        for (const rate of [0, 6, 21]) {
          const sumOf = (of: InvoiceContent[], read: (line: InvoiceContent['lines'][number]) => number) =>
            of
              .flatMap(({ lines: own }) => own)
              .filter(({ vat: own }) => own?.supply === supply && own.rate === rate)
              .reduce((sum, each) => sum + read(each), 0)
          const grossOf = (each: InvoiceContent['lines'][number]) => each.quantity * each.unitCents
          const vatOf = (each: InvoiceContent['lines'][number]) => each.vat?.vatCents ?? 0
          expect(0 - sumOf(notes, grossOf)).toBe(sumOf([invoice], grossOf))
          expect(0 - sumOf(notes, vatOf)).toBe(sumOf([invoice], vatOf))
        }
    }),
  )
})
