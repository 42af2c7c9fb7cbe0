import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { products } from '../catalog/table.ts'
import { hasPurchased } from '../orders/service.ts'
import type { Db } from '../../platform/db.ts'
import { columnsOf } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { Review, writeReview } from './contract.ts'
import { reviews } from './table.ts'

/** The public columns of a review. */
export const reviewColumns = {
  ...columnsOf(reviews, 'rating', 'text'),
  displayName: users.displayName,
  createdAt: reviews.createdAt,
}

/** The maximum number of reviews listed for a product. */
const MOST_SHOWN = 200

/** The approved reviews of a product, the newest first, in one statement. */
export const listApprovedReviews = (db: Db, productId: string): Promise<z.input<typeof Review>[]> =>
  db
    .select(reviewColumns)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.productId, productId), isNotNull(reviews.approvedAt)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(MOST_SHOWN)

/** Why a customer may not review a product: NOT_BOUGHT, ALREADY_REVIEWED, or null when they may. */
export async function findReviewRefusal(db: Db, userId: string, productId: string): Promise<Problem | null> {
  if (!(await hasPurchased(db, userId, productId))) return new Problem('NOT_BOUGHT')
  const own = and(eq(reviews.productId, productId), eq(reviews.userId, userId))
  const [written] = await db.select({ id: reviews.id }).from(reviews).where(own)
  return written ? new Problem('ALREADY_REVIEWED') : null
}

/** @throws Problem NOT_FOUND when there is no such product; NOT_BOUGHT; ALREADY_REVIEWED. */
export async function addReview(
  db: Db,
  userId: string,
  { productId, rating, text }: z.output<typeof writeReview.input>,
): Promise<z.input<typeof Review>> {
  const [author] = await db
    .select({ displayName: users.displayName })
    .from(users)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(users.id, userId))
  if (!author) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const refusal = await findReviewRefusal(db, userId, productId)
  if (refusal) throw refusal
  const [review] = await db
    .insert(reviews)
    .values({ productId, userId, rating, text })
    .onConflictDoNothing()
    .returning({ createdAt: reviews.createdAt })
  // A simultaneous request was first, such as one from another tab.
  if (!review) throw new Problem('ALREADY_REVIEWED')
  return { ...author, ...review, rating, text }
}
