import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import type { VatGroup, VatTreatment } from '../../money/vat/contract.ts'
import { Supply } from '../../wire/vat.ts'
import {
  buildIntraEu,
  buildJournal,
  buildOss,
  buildVat,
  type JournalDocument,
  journalLines,
} from './sales.rules.ts'

const business = {
  name: 'Boekhandel BV',
  vatNumber: 'NL123456782B90',
  checkedAt: '2026-10-01T08:00:00Z',
  consultation: 'x',
}

/** The part of a document at a rate, of goods unless it says otherwise. */
type Taxed = VatGroup & { supply?: Supply }

function document(
  treatment: Partial<VatTreatment>,
  groups: Taxed[],
  more: Partial<JournalDocument> & { vouchers?: number } = {},
): JournalDocument {
  const { vouchers = 0, ...own } = more
  const lines = [
    ...groups.map(({ grossCents: unitCents, category, rate, vatCents, supply = 'GOODS' }) => ({
      text: 'x',
      quantity: 1,
      unitCents,
      vat: { taxClass: 'STANDARD', category, rate, vatCents, supply },
    })),
    ...(vouchers > 0 ? [{ text: 'Cadeaubon', quantity: 1, unitCents: vouchers, isVoucher: true }] : []),
  ]
  const vat = {
    scheme: 'OSS',
    sellerCountry: 'BE',
    place: 'NL',
    country: 'NL',
    basis: 'TAXED',
    evidence: [],
    ...treatment,
    groups,
  }
  const content = {
    seller: invoiceSeller,
    buyer: [],
    subject: 'Bestelling',
    lines,
    credits: null,
    vat,
  } as InvoiceContent
  return {
    number: 'F2026-000001',
    kind: 'INVOICE',
    issuedAt: new Date('2026-11-25T12:00:00Z'),
    taxPointAt: null,
    correctedAt: null,
    content,
    ...own,
  }
}

const standard = (grossCents: number, vatCents: number): VatGroup => ({
  category: 'STANDARD',
  rate: 21,
  grossCents,
  vatCents,
})
const services = (grossCents: number, vatCents: number): Taxed => ({
  ...standard(grossCents, vatCents),
  supply: 'SERVICES',
})
const books = (grossCents: number, vatCents: number): VatGroup => ({
  category: 'REDUCED',
  rate: 9,
  grossCents,
  vatCents,
})

describe('a journal', () => {
  it('has a row for each rate, and one for gift cards', () => {
    const lines = journalLines(document({}, [standard(12_10, 2_10), books(10_90, 90)], { vouchers: 50_00 }))
    expect(lines).toMatchObject([
      { country: 'NL', category: 'STANDARD', rate: 2100, netCents: 1000, vatCents: 210, isOss: true },
      { country: 'NL', category: 'REDUCED', rate: 900, netCents: 1000, vatCents: 90 },
      { country: null, category: 'VOUCHER', rate: 0, netCents: 5000, vatCents: 0 },
    ])
    expect(buildJournal(lines).totals.slice(-3)).toEqual([7000, 300, 7300])
  })

  it('has goods and services of a rate apart', () => {
    const lines = journalLines(
      document({}, [standard(12_10, 2_10), services(24_20, 4_20), standard(-1_21, -21)]),
    )
    expect(lines).toMatchObject([
      { rate: 2100, supply: 'GOODS', netCents: 900, vatCents: 189 },
      { rate: 2100, supply: 'SERVICES', netCents: 2000, vatCents: 420 },
    ])
    expect(buildJournal(lines).rows.map(row => [row[8], row.at(-1)])).toEqual([
      ['Goederen', 1089],
      ['Diensten', 2420],
    ])
  })

  it.each([
    // 23:30 in Brussels is still the old quarter, and half past midnight the new one.
    ['2026-09-30T21:30:00Z', '2026-Q3'],
    ['2026-09-30T22:30:00Z', null],
    ['2025-12-31T22:59:59Z', '2025-Q4'],
  ])('knows of which earlier quarter it is: %s is %s', (at, quarter) => {
    const note = document({}, [standard(-121, -21)], { kind: 'CREDIT_NOTE', correctedAt: new Date(at) })
    expect(journalLines(note)[0]?.correctedQuarter).toBe(quarter)
  })

  it('counts a day in Brussels', () => {
    const issuedAt = new Date('2026-12-31T23:30:00Z')
    const dayOf = (own: Partial<JournalDocument>) =>
      journalLines(document({}, [standard(121, 21)], { issuedAt, ...own })).map(({ day, taxDay }) => [
        day,
        taxDay,
      ])
    expect(dayOf({})).toEqual([['2027-01-01', '2027-01-01']])
    expect(dayOf({ taxPointAt: new Date('2026-12-31T22:59:59Z') })).toEqual([['2027-01-01', '2026-12-31']])
  })
})

const reversed: Partial<VatTreatment> = { country: null, basis: 'REVERSE_CHARGE', business }
const reverse = (grossCents: number, supply: Supply = 'GOODS'): Taxed => ({
  category: 'REVERSE_CHARGE',
  rate: 0,
  grossCents,
  vatCents: 0,
  supply,
})
const noteOf = (treatment: Partial<VatTreatment>, groups: Taxed[], correctedAt: string) =>
  document(treatment, groups, { kind: 'CREDIT_NOTE', correctedAt: new Date(correctedAt) })

describe('the sums', () => {
  const lines = [
    document({}, [standard(12_10, 2_10)]),
    document({}, [standard(24_20, 4_20), services(6_05, 1_05), books(10_90, 90)]),
    document({}, [standard(-6_05, -1_05)], { kind: 'CREDIT_NOTE', number: 'C2026-000001' }),
    document({ country: 'BE', place: 'BE' }, [standard(12_10, 2_10)]),
    document(reversed, [reverse(10_00)]),
  ].flatMap(journalLines)

  it('of VAT are by country, category and rate', () => {
    expect(buildVat(lines).rows).toEqual([
      ['BE', 'Gewoon tarief', 2100, 1000, 210, 1210],
      ['NL', 'Verlaagd tarief', 900, 1000, 90, 1090],
      ['NL', 'Gewoon tarief', 2100, 3000, 630, 3630],
      [null, 'Btw verlegd', 0, 1000, 0, 1000],
    ])
  })

  it('of the one-stop shop have the VAT of other countries', () => {
    expect(buildOss(lines)).toMatchObject({
      rows: [
        ['NL', 'Goederen', 2100, null, 2500, 525, 3025],
        ['NL', 'Goederen', 900, null, 1000, 90, 1090],
        ['NL', 'Diensten', 2100, null, 500, 105, 605],
      ],
      totals: [null, null, null, null, 4000, 720, 4720],
    })
  })

  it('of the one-stop shop have corrections of earlier quarters apart, by country and quarter', () => {
    const corrected = [
      document({}, [standard(12_10, 2_10)]),
      // Of this quarter: taken off.
      noteOf({}, [standard(-6_05, -1_05)], '2026-10-02T10:00:00Z'),
      noteOf({}, [standard(-12_10, -2_10), services(-2_42, -42)], '2026-07-01T10:00:00Z'),
      noteOf({}, [books(-10_90, -90)], '2026-08-01T10:00:00Z'),
      noteOf({}, [standard(-1_21, -21)], '2026-02-01T10:00:00Z'),
      noteOf({ country: 'DE', place: 'DE' }, [standard(-2_42, -42)], '2026-08-01T10:00:00Z'),
      // Declared at home.
      noteOf({ country: 'BE', place: 'BE' }, [standard(-2_42, -42)], '2026-08-01T10:00:00Z'),
    ].flatMap(journalLines)
    expect(buildOss(corrected).rows).toEqual([
      ['NL', 'Goederen', 2100, null, 500, 105, 605],
      ['DE', 'Correctie', null, '2026-Q3', -200, -42, -242],
      ['NL', 'Correctie', null, '2026-Q1', -100, -21, -121],
      // 10.00 + 2.00 + 10.00; 2.10 + 0.42 + 0.90
      ['NL', 'Correctie', null, '2026-Q3', -2200, -342, -2542],
    ])
  })

  it('of the one-stop shop are without sales that are exempt there, and without gift cards', () => {
    const exempt: VatGroup = { category: 'EXEMPT', rate: 0, grossCents: 500, vatCents: 0 }
    const some = journalLines(document({}, [standard(12_10, 2_10), exempt], { vouchers: 50_00 }))
    expect(buildOss(some).rows).toEqual([['NL', 'Goederen', 2100, null, 1000, 210, 1210]])
    expect(buildOss(journalLines(document({}, [], { vouchers: 50_00 }))).rows).toEqual([])
  })

  it('of the intra-EU listing are by VAT number, goods and services and corrections of earlier quarters apart', () => {
    expect(buildIntraEu(lines)).toMatchObject({
      rows: [['NL123456782B90', 'L', null, 1000]],
      totals: [null, null, null, 1000],
    })
    const more = [
      document(reversed, [reverse(10_00), reverse(3_00, 'SERVICES')]),
      noteOf(reversed, [reverse(-1_00)], '2026-10-01T10:00:00Z'),
      noteOf(reversed, [reverse(-4_00), reverse(-2_00, 'SERVICES')], '2026-09-01T10:00:00Z'),
      document({ ...reversed, business: { ...business, vatNumber: 'DE136695976' } }, [reverse(7_00)]),
    ].flatMap(journalLines)
    expect(buildIntraEu(more).rows).toEqual([
      ['DE136695976', 'L', null, 700],
      ['NL123456782B90', 'L', null, 900],
      ['NL123456782B90', 'S', null, 300],
      ['NL123456782B90', 'L', '2026-Q3', -400],
      ['NL123456782B90', 'S', '2026-Q3', -200],
    ])
  })

  it('of the return and the listing are those of their lines in the journal, whichever documents correct others', () => {
    const group = fc.record({
      category: fc.constantFrom('STANDARD' as const, 'REDUCED' as const, 'REVERSE_CHARGE' as const),
      rate: fc.constantFrom(9, 21),
      grossCents: fc.integer({ min: -9999, max: 9999 }),
      vatCents: fc.integer({ min: -999, max: 999 }),
      supply: fc.constantFrom(...Supply.options),
    })
    const at = fc.constantFrom('2026-11-01', '2026-08-01', '2025-12-31T23:30:00Z', null)
    const entry = fc.tuple(fc.constantFrom('BE', 'NL', 'DE'), fc.array(group, { maxLength: 4 }), at)
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), all => {
        const some = all.flatMap(([country, groups, corrected]) =>
          journalLines(
            document({ country, business }, groups, { correctedAt: corrected ? new Date(corrected) : null }),
          ),
        )
        const sumOf = (of: typeof some) => of.reduce((sum, { netCents }) => sum + netCents, 0)
        const oss = buildOss(some)
        expect(oss.totals[4] ?? 0).toBe(sumOf(some.filter(({ isOss }) => isOss)))
        expect(new Set(oss.rows.map(row => JSON.stringify(row.slice(0, 4)))).size).toBe(oss.rows.length)
        const listed = some.filter(({ category }) => category === 'REVERSE_CHARGE')
        expect(buildIntraEu(some).totals[3] ?? 0).toBe(sumOf(listed))
      }),
    )
  })

  it('are those of the journal, whatever is in it', () => {
    const group = fc.record({
      category: fc.constantFrom('STANDARD' as const, 'REDUCED' as const, 'EXEMPT' as const),
      rate: fc.constantFrom(0, 6, 9, 21),
      grossCents: fc.integer({ min: -9999, max: 9999 }),
      vatCents: fc.integer({ min: -999, max: 999 }),
    })
    const country = fc.constantFrom('BE', 'NL', 'DE', null)
    fc.assert(
      fc.property(fc.array(fc.tuple(country, fc.array(group, { maxLength: 3 }))), all => {
        const some = all.flatMap(([to, groups]) => journalLines(document({ country: to }, groups)))
        const totals = buildJournal(some).totals.slice(-3)
        expect(buildVat(some).totals.slice(-3)).toEqual(totals)
      }),
    )
  })
})
