import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../accounts/table.ts'
import { record } from '../audit/service.ts'
import { products } from '../catalog/table.ts'
import { hasBought } from '../orders/service.ts'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { ModeratedReview, Review } from './contract.ts'
import { reviews } from './table.ts'

const shown = {
  rating: reviews.rating,
  text: reviews.text,
  displayName: users.displayName,
  createdAt: reviews.createdAt,
}

/** More are not shown on a product's page, nor at once to an admin. */
const MOST_SHOWN = 200

/** The approved reviews of a product, the newest first, in one statement. */
export const shownReviews = (db: Db, productId: string): Promise<z.input<typeof Review>[]> =>
  db
    .select(shown)
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .where(and(eq(reviews.productId, productId), isNotNull(reviews.approvedAt)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(MOST_SHOWN)

/** Why a customer may not review a product: NOT_BOUGHT, ALREADY_REVIEWED, or null when they may. */
export async function reviewRefusal(db: Db, userId: string, productId: string): Promise<Problem | null> {
  if (!(await hasBought(db, userId, productId))) return new Problem('NOT_BOUGHT')
  const own = and(eq(reviews.productId, productId), eq(reviews.userId, userId))
  const [written] = await db.select({ id: reviews.id }).from(reviews).where(own)
  return written ? new Problem('ALREADY_REVIEWED') : null
}

interface NewReview {
  productId: string
  rating: number
  text: string | null
}

/** @throws Problem NOT_FOUND for no such product; NOT_BOUGHT; ALREADY_REVIEWED. */
export async function addReview(
  db: Db,
  userId: string,
  { productId, rating, text }: NewReview,
): Promise<z.input<typeof Review>> {
  const [author] = await db
    .select({ displayName: users.displayName })
    .from(users)
    .innerJoin(products, eq(products.id, productId))
    .where(eq(users.id, userId))
  if (!author) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const refusal = await reviewRefusal(db, userId, productId)
  if (refusal) throw refusal
  const [review] = await db
    .insert(reviews)
    .values({ productId, userId, rating, text })
    .onConflictDoNothing()
    .returning({ createdAt: reviews.createdAt })
  // Another tab was first.
  if (!review) throw new Problem('ALREADY_REVIEWED')
  return { ...author, ...review, rating, text }
}

const moderated = (db: Db) =>
  db
    .select({
      ...shown,
      id: reviews.id,
      productId: reviews.productId,
      productName: products.name,
      approved: sql<boolean>`${reviews.approvedAt} is not null`,
    })
    .from(reviews)
    .innerJoin(users, eq(users.id, reviews.userId))
    .innerJoin(products, eq(products.id, reviews.productId))

/** All reviews, those that wait first, then the newest. */
export const reviewsToModerate = (db: Db): Promise<z.input<typeof ModeratedReview>[]> =>
  moderated(db)
    .orderBy(sql`${reviews.approvedAt} is not null`, desc(reviews.createdAt), desc(reviews.id))
    .limit(MOST_SHOWN)

/**
 * Shows a review or takes it down, and counts it in its product's rating: once, however often it is asked.
 * @throws Problem NOT_FOUND
 */
export const approveReview = (
  db: Db,
  by: string | null,
  { reviewId, approved }: { reviewId: string; approved: boolean },
  now: Date,
): Promise<z.input<typeof ModeratedReview>> =>
  db.transaction(async tx => {
    const [changed] = await tx
      .update(reviews)
      .set({ approvedAt: approved ? now : null })
      .where(
        and(eq(reviews.id, reviewId), approved ? isNull(reviews.approvedAt) : isNotNull(reviews.approvedAt)),
      )
      .returning({ productId: reviews.productId, rating: reviews.rating })
    if (changed) {
      await count(tx, changed.productId, approved ? 1 : -1, changed.rating)
      await record(tx, { by, action: 'REVIEW_MODERATED', subjectId: reviewId, details: { approved } })
    }
    const [review] = await moderated(tx).where(eq(reviews.id, reviewId))
    if (!review) throw new Problem('NOT_FOUND', { message: 'Deze beoordeling bestaat niet meer.' })
    return review
  })

const count = (tx: Db, productId: string, sign: 1 | -1, rating: number) =>
  tx
    .update(products)
    .set({
      reviewCount: sql`${products.reviewCount} + ${sign}`,
      ratingSum: sql`${products.ratingSum} + ${sign * rating}`,
    })
    .where(eq(products.id, productId))
