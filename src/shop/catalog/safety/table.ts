import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, reference } from '../../../platform/columns.ts'
import { products } from '../table.ts'

/** Manufacturers, and those who answer in the EU for the ones outside it. */
export const economicOperators = pgTable(
  'economic_operators',
  {
    id: primaryId(),
    name: text().notNull(),
    address: text().notNull(),
    /** ISO 3166. */
    country: text().notNull(),
    /** An e-mail address or a website. */
    electronicAddress: text().notNull(),
    createdAt: createdAt(),
  },
  table => [check('economic_operators_country', sql`${table.country} ~ '^[A-Z]{2}$'`)],
)

/** The safety information of a product; its variants have the same. */
export const productSafety = pgTable(
  'product_safety',
  {
    productId: uuid()
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    manufacturerId: reference(() => economicOperators.id),
    /** Of a manufacturer outside the EU. */
    responsiblePersonId: uuid().references(() => economicOperators.id),
    model: text().notNull(),
    warnings: text(),
    warningsFr: text(),
    materials: text(),
    radio: text(),
    battery: text(),
    /** Increased by each save, which names the version that it replaces. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  table => [index().on(table.manufacturerId), index().on(table.responsiblePersonId)],
)
