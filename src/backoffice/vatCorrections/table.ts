import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/**
 * Orders, and purchases of minutes, of businesses whose VAT number VIES did not answer about: when it is asked again, until admins were told
 * what it said.
 */
export const vatRechecks = pgTable(
  'vat_rechecks',
  {
    /** Of the order or the purchase; of two kinds, so that it refers to neither. */
    subjectId: uuid().primaryKey(),
    /** With its prefix. */
    vatNumber: text().notNull(),
    /** How often it was asked about for it. */
    attempts: integer().notNull().default(0),
    triedAt: timestamptz(),
    nextAt: timestamptz().notNull(),
    /** When VIES had answered; then admins were told, unless it changed nothing. */
    settledAt: timestamptz(),
  },
  table => [
    index('vat_rechecks_due')
      .on(table.nextAt)
      .where(sql`${table.settledAt} is null`),
    index().on(table.vatNumber),
    check('vat_rechecks_attempts', sql`${table.attempts} >= 0`),
  ],
)
