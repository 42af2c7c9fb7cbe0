import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { recordConsent } from './consent.contract.ts'
import { addConsent } from './consent.service.ts'
import { readLegalText } from './contract.ts'
import { getLegalText } from './service.ts'

export function legalRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, recordConsent, consent => addConsent(platform, consent))
  serve(app, readLegalText, input => getLegalText(platform, input))
}
