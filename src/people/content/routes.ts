import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { readFaq, readHome } from './contract.ts'
import { readFaqContent, readHomeContent } from './service.ts'

export function contentRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, readHome, () => readHomeContent(platform))
  serve(app, readFaq, () => readFaqContent(platform))
}
