import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/platform.ts'
import { serve } from '../platform/serve.ts'
import { readAudit } from './contract.ts'
import { lastAudit } from './service.ts'

export function bookRoutes(app: FastifyInstance, { db }: Platform): void {
  serve(app, readAudit, () => lastAudit(db))
}
