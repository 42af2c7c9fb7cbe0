import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable } from 'drizzle-orm/pg-core'

/** Orders and revenue by Brussels day, rolled up once the day is over. */
export const dayFigures = pgTable(
  'day_figures',
  {
    day: date({ mode: 'string' }).primaryKey(),
    orders: integer().notNull(),
    /** Cents; payments minus refunds and chargebacks. */
    revenue: bigint({ mode: 'number' }).notNull(),
  },
  table => [check('day_figures_orders', sql`${table.orders} >= 0`)],
)
