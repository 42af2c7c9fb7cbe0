import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference } from '../../platform/db/columns.ts'
import { products } from '../products/catalog/table.ts'

/** The users who want a mail when a product is there again; the row goes with the mail. */
export const backInStockRequests = pgTable(
  'back_in_stock_requests',
  {
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.productId] }),
    index('back_in_stock_requests_in_order').on(table.productId, table.createdAt, table.userId),
  ],
)

/**
 * The available stock of each product with requests as the job last saw it, or less when less was left since, by a trigger: one
 * mail is sent for each unit that came.
 */
export const backInStockLevels = pgTable('back_in_stock_levels', {
  productId: uuid()
    .primaryKey()
    .references(() => products.id, { onDelete: 'cascade' }),
  seen: integer().notNull().default(0),
})
