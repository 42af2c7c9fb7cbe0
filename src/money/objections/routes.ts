import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { objectToEarnings } from './contract.ts'
import { type FindObjectable, objectTo } from './service.ts'

export function objectionRoutes(app: FastifyInstance, platform: Platform, find: FindObjectable): void {
  serve(app, objectToEarnings, (objection, { userId }) =>
    objectTo(platform, find, { ...objection, creatorId: userId }),
  )
}
