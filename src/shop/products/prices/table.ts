import { sql, type SQL } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../../platform/db/columns.ts'
import { products } from '../catalog/table.ts'
import type { PriceSource, SaleState } from './contract.ts'

/** The history of a product's price. Append-only, enforced by a trigger; written together with the price. */
export const priceEntries = pgTable(
  'price_entries',
  {
    id: primaryId(),
    productId: uuid().notNull(),
    /** Cents; null for the first known price. */
    oldCents: integer(),
    newCents: integer().notNull(),
    source: text().$type<PriceSource>().notNull(),
    actorId: uuid().references(() => users.id),
    createdAt: timestamptz()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  table => [
    index('price_entries_by_product').on(table.productId, table.createdAt),
    check(
      'price_entries_price',
      sql`${table.newCents} >= 0 and ${table.newCents} is distinct from ${table.oldCents}`,
    ),
  ],
)

/**
 * A sale of a product: another price from one time until another. The product itself has the price that it is sold for; whoever
 * finds a sale that is due, begins or ends it there.
 */
export const productSales = pgTable(
  'product_sales',
  {
    id: primaryId(),
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    saleCents: integer().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    state: text().$type<SaleState>().notNull().default('PLANNED'),
    /** When it has to begin or to end; null when it is over. */
    dueAt: timestamptz().generatedAlwaysAs(
      (): SQL =>
        sql`case ${productSales.state} when 'PLANNED' then ${productSales.startsAt} when 'RUNNING' then ${productSales.endsAt} end`,
    ),
    actorId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
  },
  table => [
    // At most one that is planned or runs.
    uniqueIndex('product_sales_open')
      .on(table.productId)
      .where(sql`${table.dueAt} is not null`),
    index('product_sales_due')
      .on(table.dueAt)
      .where(sql`${table.dueAt} is not null`),
    check('product_sales_price', sql`${table.saleCents} >= 0`),
    check('product_sales_period', sql`${table.startsAt} < ${table.endsAt}`),
    check('product_sales_state', sql`${table.state} in ('PLANNED', 'RUNNING', 'ENDED', 'CANCELLED')`),
  ],
)

/** Products whose price changed since wishlists were last compared with it, written together with the price. */
export const changedPrices = pgTable('changed_prices', {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  /** Cents: the highest price that it had since. */
  oldCents: integer().notNull(),
})
