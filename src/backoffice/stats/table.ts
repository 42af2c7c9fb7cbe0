import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable } from 'drizzle-orm/pg-core'

/** What each day that is over brought, in Brussels; a sum of orders, payments and refunds, kept so that nobody adds up years. */
export const dayFigures = pgTable(
  'day_figures',
  {
    day: date({ mode: 'string' }).primaryKey(),
    orders: integer().notNull(),
    /** Cents; what was paid minus what went back. */
    revenue: bigint({ mode: 'number' }).notNull(),
  },
  table => [check('day_figures_orders', sql`${table.orders} >= 0`)],
)
