import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { correctVat, correctVatOfMinutes, listMinutesVatCorrections } from './contract.ts'
import { correctMinutesVat, correctOrderVat, getMinutesCorrections } from './service.ts'

export function vatCorrectionRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, correctVat, (request, { userId }) => correctOrderVat(platform, userId, request))
  serve(app, listMinutesVatCorrections, ({ userId }) => getMinutesCorrections(platform.db, userId))
  serve(app, correctVatOfMinutes, (request, { userId }) => correctMinutesVat(platform, userId, request))
}
