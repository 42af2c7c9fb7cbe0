import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import { orders } from '../../shop/orders/table.ts'

const recheckColumns = () => ({
  /** With its prefix. */
  vatNumber: text().notNull(),
  /** How often it was asked about for it. */
  attempts: integer().notNull().default(0),
  triedAt: timestamptz(),
  nextAt: timestamptz().notNull(),
  /** When VIES had answered; then admins were told, unless it changed nothing. */
  settledAt: timestamptz(),
})

/**
 * Orders, and purchases of minutes, of businesses whose VAT number VIES did not answer about: when it is asked again, until admins were told
 * what it said.
 */
export const saleVatRechecks = pgTable(
  'sale_vat_rechecks',
  {
    /** Of the order or the purchase; of two kinds, so that it refers to neither. */
    subjectId: uuid().primaryKey(),
    ...recheckColumns(),
  },
  table => [
    index('sale_vat_rechecks_due')
      .on(table.nextAt)
      .where(sql`${table.settledAt} is null`),
    index().on(table.vatNumber),
    check('sale_vat_rechecks_attempts', sql`${table.attempts} >= 0`),
  ],
)

/** Those of orders, as the version before has them; what it settled is not told of again. Goes with the next release. */
export const vatRechecks = pgTable(
  'vat_rechecks',
  {
    orderId: uuid()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    ...recheckColumns(),
  },
  table => [
    index('vat_rechecks_due')
      .on(table.nextAt)
      .where(sql`${table.settledAt} is null`),
    index().on(table.vatNumber),
    check('vat_rechecks_attempts', sql`${table.attempts} >= 0`),
  ],
)
