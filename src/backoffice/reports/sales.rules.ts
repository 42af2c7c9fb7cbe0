import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import type { InvoiceContent, InvoiceKind } from '../../money/invoices/contract.ts'
import { invoiceKindLabels } from '../../money/invoices/rules.ts'
import type { VatCategory } from '../../money/vat/contract.ts'
import { categoryLabels } from '../../money/vat/labels.rules.ts'
import type { Supply } from '../../wire/vat.ts'
import type { ReportTable } from './contract.ts'
import { quarterOfDay } from '../../money/invoices/quarter.rules.ts'
import { buildTable, type ReportColumn } from './tables.rules.ts'

/** An invoice or a credit note, as far as the reports read it. */
export interface JournalDocument {
  number: string
  kind: InvoiceKind
  issuedAt: Date
  /** When its VAT became due; null for the time of its issue. */
  taxPointAt: Date | null
  /** The tax point of the invoice that it credits or replaces; null when it does neither. */
  correctedAt: Date | null
  content: InvoiceContent
}

/** A part of a document with one category and rate, of goods or of services; amounts are cents, below 0 on a credit note. */
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
  /** The earlier quarter of the invoice that it credits or replaces; null when that is of its own quarter. */
  correctedQuarter: string | null
  /** The country whose VAT it is; null when there is none. */
  country: string | null
  /** Null of gift cards. */
  supply: Supply | null
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

/** The parts of a document. */
export function journalLines({
  number,
  kind,
  issuedAt,
  taxPointAt,
  correctedAt,
  content,
}: JournalDocument): JournalLine[] {
  const { subject, vat } = content
  const taxDay = toBrusselsDay(taxPointAt ?? issuedAt)
  const own = {
    number,
    kind,
    day: toBrusselsDay(issuedAt),
    taxDay,
    subject,
    credits: content.credits ?? content.replaces ?? null,
    correctedQuarter: earlierQuarter(correctedAt, taxDay),
    isOss: false,
    vatNumber: vat.business?.vatNumber ?? null,
  }
  const isElsewhere = vat.scheme === 'OSS' && vat.country !== null && vat.country !== vat.sellerCountry
  const taxed = partsOf(content).map(({ category, rate, supply, netCents, vatCents }) => ({
    ...own,
    country: vatCents === 0 && rate === 0 ? null : vat.country,
    supply,
    category,
    // A sale that is exempt there is not declared, and a gift card when it is spent.
    isOss: isElsewhere && (category === 'STANDARD' || category === 'REDUCED'),
    rate: Math.round(rate * 100),
    netCents,
    vatCents,
  }))
  const voucherCents = content.lines
    .filter(({ isVoucher }) => isVoucher)
    .reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  if (voucherCents === 0) return taxed
  const voucher = {
    country: null,
    supply: null,
    category: 'VOUCHER' as const,
    rate: 0,
    netCents: voucherCents,
    vatCents: 0,
  }
  return [...taxed, { ...own, ...voucher }]
}

function earlierQuarter(correctedAt: Date | null, day: string): string | null {
  const quarter = correctedAt && quarterOfDay(toBrusselsDay(correctedAt))
  return quarter === quarterOfDay(day) ? null : quarter
}

interface TaxedPart extends Amounts {
  category: VatCategory
  /** Percent. */
  rate: number
  supply: Supply
}

function partsOf({ lines }: InvoiceContent): TaxedPart[] {
  const parts = lines.flatMap(({ quantity, unitCents, vat: own }) =>
    own ? [{ ...own, netCents: quantity * unitCents - own.vatCents }] : [],
  )
  return sumBy(parts, ({ category, rate, supply }) => ({ category, rate, supply }))
}

const categoryName = (category: JournalLine['category']): string =>
  category === 'VOUCHER' ? 'Cadeaubon' : categoryLabels[category]

const supplyNames: Record<Supply, string> = { GOODS: 'Goederen', SERVICES: 'Diensten' }
const supplyName = (supply: Supply | null): string | null => supply && supplyNames[supply]

const journalColumns: ReportColumn<JournalLine>[] = [
  { name: 'Nummer', kind: 'text', cell: ({ number }) => number },
  { name: 'Dag', kind: 'day', cell: ({ day }) => day },
  { name: 'Dag van de btw', kind: 'day', cell: ({ taxDay }) => taxDay },
  { name: 'Soort', kind: 'text', cell: ({ kind }) => invoiceKindLabels[kind] },
  { name: 'Waarvan', kind: 'text', cell: ({ subject }) => subject },
  { name: 'Bij factuur', kind: 'text', cell: ({ credits }) => credits },
  { name: 'Land', kind: 'text', cell: ({ country }) => country },
  { name: 'Regeling', kind: 'text', cell: ({ category }) => categoryName(category) },
  { name: 'Wat', kind: 'text', cell: ({ supply }) => supplyName(supply) },
  { name: 'Tarief', kind: 'rate', cell: ({ rate }) => rate },
  { name: 'Btw-nummer', kind: 'text', cell: ({ vatNumber }) => vatNumber },
  ...amountColumns<JournalLine>(),
]

/** The sales journal: every document whose VAT became due in a quarter, a row for each rate, with goods and services apart. */
export const buildJournal = (lines: readonly JournalLine[]): ReportTable => buildTable(journalColumns, lines)

interface VatSum extends Amounts {
  country: string | null
  category: JournalLine['category']
  rate: number
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
    sumAmounts(lines, ({ country, category, rate }) => ({ country, category, rate })),
  )

/** A row of the return of the one-stop shop; of a correction the quarter and the country only. */
interface OssSum extends Amounts {
  country: string | null
  supply: Supply | null
  /** Hundredths of a percent. */
  rate: number | null
  correctedQuarter: string | null
}

/**
 * The return of the one-stop shop (Dir. 2006/112 art. 369f and 369g; Reg. 2020/194, annex III): the supplies of the quarter by
 * country and rate, goods and services apart, credit notes taken off; then the corrections of earlier quarters by country and
 * quarter.
 */
export function buildOss(lines: readonly JournalLine[]): ReportTable {
  const declared = lines.filter(({ isOss }) => isOss)
  const supplied = sumAmounts(
    declared.filter(({ correctedQuarter }) => correctedQuarter === null),
    ({ country, supply, rate }) => ({ country, supply, rate, correctedQuarter: null }),
  )
  const corrected = sumAmounts(
    declared.filter(({ correctedQuarter }) => correctedQuarter !== null),
    ({ country, correctedQuarter }) => ({ country, supply: null, rate: null, correctedQuarter }),
  )
  return buildTable<OssSum>(
    [
      { name: 'Land', kind: 'text', cell: ({ country }) => country },
      { name: 'Wat', kind: 'text', cell: ({ supply }) => supplyName(supply) ?? 'Correctie' },
      { name: 'Tarief', kind: 'rate', cell: ({ rate }) => rate },
      { name: 'Van kwartaal', kind: 'text', cell: ({ correctedQuarter }) => correctedQuarter },
      ...amountColumns<OssSum>(),
    ],
    [...supplied, ...corrected],
  )
}

/** As the Belgian listing has them. */
const supplyCodes: Record<Supply, string> = { GOODS: 'L', SERVICES: 'S' }

/**
 * The intra-EU listing (Dir. 2006/112 art. 262): the sales with the VAT reversed, by the number of the business, goods (L) and
 * services (S) apart; then the corrections of the listings of earlier quarters.
 */
export function buildIntraEu(lines: readonly JournalLine[]): ReportTable {
  const listed = lines.filter(({ category }) => category === 'REVERSE_CHARGE')
  const sums = sumAmounts(listed, ({ vatNumber, supply, correctedQuarter }) => ({
    vatNumber,
    supply,
    correctedQuarter,
  }))
  const isOfQuarter = ({ correctedQuarter }: (typeof sums)[number]) => correctedQuarter === null
  return buildTable(
    [
      { name: 'Btw-nummer', kind: 'text', cell: ({ vatNumber }) => vatNumber },
      { name: 'Code', kind: 'text', cell: ({ supply }) => supply && supplyCodes[supply] },
      { name: 'Van kwartaal', kind: 'text', cell: ({ correctedQuarter }) => correctedQuarter },
      { name: 'Bedrag', kind: 'cents', cell: ({ netCents }) => netCents, isSummed: true },
    ],
    [...sums.filter(isOfQuarter), ...sums.filter(sum => !isOfQuarter(sum))],
  )
}

interface Amounts {
  netCents: number
  vatCents: number
}

function amountColumns<Row extends Amounts>(): ReportColumn<Row>[] {
  return [
    { name: 'Zonder btw', kind: 'cents', cell: ({ netCents }) => netCents, isSummed: true },
    { name: 'Btw', kind: 'cents', cell: ({ vatCents }) => vatCents, isSummed: true },
    { name: 'Met btw', kind: 'cents', cell: ({ netCents, vatCents }) => netCents + vatCents, isSummed: true },
  ]
}

/** The sums of the lines with the same shared fields, ordered by those. */
const sumAmounts = <Shared extends object>(
  lines: readonly JournalLine[],
  shareOf: (line: JournalLine) => Shared,
): (Shared & Amounts)[] =>
  sumBy(lines, shareOf)
    .map(sum => ({ sum, key: JSON.stringify(sum) }))
    .toSorted((one, other) => one.key.localeCompare(other.key))
    .map(({ sum }) => sum)

/** The sums of the rows that are alike, in the order of the first of each. */
function sumBy<Row extends Amounts, Shared extends object>(
  rows: readonly Row[],
  shareOf: (row: Row) => Shared,
): (Shared & Amounts)[] {
  const sums = new Map<string, Shared & Amounts>()
  for (const row of rows) {
    const shared = shareOf(row)
    const key = JSON.stringify(shared)
    const sum = sums.get(key) ?? { ...shared, netCents: 0, vatCents: 0 }
    sum.netCents += row.netCents
    sum.vatCents += row.vatCents
    sums.set(key, sum)
  }
  return [...sums.values()]
}
