import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { RatedClass } from '../../wire/vat.ts'

/** The VAT rates that the owner entered, instead of those in `rates.rules.ts` or besides them. */
export const vatRates = pgTable(
  'vat_rates',
  {
    /** ISO 3166-1. */
    country: text().notNull(),
    taxClass: text().$type<RatedClass>().notNull(),
    /** The first day, in that country. */
    validFrom: date({ mode: 'string' }).notNull(),
    /** Hundredths of a percent. */
    basisPoints: integer().notNull(),
    changedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.country, table.taxClass, table.validFrom] }),
    check('vat_rates_class', sql`${table.taxClass} in ('STANDARD', 'BOOKS')`),
    check('vat_rates_amount', sql`${table.basisPoints} between 0 and 5000`),
  ],
)

/** The answers of VIES about VAT numbers: the proof that is kept until the invoice has it. */
export const vatNumberChecks = pgTable(
  'vat_number_checks',
  {
    id: primaryId(),
    /** With its prefix. */
    vatNumber: text().notNull(),
    isValid: boolean().notNull(),
    name: text(),
    /** The number of the consultation. */
    consultation: text(),
    checkedAt: timestamptz().notNull(),
  },
  table => [index().on(table.vatNumber, table.checkedAt), index().on(table.checkedAt)],
)
