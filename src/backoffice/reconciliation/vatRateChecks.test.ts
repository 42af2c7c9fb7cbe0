import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { invoiceSeller } from '../../../tests/support/invoiceContent.ts'
import { openTestDatabase } from '../../../tests/support/database.ts'
import type { InvoiceContent } from '../../money/invoices/contract.ts'
import { taxLines, type UntaxedLine } from '../../money/invoices/rules.ts'
import { invoices } from '../../money/invoices/table.ts'
import { minutePurchases } from '../../money/minutes/table.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import { defaultVatRates, mergeRates } from '../../money/vat/rates.rules.ts'
import { decideTreatment } from '../../money/vat/rules.ts'
import { vatRates } from '../../money/vat/table.ts'
import { users } from '../../people/accounts/table.ts'
import { auditEntries } from '../../people/audit/table.ts'
import type { Database } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { vatChecks } from './vatChecks.service.ts'

let database: Database
let userId: string
beforeAll(async () => {
  database = await openTestDatabase()
  const buyer = { email: 'sam@gloed.test', displayName: 'Sam', password: '-', policyVersion: '-' }
  const [user] = await database.db
    .insert(users)
    .values({ ...buyer, adultStatementAt: new Date() })
    .returning()
  userId = user?.id as string
})
afterAll(() => database.close())

const seller = invoiceSeller
const toy: UntaxedLine = { text: 'Iets', quantity: 1, unitCents: 4995 }
const book: UntaxedLine = { text: 'Boek', quantity: 1, unitCents: 1495, taxClass: 'BOOKS' }
const course: UntaxedLine = { text: 'Cursus', quantity: 1, unitCents: 5000, taxClass: 'EXEMPT' }
const nl = {
  name: 'Sintel bv',
  vatNumber: 'NL004495445B01',
  checkedAt: '2026-11-01T08:00:00Z',
  consultation: 'W',
}

interface Sale {
  scheme?: VatTerms['scheme']
  place?: string | null
  business?: typeof nl | null
  lines?: UntaxedLine[]
  at?: string
}

function contentOf({
  scheme = 'OSS',
  place = 'NL',
  business = null,
  lines = [toy, book, course],
  at = noon,
}: Sale) {
  const treatment = decideTreatment({ scheme, sellerCountry: 'BE', business }, { place, evidence: [] })
  const taxed = taxLines(lines, treatment, defaultVatRates, new Date(at))
  return { seller, buyer: [], subject: 'Bestelling', credits: null, ...taxed } as InvoiceContent
}
const noon = '2026-11-20T12:00:00Z'

/** The details of the check once an invoice is there; nothing stays. */
async function detailsOf(
  content: InvoiceContent,
  {
    at = noon,
    subjectId = randomUUID(),
    before = sql`select 1`,
    note,
  }: { at?: string; subjectId?: string; before?: ReturnType<typeof sql>; note?: InvoiceContent } = {},
): Promise<string[]> {
  let found: { detail: string }[] = []
  const totalOf = ({ lines }: InvoiceContent) =>
    lines.reduce((sum, line) => sum + line.quantity * line.unitCents, 0)
  await database.db
    .transaction(async tx => {
      await tx.execute(before)
      const issued = { userId, subjectId, issuedAt: new Date(at) }
      await tx
        .insert(invoices)
        .values({ ...issued, kind: 'INVOICE', number: 'F2026-000001', content, totalCents: totalOf(content) })
      if (note) {
        const credit = { kind: 'CREDIT_NOTE', number: 'C2026-000001', refundId: randomUUID() } as const
        await tx.insert(invoices).values({ ...issued, ...credit, content: note, totalCents: totalOf(note) })
      }
      found = await queryRows(tx, vatChecks['invoices.vat'])
      throw new Error('taken back')
    })
    .catch((error: Error) => expect(error.message).toBe('taken back'))
  return found.map(({ detail }) => detail)
}

it.each<Sale>([
  { scheme: 'DOMESTIC', place: 'BE' },
  { scheme: 'DOMESTIC', place: 'NL' },
  { scheme: 'DOMESTIC', place: null },
  { scheme: 'OSS', place: 'NL' },
  { scheme: 'OSS', place: 'FR' },
  { scheme: 'OSS', place: 'DK' },
  { scheme: 'OSS', place: 'IE' },
  { scheme: 'OSS', place: 'US' },
  { scheme: 'OSS', place: 'NL', business: nl },
  { scheme: 'OSS', place: 'DE', business: nl },
  { scheme: 'SMALL_ENTERPRISE' },
  { scheme: 'NONE' },
  { lines: [{ ...toy, unitCents: -1 }, toy] },
  { lines: [{ ...toy, isVoucher: true }] },
])('finds nothing wrong with %j', async sale => {
  expect(await detailsOf(contentOf(sale))).toEqual([])
})

/** Another rate of everything, of which all sums are right. */
const atRate = (rate: number): InvoiceContent => {
  const own = [
    { country: 'NL', taxClass: 'STANDARD' as const, basisPoints: rate * 100, validFrom: '2021-07-01' },
  ]
  const treatment = decideTreatment({ scheme: 'OSS', sellerCountry: 'BE' }, { place: 'NL', evidence: [] })
  const taxed = taxLines([toy], treatment, mergeRates(own), new Date(noon))
  return { seller, buyer: [], subject: 'Bestelling', credits: null, ...taxed }
}
const withVat = (content: InvoiceContent, change: Partial<InvoiceContent['vat']>) => ({
  ...content,
  vat: { ...content.vat, ...change },
})

it('finds a rate that is not of the country', async () => {
  expect(await detailsOf(atRate(19))).toEqual([
    'STANDARD 19 of STANDARD in NL on 2026-11-20, not STANDARD 21',
  ])
  // Hungary's, where it is Belgium's.
  const moved = withVat(contentOf({ place: 'HU', lines: [toy] }), { country: 'BE', place: 'BE' })
  expect(await detailsOf(moved)).toEqual(['STANDARD 27 of STANDARD in BE on 2026-11-20, not STANDARD 21'])
})

it('finds a rate that is not of the class', async () => {
  const asBook = contentOf({ lines: [book] })
  const lines = asBook.lines.map(line => ({ ...line, vat: { ...line.vat, taxClass: 'STANDARD' } }))
  expect(await detailsOf({ ...asBook, lines } as InvoiceContent)).toEqual([
    'REDUCED 9 of STANDARD in NL on 2026-11-20, not STANDARD 21',
  ])
})

it('finds a rate that is not of the day, by the clock of the country', async () => {
  const before = contentOf({ place: 'FI', at: '2024-08-31T20:59:59Z', lines: [toy] })
  expect(before.vat.groups[0]?.rate).toBe(24)
  // Midnight in Helsinki is 21:00 UTC in summer.
  expect(await detailsOf(before, { at: '2024-08-31T20:59:59Z' })).toEqual([])
  expect(await detailsOf(before, { at: '2024-08-31T21:00:00Z' })).toEqual([
    'STANDARD 24 of STANDARD in FI on 2024-09-01, not STANDARD 25.5',
  ])
})

it('goes by when it was paid, not by when it was invoiced', async () => {
  const [purchase] = await database.db
    .insert(minutePurchases)
    .values({
      userId,
      packageId: 'quick',
      packageName: 'Kort',
      minutes: 5,
      price: 4995,
      status: 'PAID',
      paidAt: new Date('2024-08-31T20:59:00Z'),
    })
    .returning()
  const content = contentOf({ place: 'FI', at: '2024-08-31T20:59:00Z', lines: [toy] })
  const subjectId = purchase?.id as string
  expect(await detailsOf(content, { at: '2024-08-31T21:01:00Z', subjectId })).toEqual([])
})

it('finds the VAT of a country that the scheme does not have, and none where there is some', async () => {
  const taxed = contentOf({ place: 'BE', lines: [toy] })
  expect(await detailsOf(withVat(taxed, { place: 'NL' }))).toEqual(['taxed as TAXED in BE by OSS, of NL'])
  const reversed = contentOf({ business: nl, lines: [toy] })
  expect(await detailsOf(withVat(reversed, { business: null }))).toEqual([
    'taxed as REVERSE_CHARGE in no country by OSS, of NL',
  ])
  const outside = contentOf({ place: 'US', lines: [toy] })
  expect(await detailsOf(withVat(outside, { place: 'NL' }))).toEqual([
    'taxed as OUTSIDE_EU in no country by OSS, of NL',
  ])
})

it('finds VAT that is not of the amount, though lines and rates agree', async () => {
  const content = contentOf({ lines: [toy] })
  const [line] = content.lines
  const wrong = {
    ...content,
    lines: [{ ...line, vat: { ...line?.vat, vatCents: 866 } }],
    vat: { ...content.vat, groups: [{ category: 'STANDARD', rate: 21, grossCents: 4995, vatCents: 866 }] },
  } as InvoiceContent
  // 49.95 × 21/121 = 8.6690…
  expect(await detailsOf(wrong)).toEqual(['VAT 866 of 4995 at 21'])
})

it('finds a credit note with a rate that its invoice has not', async () => {
  const content = contentOf({ lines: [toy] })
  const ofBook = contentOf({ lines: [{ ...book, unitCents: -109 }] })
  const note = { ...ofBook, credits: 'F2026-000001' }
  expect(await detailsOf(content, { note })).toEqual(['REDUCED 9, which its invoice has not'])
})

it('knows the rates of the owner, and not the one that applied before a change', async () => {
  const entered = { country: 'NL', taxClass: 'STANDARD', validFrom: '2026-01-01', basisPoints: 1900 } as const
  const before = sql`insert into ${vatRates} (country, tax_class, valid_from, basis_points, changed_at)
    values (${entered.country}, ${entered.taxClass}, ${entered.validFrom}, ${entered.basisPoints}, '2026-01-01')`
  expect(await detailsOf(atRate(19), { before })).toEqual([])
  expect(await detailsOf(atRate(21), { before })).toHaveLength(1)
  await database.db.insert(auditEntries).values({
    action: 'VAT_RATE_CHANGED',
    subjectKind: 'VAT_RATE',
    subjectId: 'NL STANDARD 2026-01-01',
    at: new Date('2026-11-21T00:00:00Z'),
  })
  expect(await detailsOf(atRate(21), { before })).toEqual([])
  // An invoice after the change has a known rate again.
  expect(await detailsOf(atRate(21), { before, at: '2026-11-22T00:00:00Z' })).toHaveLength(1)
})
