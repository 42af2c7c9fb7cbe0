import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { products } from '../catalog/table.ts'
import { at, createdAt, primaryId } from '../platform/columns.ts'

/** What buyers say of a product; `products.reviewCount` and `ratingSum` add up the approved ones. */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rating: integer().notNull(),
    text: text(),
    approvedAt: at(),
    createdAt: createdAt(),
  },
  table => [
    unique('reviews_one_a_buyer').on(table.productId, table.userId),
    index('reviews_shown')
      .on(table.productId, table.createdAt)
      .where(sql`${table.approvedAt} is not null`),
    index('reviews_by_age').on(table.createdAt),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
  ],
)
