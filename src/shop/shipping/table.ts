import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { reference, primaryId } from '../../platform/db/columns.ts'

/** The countries that a carrier delivers to. */
export const shippingZones = pgTable('shipping_zones', {
  id: primaryId(),
  name: text().notNull(),
  /** ISO 3166 alpha-2, or `*` for every country that no other zone names. */
  countries: text().array().notNull(),
  carrier: text().notNull(),
  isActive: boolean().notNull().default(true),
})

/** Prices of a carrier for parcels in a zone. */
export const shippingRates = pgTable(
  'shipping_rates',
  {
    id: primaryId(),
    zoneId: reference(() => shippingZones.id, { onDelete: 'cascade' }),
    /** Grams: `weightFrom` exclusive, `weightTo` inclusive. */
    weightFrom: integer().notNull().default(0),
    weightTo: integer().notNull(),
    /** Centimetres; null for no limit. */
    maxLength: doublePrecision(),
    maxWidth: doublePrecision(),
    maxHeight: doublePrecision(),
    /** Cents. */
    price: integer().notNull(),
    serviceName: text().notNull(),
    deliveryTime: text().notNull(),
    isActive: boolean().notNull().default(true),
  },
  table => [
    index().on(table.zoneId),
    check('shipping_rates_weight', sql`0 <= ${table.weightFrom} and ${table.weightFrom} < ${table.weightTo}`),
    check('shipping_rates_price', sql`${table.price} >= 0`),
  ],
)
