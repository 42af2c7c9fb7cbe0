import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { checkBooks, readAudit } from './contract.ts'
import { auditNow, lastAudit } from './service.ts'

export function bookRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readAudit, () => lastAudit(platform.db))
  serve(app, checkBooks, (_, { userId }) => auditNow(platform, userId))
}
