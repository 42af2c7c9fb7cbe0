import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { appealSuspension, leaveProgramme, readCreatorAccount } from './contract.ts'
import { appealAgainst, type CreatorHooks, getCreatorAccount, leave } from './service.ts'

export function creatorRoutes(app: FastifyInstance, platform: Platform, hooks: CreatorHooks): void {
  serve(app, readCreatorAccount, (_, { userId }) => getCreatorAccount(platform, userId))
  serve(app, appealSuspension, (appeal, { userId }) => appealAgainst(platform, userId, appeal))
  serve(app, leaveProgramme, (_, { userId }) => leave(platform, hooks, userId))
}
