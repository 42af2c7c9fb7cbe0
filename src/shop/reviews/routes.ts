import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  listReviews,
  listReviewsToModerate,
  moderateReview,
  moderateReviews,
  readReviewEligibility,
  writeReview,
} from './contract.ts'
import {
  addReview,
  findReviewRefusal,
  findReviewsToModerate,
  listApprovedReviews,
  setReviewApproved,
  setReviewsApproved,
} from './service.ts'

export function reviewRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listReviews, ({ productId }) => listApprovedReviews(db, productId))
  serve(app, readReviewEligibility, async ({ productId }, { userId }) => {
    const refusal = await findReviewRefusal(db, userId, productId)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, writeReview, (review, { userId }) => addReview(db, userId, review))
  serve(app, listReviewsToModerate, looked => findReviewsToModerate(db, looked))
  serve(app, moderateReviews, async (verdict, { userId }) => ({
    changed: await setReviewsApproved(db, userId, verdict, now()),
  }))
  serve(app, moderateReview, (verdict, { userId }) => setReviewApproved(db, userId, verdict, now()))
}
