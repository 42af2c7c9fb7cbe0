import { and, desc, eq, isNotNull, sql, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { getUserRow } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import { products } from '../products/catalog/table.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import { purchasesOf } from '../orders/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type * as contract from './contract.ts'
import { reviews } from './table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'

/** The public columns of a review. */
export const reviewColumns = {
  ...columnsOf(reviews, 'id', 'rating', 'text'),
  displayName: users.displayName,
  createdAt: reviews.createdAt,
}

/** The maximum number of reviews listed for a product. */
const MOST_SHOWN = 200

const productNotFound = () => new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })

/**
 * The approved reviews of a product, the newest first, in one statement: a product without reviews is one row without a review.
 * @throws Problem NOT_FOUND when there is no such product
 */
export async function listApprovedReviews(
  db: Db,
  productId: string,
): Promise<z.input<typeof contract.Review>[]> {
  const rows = await db
    .select(reviewColumns)
    .from(products)
    .leftJoin(reviews, and(eq(reviews.productId, products.id), isNotNull(reviews.approvedAt)))
    .leftJoin(users, eq(users.id, reviews.userId))
    .where(eq(products.id, productId))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(MOST_SHOWN)
  if (rows.length === 0) throw productNotFound()
  return rows.flatMap(({ id, rating, text, displayName, createdAt }) =>
    id !== null && rating !== null && displayName !== null && createdAt !== null
      ? [{ id, rating, text, displayName, createdAt }]
      : [],
  )
}

/**
 * Why a customer may not review a product: NOT_BOUGHT, ALREADY_REVIEWED, or null when they may; in one statement.
 * @throws Problem NOT_FOUND when there is no such product
 */
export async function findReviewRefusal(db: Db, userId: string, productId: string): Promise<Problem | null> {
  const own = and(eq(reviews.productId, products.id), eq(reviews.userId, userId))
  const [product] = await db
    .select({
      isBought: sql<boolean>`exists ${purchasesOf(db, userId, products.id)}`,
      isReviewed: sql<boolean>`exists ${db.select({ id: reviews.id }).from(reviews).where(own)}`,
    })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw productNotFound()
  if (!product.isBought) return new Problem('NOT_BOUGHT')
  return product.isReviewed ? new Problem('ALREADY_REVIEWED') : null
}

/** @throws Problem NOT_FOUND when there is no such product; NOT_BOUGHT; ALREADY_REVIEWED. */
export async function addReview(
  db: Db,
  userId: string,
  { productId, rating, text }: z.output<typeof contract.writeReview.input>,
): Promise<z.input<typeof contract.Review>> {
  const refusal = await findReviewRefusal(db, userId, productId)
  if (refusal) throw refusal
  const { displayName } = await getUserRow(db, userId)
  const { id, createdAt } = await db.transaction(async tx => {
    const [review] = await tx
      .insert(reviews)
      .values({ productId, userId, rating, text })
      .onConflictDoNothing()
      .returning({ id: reviews.id, createdAt: reviews.createdAt })
    // A simultaneous request was first, such as one from another tab.
    if (!review) throw new Problem('ALREADY_REVIEWED')
    await notifyAdmins(tx, {
      kind: 'REVIEW_WAITING',
      params: undefined,
      about: review.id,
      path: '/admin/reviews',
    })
    return review
  })
  return { id, displayName, createdAt, rating, text }
}

/**
 * Approves or rejects reviews and updates the ratings of their products; reviews that already have that state do not change.
 * @returns how many changed
 */
export async function setReviewsApproved(
  tx: Tx,
  by: string | null,
  { reviewIds, approved }: { reviewIds: readonly string[]; approved: boolean },
  now: Date,
): Promise<number> {
  const locked = await tx
    .select()
    .from(reviews)
    .where(inArray(reviews.id, reviewIds))
    .orderBy(reviews.id)
    .for('update')
  const changed = locked.filter(review => (approved ? !review.approvedAt : !review.rejectedAt))
  const verdict = approved ? { approvedAt: now, rejectedAt: null } : { approvedAt: null, rejectedAt: now }
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) await tx.update(reviews).set(verdict).where(inArray(reviews.id, ids))
  await updateProductRatings(
    tx,
    changed.filter(review => approved || review.approvedAt),
    approved ? 1 : -1,
  )
  for (const subjectId of ids)
    await recordAuditEntry(tx, { by, action: 'REVIEW_MODERATED', subjectId, details: { approved } })
  return changed.length
}

/** Locks products in the order of their ids, to avoid deadlocks between admins. */
async function updateProductRatings(
  tx: Tx,
  counted: Pick<typeof reviews.$inferSelect, 'productId' | 'rating'>[],
  sign: 1 | -1,
): Promise<void> {
  const byProduct = Map.groupBy(counted, ({ productId }) => productId)
  for (const [productId, its] of [...byProduct].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const stars = its.reduce((sum, { rating }) => sum + rating, 0)
    await tx
      .update(products)
      .set({
        reviewCount: sql`${products.reviewCount} + ${sign * its.length}`,
        ratingSum: sql`${products.ratingSum} + ${sign * stars}`,
      })
      .where(eq(products.id, productId))
  }
}
