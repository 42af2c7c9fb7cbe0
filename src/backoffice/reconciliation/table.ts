import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** The findings of the last run; an earlier finding keeps its time. */
export const reconciliationFindings = pgTable(
  'reconciliation_findings',
  {
    check: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    foundAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.check, table.subject] })],
)

/** One row: when the checks last ran. */
export const reconciliationRuns = pgTable('reconciliation_runs', {
  id: boolean().primaryKey().default(true),
  auditedAt: timestamptz().notNull(),
})
