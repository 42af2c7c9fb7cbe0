import { sql, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../products/catalog/table.ts'
import { createdAt, reference, primaryId, timestamptz } from '../../platform/db/columns.ts'

/** Whether it is not moderated yet; the same expression as in the index. */
export const isAwaitingModeration = (review: Record<'approvedAt' | 'rejectedAt', AnyPgColumn>): SQL =>
  sql`(${review.approvedAt} is null and ${review.rejectedAt} is null)`

/** Reviews by buyers; `products.reviewCount` and `ratingSum` are the totals of the approved ones. */
export const reviews = pgTable(
  'reviews',
  {
    id: primaryId(),
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    rating: integer().notNull(),
    text: text(),
    approvedAt: timestamptz(),
    /** Not moderated yet while neither is set. */
    rejectedAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    unique('reviews_one_per_buyer').on(table.productId, table.userId),
    index('reviews_shown')
      .on(table.productId, table.createdAt)
      .where(sql`${table.approvedAt} is not null`),
    // Read backwards: unmoderated reviews first, then the newest.
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
