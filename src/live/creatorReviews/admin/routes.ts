import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { listCreatorReviewsToModerate, moderateCreatorReview } from './contract.ts'
import { findReviewsToModerate, moderateReview } from './service.ts'

export function creatorReviewAdminRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, listCreatorReviewsToModerate, query => findReviewsToModerate(db, query))
  serve(app, moderateCreatorReview, (verdict, { userId }) => moderateReview(db, userId, verdict, now()))
}
