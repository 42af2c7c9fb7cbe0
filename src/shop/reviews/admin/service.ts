import type { z } from 'zod'
import type * as contract from '../contract.ts'
import { type SQL, isNotNull, desc, sql, eq } from 'drizzle-orm'
import { isAwaitingModeration, reviews } from '../table.ts'
import type { Db } from '../../../platform/db/db.ts'
import type * as adminContract from './contract.ts'
import { countMatches, columnsOf } from '../../../platform/db/sql.ts'
import { products } from '../../products/catalog/table.ts'
import { users } from '../../../people/accounts/table.ts'
import { Problem } from '../../../wire/problem.ts'
import { reviewColumns, setReviewsApproved } from '../service.ts'

type ModeratedReviewRow = z.input<typeof contract.ModeratedReview>

/** How many reviews are returned without paging. */
const MAX_LISTED = 200

const stateConditions: Record<contract.ReviewState, SQL> = {
  WAITING: isAwaitingModeration(reviews),
  APPROVED: isNotNull(reviews.approvedAt),
  REJECTED: isNotNull(reviews.rejectedAt),
}

/** The reviews that match, unmoderated ones first; with `page`, that page, in two statements. */
export async function findReviewsToModerate(
  db: Db,
  { state, page, pageSize }: z.output<typeof adminContract.listReviewsToModerate.input>,
): Promise<z.input<typeof adminContract.listReviewsToModerate.output>> {
  const where = state && stateConditions[state]
  // Sorted as an index, so that only the rows of the page are read.
  const sorted = selectModeratedReviews(db)
    .where(where)
    .orderBy(
      ...(where ? [] : [desc(isAwaitingModeration(reviews))]),
      desc(reviews.createdAt),
      desc(reviews.id),
    )
  if (page === undefined) return sorted.limit(MAX_LISTED)
  const total = await countMatches(db, reviews, where)
  const items = await sorted.limit(pageSize).offset((page - 1) * pageSize)
  return { items, total, page, pageSize }
}

const selectModeratedReviews = (db: Db) =>
  db
    .select({
      ...reviewColumns,
      ...columnsOf(reviews, 'productId'),
      productName: products.name,
      productSlug: products.slug,
      approved: sql<boolean>`${reviews.approvedAt} is not null`,
      state: sql<contract.ReviewState>`case when ${reviews.approvedAt} is not null then 'APPROVED' when ${reviews.rejectedAt} is not null then 'REJECTED' else 'WAITING' end`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(products, eq(products.id, reviews.productId))

/** Approves or rejects one review. @throws Problem NOT_FOUND */
export async function setReviewApproved(
  db: Db,
  by: string | null,
  { reviewId, approved }: z.output<typeof adminContract.moderateReview.input>,
  now: Date,
): Promise<ModeratedReviewRow> {
  await db.transaction(tx => setReviewsApproved(tx, by, { reviewIds: [reviewId], approved }, now))
  const [review] = await selectModeratedReviews(db).where(eq(reviews.id, reviewId))
  if (!review) throw new Problem('NOT_FOUND', { message: 'Deze beoordeling bestaat niet meer.' })
  return review
}
