import { sql, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../catalog/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'

/** Whether it waits for an admin to approve or reject it; as an index knows it. */
export const isAwaitingModeration = (review: Record<'approvedAt' | 'rejectedAt', AnyPgColumn>): SQL =>
  sql`(${review.approvedAt} is null and ${review.rejectedAt} is null)`

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
    approvedAt: timestamptz(),
    /** Until one of the two is set, it waits for an admin. */
    rejectedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    unique('reviews_one_a_buyer').on(table.productId, table.userId),
    index('reviews_shown')
      .on(table.productId, table.createdAt)
      .where(sql`${table.approvedAt} is not null`),
    // Read from its end: those that wait come first, the newest before the others.
    index('reviews_to_moderate').on(isAwaitingModeration(table), table.createdAt, table.id),
    index('reviews_waiting').on(table.createdAt, table.id).where(isAwaitingModeration(table)),
    index('reviews_approved')
      .on(table.createdAt, table.id)
      .where(sql`${table.approvedAt} is not null`),
    index('reviews_rejected')
      .on(table.createdAt, table.id)
      .where(sql`${table.rejectedAt} is not null`),
    check('reviews_decided_once', sql`${table.approvedAt} is null or ${table.rejectedAt} is null`),
    check('reviews_rating', sql`${table.rating} between 1 and 5`),
  ],
)
