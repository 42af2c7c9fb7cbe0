import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { runReconciliation, readReconciliation } from './contract.ts'
import { reconcileOnRequest, findLastReconciliation } from './service.ts'

export function reconciliationRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readReconciliation, () => findLastReconciliation(platform.db))
  serve(app, runReconciliation, (_, { userId }) => reconcileOnRequest(platform, userId))
}
