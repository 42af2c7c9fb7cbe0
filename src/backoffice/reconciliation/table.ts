import { boolean, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'

/** What the last audit found; an earlier finding that is still there keeps its time. */
export const auditFindings = pgTable(
  'audit_findings',
  {
    check: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
    foundAt: timestamptz().notNull(),
  },
  table => [primaryKey({ columns: [table.check, table.subject] })],
)

/** One row: when the books were last gone through. */
export const audits = pgTable('audits', {
  id: boolean().primaryKey().default(true),
  auditedAt: timestamptz().notNull(),
})
