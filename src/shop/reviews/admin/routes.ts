import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import * as contract from './contract.ts'
import { setReviewsApproved } from '../service.ts'
import * as service from './service.ts'

export function reviewAdminRoutes(app: FastifyInstance, { db, now }: Platform): void {
  serve(app, contract.listReviewsToModerate, looked => service.findReviewsToModerate(db, looked))
  serve(app, contract.moderateReviews, async (verdict, { userId }) => ({
    changed: await db.transaction(tx => setReviewsApproved(tx, userId, verdict, now())),
  }))
  serve(app, contract.moderateReview, (verdict, { userId }) =>
    service.setReviewApproved(db, userId, verdict, now()),
  )
}
