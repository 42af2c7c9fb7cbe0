import type { FastifyInstance } from 'fastify'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import * as contract from './contract.ts'
import * as service from './service.ts'

export function creatorReviewRoutes(app: FastifyInstance, platform: Platform): void {
  serveWithContext(app, contract.listCreatorReviews, async ({ slug }, _, { request, reply }) => {
    // The answer is another one for each viewer, and a block counts from the next request on.
    reply.header('cache-control', 'private, no-store').header('vary', 'cookie')
    return service.findCreatorReviews(platform, slug, await app.identify(request))
  })
  serve(app, contract.readCreatorReviewRight, async ({ slug }, { userId }) => {
    const refusal = await service.findReviewRefusal(platform, userId, slug)
    return { mayReview: !refusal, reason: refusal?.message ?? null }
  })
  serve(app, contract.writeCreatorReview, (review, { userId }) => service.addReview(platform, userId, review))
  serve(app, contract.readSessionFarewell, ({ sessionId }, { userId }) =>
    service.findFarewell(platform, userId, sessionId),
  )
  serve(app, contract.listOwnReviews, (_, { userId }) => service.findOwnReviews(platform.db, userId))
  serve(app, contract.answerReview, (answer, { userId }) => service.setAnswer(platform, userId, answer))
}
