import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { followCreator, listFollows, unfollowCreator } from './contract.ts'
import { findFollows, removeFollow, setFollow } from './service.ts'

export function followRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listFollows, (_, { userId }) => findFollows(platform, userId))
  serve(app, followCreator, (wanted, { userId }) => setFollow(platform, userId, wanted))
  serve(app, unfollowCreator, ({ slug }, { userId }) => removeFollow(platform, userId, slug))
}
