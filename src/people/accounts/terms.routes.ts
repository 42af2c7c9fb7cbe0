import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { acceptTerms } from './contract.ts'
import { acceptTermsVersion } from './terms.service.ts'

export function termsRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, acceptTerms, ({ version }, { userId }) => acceptTermsVersion(platform, userId, version))
}
