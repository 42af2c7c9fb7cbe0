import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { readEarningTerms } from './contract.ts'
import { findTerms } from './shares.service.ts'

export function earningRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readEarningTerms, (_, { userId }) => findTerms(platform, userId))
}
