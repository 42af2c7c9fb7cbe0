import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export function reviewRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, contract.listReviews, ({ productId }) => service.listApprovedReviews(db, productId))
  serve(app, contract.readReviewEligibility, async ({ productId }, { userId }) => {
    const refusal = await service.findReviewRefusal(db, userId, productId)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, contract.writeReview, (review, { userId }) => service.addReview(db, userId, review))
}
