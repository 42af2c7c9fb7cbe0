import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import {
  listReviews,
  listReviewsToModerate,
  moderateReview,
  readReviewRight,
  writeReview,
} from './contract.ts'
import { addReview, approveReview, reviewRefusal, reviewsToModerate, shownReviews } from './service.ts'

export function reviewRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listReviews, ({ productId }) => shownReviews(db, productId))
  serve(app, readReviewRight, async ({ productId }, { userId }) => {
    const refusal = await reviewRefusal(db, userId, productId)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, writeReview, (review, { userId }) => addReview(db, userId, review))
  serve(app, listReviewsToModerate, () => reviewsToModerate(db))
  serve(app, moderateReview, ({ reviewId, approved }, { userId }) =>
    approveReview(db, userId, { reviewId, approved }, now()),
  )
}
