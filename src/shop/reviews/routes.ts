import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export function reviewRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, contract.listReviews, ({ productId }) => service.listApprovedReviews(db, productId))
  serve(app, contract.readReviewEligibility, async ({ productId }, { userId }) => {
    const refusal = await service.findReviewRefusal(db, userId, productId)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, contract.writeReview, (review, { userId }) => service.addReview(db, userId, review))
  serve(app, contract.listReviewsToModerate, looked => service.findReviewsToModerate(db, looked))
  serve(app, contract.moderateReviews, async (verdict, { userId }) => ({
    changed: await db.transaction(tx => service.setReviewsApproved(tx, userId, verdict, now())),
  }))
  serve(app, contract.moderateReview, (verdict, { userId }) =>
    service.setReviewApproved(db, userId, verdict, now()),
  )
}
