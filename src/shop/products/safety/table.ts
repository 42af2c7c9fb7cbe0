import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, reference } from '../../../platform/db/columns.ts'
import { products } from '../catalog/table.ts'
import type { ManualLanguage } from './contract.ts'

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
    /** The owner of its label pictures (`pictures`), which are not its product's own. */
    labelOwnerId: uuid(),
    /** Increased by each save, which names the version that it replaces. */
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  table => [index().on(table.manufacturerId), index().on(table.responsiblePersonId)],
)

const safetyId = () =>
  uuid()
    .notNull()
    .references(() => productSafety.productId, { onDelete: 'cascade' })

/** Pictures of the label or the packaging, in order. */
export const labelPictures = pgTable(
  'product_label_pictures',
  {
    productId: safetyId(),
    position: integer().notNull(),
    url: text().notNull(),
    /** The description of the picture, in Dutch. */
    alt: text().notNull(),
  },
  table => [primaryKey({ columns: [table.productId, table.position] })],
)

/** Manuals as PDF: one for each language. */
export const productManuals = pgTable(
  'product_manuals',
  {
    id: primaryId(),
    productId: safetyId(),
    language: text().$type<ManualLanguage>().notNull(),
    bytes: integer().notNull(),
    storageKey: text().notNull(),
    createdAt: createdAt(),
  },
  table => [
    unique('product_manuals_one_per_language').on(table.productId, table.language),
    index('product_manuals_by_file').on(table.storageKey),
    check('product_manuals_language', sql`${table.language} in ('nl', 'fr', 'de', 'en')`),
    check('product_manuals_bytes', sql`${table.bytes} > 0`),
  ],
)
