import { and, eq, isNotNull } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { ReportableKind } from '../../people/contentReports/kinds.service.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { products } from '../products/catalog/table.ts'
import { reviews } from './table.ts'
import { setReviewsApproved } from './service.ts'

/** Reviews that are shown; one is taken away as an admin rejects it. */
export const reportableReviews: ReportableKind = {
  async find({ db }, reviewId) {
    const [review] = await db
      .select({
        ...columnsOf(reviews, 'userId', 'rating', 'text', 'createdAt'),
        displayName: users.displayName,
        product: columnsOf(products, 'name', 'slug'),
      })
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .innerJoin(products, eq(products.id, reviews.productId))
      .where(and(eq(reviews.id, reviewId), isNotNull(reviews.approvedAt)))
    if (!review) return null
    return {
      ownerId: review.userId,
      path: `/shop/${review.product.slug}`,
      evidence: [
        { label: 'Beoordeling', text: review.text ?? 'Zonder woorden' },
        { label: 'Sterren', text: String(review.rating) },
        { label: 'Product', text: review.product.name },
        { label: 'Van', text: review.displayName },
        { label: 'Geschreven', text: review.createdAt.toISOString() },
      ],
    }
  },
  remove: async (tx, reviewId, { by, now }) =>
    (await setReviewsApproved(tx, by, { reviewIds: [reviewId], approved: false }, now)) > 0,
  restore: async (tx, reviewId, { by, now }) =>
    void (await setReviewsApproved(tx, by, { reviewIds: [reviewId], approved: true }, now)),
}
