import { brusselsDay } from '../../money/credit/day.rules.ts'
import type { InvoiceContent, InvoiceKind } from '../../money/invoices/contract.ts'
import { calculateInvoiceTotals, invoiceKindLabels } from '../../money/invoices/rules.ts'
import type { VatCategory, VatGroup } from '../../money/vat/contract.ts'
import { categoryLabels } from '../../money/vat/labels.rules.ts'
import { schemeOf } from '../../wire/vat.ts'
import type { ReportTable } from './contract.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

/** An invoice or a credit note, as far as the reports read it. */
export interface JournalDocument {
  number: string
  kind: InvoiceKind
  issuedAt: Date
  /** When its VAT became due; null for one from before that was kept. */
  taxPointAt: Date | null
  content: InvoiceContent
}

/** A part of a document with one category and rate; amounts are cents, below 0 on a credit note. */
export interface JournalLine {
  number: string
  kind: InvoiceKind
  /** Of its issue. */
  day: string
  /** On which its VAT became due. */
  taxDay: string
  subject: string
  /** The invoice that a credit note corrects, or that another one replaces. */
  credits: string | null
  /** The country whose VAT it is; null when there is none. */
  country: string | null
  /** A gift card has no VAT until it is spent (Dir. 2016/1065). */
  category: VatCategory | 'VOUCHER'
  /** Hundredths of a percent. */
  rate: number
  netCents: number
  vatCents: number
  /** VAT of another country than the seller's, which the one-stop shop declares. */
  isOss: boolean
  /** Of a business customer. */
  vatNumber: string | null
}

/** The parts of a document. One from before VAT was kept by line has one rate, and is of the seller's country. */
export function journalLines({
  number,
  kind,
  issuedAt,
  taxPointAt,
  content,
}: JournalDocument): JournalLine[] {
  const { subject, vat } = content
  const own = {
    number,
    kind,
    day: brusselsDay(issuedAt),
    taxDay: brusselsDay(taxPointAt ?? issuedAt),
    subject,
    credits: content.credits ?? content.replaces ?? null,
    isOss: false,
    vatNumber: vat?.business?.vatNumber ?? null,
  }
  const isElsewhere = vat?.scheme === 'OSS' && vat.country !== null && vat.country !== vat.sellerCountry
  const taxed = groupsOf(content).map(({ category, rate, grossCents, vatCents }) => ({
    ...own,
    country: vatCents === 0 && rate === 0 ? null : (vat?.country ?? null),
    category,
    // What is exempt there is not declared, and a gift card when it is spent.
    isOss: isElsewhere && (category === 'STANDARD' || category === 'REDUCED'),
    rate: Math.round(rate * 100),
    netCents: grossCents - vatCents,
    vatCents,
  }))
  const voucherCents = content.lines
    .filter(({ isVoucher }) => isVoucher)
    .reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  if (voucherCents === 0) return taxed
  const voucher = {
    country: null,
    category: 'VOUCHER' as const,
    rate: 0,
    netCents: voucherCents,
    vatCents: 0,
  }
  return [...taxed, { ...own, ...voucher }]
}

function groupsOf(content: InvoiceContent): VatGroup[] {
  if (content.vat) return content.vat.groups
  const { vatRate: rate, vatMode } = content
  const taxed = content.lines.filter(({ isVoucher }) => !isVoucher)
  if (taxed.length === 0) return []
  const { total: grossCents, vat: vatCents } = calculateInvoiceTotals({ ...content, lines: taxed })
  const category =
    rate > 0 ? 'STANDARD' : schemeOf(vatMode ?? 'BE_SMALL_BUSINESS') === 'NONE' ? 'NONE' : 'SMALL_ENTERPRISE'
  return [{ category, rate, grossCents, vatCents }]
}

const categoryName = (category: JournalLine['category']): string =>
  category === 'VOUCHER' ? 'Cadeaubon' : categoryLabels[category]

const journalColumns: ReportColumn<JournalLine>[] = [
  { name: 'Nummer', kind: 'text', cell: ({ number }) => number },
  { name: 'Dag', kind: 'day', cell: ({ day }) => day },
  { name: 'Dag van de btw', kind: 'day', cell: ({ taxDay }) => taxDay },
  { name: 'Soort', kind: 'text', cell: ({ kind }) => invoiceKindLabels[kind] },
  { name: 'Waarvan', kind: 'text', cell: ({ subject }) => subject },
  { name: 'Bij factuur', kind: 'text', cell: ({ credits }) => credits },
  { name: 'Land', kind: 'text', cell: ({ country }) => country },
  { name: 'Regeling', kind: 'text', cell: ({ category }) => categoryName(category) },
  { name: 'Tarief', kind: 'rate', cell: ({ rate }) => rate },
  { name: 'Btw-nummer', kind: 'text', cell: ({ vatNumber }) => vatNumber },
  ...amountColumns<JournalLine>(),
]

/** The sales journal: every document whose VAT became due in a quarter, a row for each rate. */
export const buildJournal = (lines: readonly JournalLine[]): ReportTable => buildTable(journalColumns, lines)

interface VatSum {
  country: string | null
  category: JournalLine['category']
  rate: number
  netCents: number
  vatCents: number
}

/** VAT by country, category and rate. */
export const buildVat = (lines: readonly JournalLine[]): ReportTable =>
  buildTable(
    [
      { name: 'Land', kind: 'text', cell: ({ country }) => country },
      { name: 'Regeling', kind: 'text', cell: ({ category }) => categoryName(category) },
      { name: 'Tarief', kind: 'rate', cell: ({ rate }) => rate },
      ...amountColumns<VatSum>(),
    ],
    sumBy(lines, ({ country, category, rate }) => ({ country, category, rate })),
  )

/** The return of the one-stop shop (Dir. 2006/112 art. 369a and following): by country and rate, credit notes taken off. */
export const buildOss = (lines: readonly JournalLine[]): ReportTable =>
  buildTable(
    [
      { name: 'Land', kind: 'text', cell: ({ country }) => country },
      { name: 'Tarief', kind: 'rate', cell: ({ rate }) => rate },
      ...amountColumns<Omit<VatSum, 'category'>>(),
    ],
    sumBy(
      lines.filter(({ isOss }) => isOss),
      ({ country, rate }) => ({ country, rate }),
    ),
  )

/** The intra-EU listing: what was sold with the VAT reversed, by the number of the business (Dir. 2006/112 art. 262). */
export const buildIntraEu = (lines: readonly JournalLine[]): ReportTable =>
  buildTable(
    [
      { name: 'Btw-nummer', kind: 'text', cell: ({ vatNumber }) => vatNumber },
      { name: 'Bedrag', kind: 'cents', cell: ({ netCents }) => netCents, isSummed: true },
    ],
    sumBy(
      lines.filter(({ category }) => category === 'REVERSE_CHARGE'),
      ({ vatNumber }) => ({ vatNumber }),
    ),
  )

function amountColumns<Row extends Pick<VatSum, 'netCents' | 'vatCents'>>(): ReportColumn<Row>[] {
  return [
    { name: 'Zonder btw', kind: 'cents', cell: ({ netCents }) => netCents, isSummed: true },
    { name: 'Btw', kind: 'cents', cell: ({ vatCents }) => vatCents, isSummed: true },
    { name: 'Met btw', kind: 'cents', cell: ({ netCents, vatCents }) => netCents + vatCents, isSummed: true },
  ]
}

/** The sums of the lines that are alike, in the order of what they share. */
function sumBy<Shared extends object>(lines: readonly JournalLine[], shareOf: (line: JournalLine) => Shared) {
  const sums = new Map<string, Shared & { netCents: number; vatCents: number }>()
  for (const line of lines) {
    const shared = shareOf(line)
    const key = JSON.stringify(shared)
    const sum = sums.get(key) ?? { ...shared, netCents: 0, vatCents: 0 }
    sum.netCents += line.netCents
    sum.vatCents += line.vatCents
    sums.set(key, sum)
  }
  return [...sums].toSorted(([one], [other]) => one.localeCompare(other)).map(([, sum]) => sum)
}
