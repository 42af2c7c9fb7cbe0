import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  listReviews,
  listReviewsToModerate,
  moderateReview,
  moderateReviews,
  readReviewRight,
  writeReview,
} from './contract.ts'
import { approveReview, moderate, reviewsToModerate } from './moderation.service.ts'
import { addReview, reviewRefusal, shownReviews } from './service.ts'

export function reviewRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listReviews, ({ productId }) => shownReviews(db, productId))
  serve(app, readReviewRight, async ({ productId }, { userId }) => {
    const refusal = await reviewRefusal(db, userId, productId)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, writeReview, (review, { userId }) => addReview(db, userId, review))
  serve(app, listReviewsToModerate, looked => reviewsToModerate(db, looked))
  serve(app, moderateReviews, async (verdict, { userId }) => ({
    changed: await moderate(db, userId, verdict, now()),
  }))
  serve(app, moderateReview, ({ reviewId, approved }, { userId }) =>
    approveReview(db, userId, { reviewId, approved }, now()),
  )
}
