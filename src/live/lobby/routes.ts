import type { FastifyInstance } from 'fastify'
import { serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import { checkSearchTerm } from './contract.ts'
import { isSearchAllowed } from './service.ts'

export function lobbyRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, checkSearchTerm, ({ q }) => ({ isAllowed: isSearchAllowed(platform, q) }))
}
