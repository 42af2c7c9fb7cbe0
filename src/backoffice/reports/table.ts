import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'
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

/**
 * The payments of a quarter compared with a provider's lists or export: the last attempt, and the result of the last one that succeeded.
 * It never changes once the quarter is closed.
 */
export const paymentComparisons = pgTable(
  'payment_comparisons',
  {
    quarter: text().notNull(),
    provider: text().notNull(),
    /** While an attempt is made. */
    requestedAt: timestamptz(),
    failedAt: timestamptz(),
    failure: text().$type<ComparisonFailure>(),
    comparedAt: timestamptz(),
    content: jsonb().$type<StoredComparison>(),
  },
  table => [primaryKey({ columns: [table.quarter, table.provider] })],
)

export type StoredComparison = Omit<PaymentComparison, 'comparedAt'> & {
  /** Null where they can't be read, `UNAVAILABLE` when the provider refused it or was away. */
  settlements: SettledQuarter | 'UNAVAILABLE' | null
}
