import { z } from 'zod'
import type { SettlementCost } from '../../money/payments/contract.ts'
import { endpoint } from '../../wire/endpoint.ts'
import { dateTime } from '../../wire/fields.ts'

/** A calendar quarter in Brussels. */
export const Quarter = z.string().regex(/^20\d\d-Q[1-4]$/, 'Kies een kwartaal, zoals 2026-Q4.')

export const ReportName = z.enum([
  'sales',
  'vat',
  'oss',
  'intra-eu',
  'payments',
  'settlements',
  'owed',
  'books',
  'stock',
])
export type ReportName = z.output<typeof ReportName>

export const AccountingPeriod = z.object({
  quarter: Quarter,
  /** `RUNNING` until its last day is over. */
  state: z.enum(['RUNNING', 'OPEN', 'CLOSED']),
  /** Consecutive, from 1; null until it is closed. */
  number: z.int().nullable(),
  closedAt: dateTime.nullable(),
  /** The name of the admin who closed it. */
  closedBy: z.string().nullable(),
})
export type AccountingPeriod = z.output<typeof AccountingPeriod>

/** The content of a cell: amounts are cents, rates hundredths of a percent, and days `2026-11-26`. */
export const ReportCellKind = z.enum(['text', 'day', 'cents', 'count', 'rate'])
export type ReportCellKind = z.output<typeof ReportCellKind>

const Cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.output<typeof Cell>

export const ReportTable = z.object({
  columns: z.array(z.object({ name: z.string(), kind: ReportCellKind })),
  rows: z.array(z.array(Cell)),
  /** The sums of the columns of cents, null elsewhere; empty when they would say nothing. */
  totals: z.array(z.int().nullable()),
  /** The warnings about missing data, in Dutch. Where they are given, a file ends with the totals and them. */
  warnings: z.array(z.string()).optional(),
})
export type ReportTable = z.output<typeof ReportTable>

/** The cause of a difference between the provider and us, of a payment, refund or chargeback; see `differenceText`. */
export const DifferenceCause = z.enum([
  'ONLY_PROVIDER',
  'ONLY_OURS',
  'NOT_SENT',
  'NOT_AT_PROVIDER',
  'NOT_OURS',
  'AMOUNT',
  'CURRENCY',
  'QUARTER',
  'REVERSED',
])
export type DifferenceCause = z.output<typeof DifferenceCause>

export const PaymentDifference = z.object({
  kind: z.enum(['PAYMENT', 'REFUND', 'CHARGEBACK']),
  cause: DifferenceCause,
  /** Our id: of a chargeback that of its payment. Null when we have nothing like it. */
  ownId: z.string().nullable(),
  /** The provider's id; null when it has nothing like it. */
  providerId: z.string().nullable(),
  /** The Brussels day on which it counts here, or else there. */
  day: z.string(),
  /** Of cause QUARTER: the day on the other side, in another quarter. */
  otherDay: z.string().nullable(),
  /** The amount that counts in this quarter, above 0. */
  ownCents: z.int().nullable(),
  providerCents: z.int().nullable(),
  currency: z.string(),
})
export type PaymentDifference = z.output<typeof PaymentDifference>

/** Differences that are stored; with more, the key is probably another account's. */
export const MAX_DIFFERENCES = 5000

const ComparedSum = z.object({ count: z.int(), cents: z.int() })

/** The payments of a quarter compared with a provider's own lists, or its export. */
export const PaymentComparison = z.object({
  /** The time when its lists were requested or its export was read; later payments are not compared. */
  comparedAt: dateTime,
  own: ComparedSum,
  provider: ComparedSum,
  differences: z.array(PaymentDifference),
})
export type PaymentComparison = z.input<typeof PaymentComparison>

type ItemSum = z.output<typeof ComparedSum>

/** A payout with its parts. */
export interface StoredSettlement {
  providerId: string
  reference: string | null
  /** The Brussels day on which it was paid out. */
  day: string
  /** Signed. */
  amountCents: number
  items: Record<PaymentDifference['kind'], ItemSum>
  costs: SettlementCost[]
  differences: PaymentDifference[]
}

/** The payouts of a quarter, and the payments of the quarter that are in none. */
export interface SettledQuarter {
  settlements: StoredSettlement[]
  unsettled: ItemSum
}

export const ComparisonFailure = z.enum(['UNAVAILABLE', 'TOO_LONG', 'TOO_MANY', 'LOST'])
export type ComparisonFailure = z.output<typeof ComparisonFailure>

export const ComparisonState = z.object({
  /** The name of the payment provider. */
  provider: z.string(),
  isRunning: z.boolean(),
  /** Why the last attempt did not end well, and when; null when it did. */
  failure: z.object({ reason: ComparisonFailure, failedAt: dateTime }).nullable(),
  /** The last that ended well; null when there is none. */
  comparison: PaymentComparison.extend({ totalDifferences: z.int() }).nullable(),
})
export type ComparisonState = z.output<typeof ComparisonState>

/** Rows that a page shows; a file has all. */
export const SHOWN_ROWS = 50

export const listPeriods = endpoint('GET /api/admin/reports', 'admin', {
  summary: 'The quarters in which something was sold, newest first, and which are closed',
  output: z.array(AccountingPeriod),
})

export const readReport = endpoint('GET /api/admin/reports/:quarter/:report', 'admin', {
  summary: 'The first rows of a report of a quarter; of a closed one as it was then',
  input: z.object({ quarter: Quarter, report: ReportName }),
  output: ReportTable.extend({ totalRows: z.int() }),
})

export const readComparison = endpoint('GET /api/admin/reports/:quarter/comparison', 'admin', {
  summary:
    'How the payments of a quarter compare with the own lists or export of each provider that it had: the first differences',
  input: z.object({ quarter: Quarter }),
  output: z.array(ComparisonState),
})

/** Bytes of an export. */
export const MAX_EXPORT_BYTES = 20 * 1024 ** 2

export const startComparison = endpoint('POST /api/admin/reports/:quarter/comparison/:provider', 'admin', {
  summary:
    'Compare the payments of a quarter with the lists of a provider, which are fetched in the background; without lists with its export: multipart, the field `file`, a CSV of up to 20 MB',
  input: z.object({ quarter: Quarter, provider: z.string().regex(/^[a-z_]{1,32}$/) }),
  output: z.array(ComparisonState),
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT', 'INVALID_INPUT'],
})

/** The answer is a file, so the body is no JSON. */
export const downloadReport = endpoint('GET /api/admin/reports/:quarter/:report/file', 'admin', {
  summary: 'A whole report of a quarter as CSV or XLSX',
  input: z.object({
    quarter: Quarter,
    report: ReportName,
    format: z.enum(['csv', 'xlsx'], 'Kies csv of xlsx.'),
  }),
  output: z.null(),
  sends: '*/*',
})

/** The answer is a file, so the body is no JSON. */
export const downloadPeriodInvoices = endpoint('GET /api/admin/reports/:quarter/invoices', 'admin', {
  summary: 'All invoices and credit notes of a quarter in a ZIP, as PDF and as UBL',
  input: z.object({ quarter: Quarter }),
  output: z.null(),
  sends: 'application/zip',
})

export const closePeriod = endpoint('POST /api/admin/reports/:quarter/close', 'admin', {
  summary:
    'Close a quarter for good: its reports stay as they are, and nothing is invoiced in it any more. Again changes nothing',
  confirmation: 'recent',
  input: z.object({ quarter: Quarter }),
  output: AccountingPeriod,
  status: 200,
  problems: ['NOT_FOUND', 'CONFLICT'],
})

export const reportFilePath = (quarter: string, report: ReportName, format: 'csv' | 'xlsx'): string =>
  `/api/admin/reports/${quarter}/${report}/file?format=${format}`

export const invoicesFilePath = (quarter: string): string => `/api/admin/reports/${quarter}/invoices`
