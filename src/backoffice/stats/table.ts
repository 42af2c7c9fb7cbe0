import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, pgTable } from 'drizzle-orm/pg-core'

/** Orders and revenue by Brussels day, rolled up once the day is over. */
export const dailySales = pgTable(
  'daily_sales',
  {
    day: date({ mode: 'string' }).primaryKey(),
    orders: integer().notNull(),
    /** Cents; payments minus refunds and chargebacks. */
    revenue: bigint({ mode: 'number' }).notNull(),
  },
  table => [check('daily_sales_orders', sql`${table.orders} >= 0`)],
)
