import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { closedPeriods } from '../../money/invoices/table.ts'
import type {
  ComparisonFailure,
  PaymentComparison,
  ReportName,
  ReportTable,
  SettledQuarter,
} from './contract.ts'

/** The reports of a closed quarter, as they were. */
export const closedReports = pgTable(
  'closed_reports',
  {
    quarter: text()
      .notNull()
      .references(() => closedPeriods.quarter),
    report: text().$type<ReportName>().notNull(),
    content: jsonb().$type<ReportTable>().notNull(),
  },
  table => [primaryKey({ columns: [table.quarter, table.report] })],
)

/** The payments of a quarter compared with the provider's lists: the last attempt, and what the last good one found. Of a closed quarter it stays. */
export const paymentComparisons = pgTable('payment_comparisons', {
  quarter: text().primaryKey(),
  /** While an attempt is made. */
  requestedAt: timestamptz(),
  failedAt: timestamptz(),
  failure: text().$type<ComparisonFailure>(),
  comparedAt: timestamptz(),
  content: jsonb().$type<StoredComparison>(),
})

export type StoredComparison = Omit<PaymentComparison, 'comparedAt'> & {
  /** Null without a token that reads them, `UNAVAILABLE` when the provider refused it or was away; left out in comparisons of before. */
  settlements?: SettledQuarter | 'UNAVAILABLE' | null
}
