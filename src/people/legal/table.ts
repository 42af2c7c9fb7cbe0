import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamptz } from '../../platform/db/columns.ts'

/** The consents that browsers gave and took back, as proof; nothing says whose they are. */
export const consentRecords = pgTable(
  'consent_records',
  {
    id: primaryId(),
    /** Random, made by the browser. */
    number: text().notNull(),
    textVersion: text().notNull(),
    analytics: boolean().notNull(),
    functional: boolean().notNull(),
    /** When it was chosen. */
    createdAt: timestamptz().notNull(),
  },
  table => [index().on(table.number), index().on(table.createdAt)],
)
