import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import type { VatGroup, VatTreatment } from '../../money/vat/contract.ts'
import {
  buildIntraEu,
  buildJournal,
  buildOss,
  buildVat,
  type JournalDocument,
  journalLines,
} from './sales.rules.ts'

const seller = { name: 'Gloed', address: [], companyNumber: null, vatNumber: null, email: null }
const business = {
  name: 'Boekhandel BV',
  vatNumber: 'NL123456782B90',
  checkedAt: '2026-10-01T08:00:00Z',
  consultation: 'x',
}

function document(
  treatment: Partial<VatTreatment>,
  groups: VatGroup[],
  more: Partial<JournalDocument> & { vouchers?: number } = {},
): JournalDocument {
  const { vouchers = 0, ...own } = more
  const lines = [
    ...groups.map(({ grossCents: unitCents }) => ({ text: 'x', quantity: 1, unitCents })),
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
    seller,
    buyer: [],
    subject: 'Bestelling',
    lines,
    vatRate: 21,
    credits: null,
    vat,
  } as InvoiceContent
  return {
    number: 'F2026-000001',
    kind: 'INVOICE',
    issuedAt: new Date('2026-11-25T12:00:00Z'),
    taxPointAt: null,
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

  it('reads invoices from before VAT was kept by line', () => {
    const { vat: _vat, ...old } = document({}, [standard(12_10, 0)]).content
    const parts = (vatRate: number, vatMode: InvoiceContent['vatMode']) =>
      journalLines({ ...document({}, []), content: { ...old, vatRate, vatMode } })
    expect(parts(21, 'NL_21')).toMatchObject([
      { category: 'STANDARD', rate: 2100, netCents: 1000, vatCents: 210, isOss: false },
    ])
    expect(parts(0, null)).toMatchObject([{ category: 'SMALL_ENTERPRISE', netCents: 1210, vatCents: 0 }])
    expect(parts(0, 'NONE')).toMatchObject([{ category: 'NONE', netCents: 1210, vatCents: 0 }])
  })
})

describe('the sums', () => {
  const lines = [
    document({}, [standard(12_10, 2_10)]),
    document({}, [standard(24_20, 4_20), books(10_90, 90)]),
    document({}, [standard(-6_05, -1_05)], { kind: 'CREDIT_NOTE', number: 'C2026-000001' }),
    document({ country: 'BE', place: 'BE' }, [standard(12_10, 2_10)]),
    document({ country: null, basis: 'REVERSE_CHARGE', business }, [
      { category: 'REVERSE_CHARGE', rate: 0, grossCents: 10_00, vatCents: 0 },
    ]),
  ].flatMap(journalLines)

  it('of VAT are by country, category and rate', () => {
    expect(buildVat(lines).rows).toEqual([
      ['BE', 'Gewoon tarief', 2100, 1000, 210, 1210],
      ['NL', 'Verlaagd tarief', 900, 1000, 90, 1090],
      ['NL', 'Gewoon tarief', 2100, 2500, 525, 3025],
      [null, 'Btw verlegd', 0, 1000, 0, 1000],
    ])
  })

  it('of the one-stop shop have what other countries get', () => {
    expect(buildOss(lines)).toMatchObject({
      rows: [
        ['NL', 2100, 2500, 525, 3025],
        ['NL', 900, 1000, 90, 1090],
      ],
      totals: [null, null, 3500, 615, 4115],
    })
  })

  it('of the one-stop shop are without what is exempt there, and without gift cards', () => {
    const exempt: VatGroup = { category: 'EXEMPT', rate: 0, grossCents: 500, vatCents: 0 }
    const some = journalLines(document({}, [standard(12_10, 2_10), exempt], { vouchers: 50_00 }))
    expect(buildOss(some).rows).toEqual([['NL', 2100, 1000, 210, 1210]])
    expect(buildOss(journalLines(document({}, [], { vouchers: 50_00 }))).rows).toEqual([])
  })

  it('of the intra-EU listing are by VAT number', () => {
    expect(buildIntraEu(lines)).toMatchObject({ rows: [['NL123456782B90', 1000]], totals: [null, 1000] })
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
