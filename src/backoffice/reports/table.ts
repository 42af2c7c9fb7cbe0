import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { closedPeriods } from '../../money/invoices/table.ts'
import type { ReportName, ReportTable } from './contract.ts'

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
