import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/http/serve.ts'
import { listRecalls, openRecall } from './contract.ts'
import { findRecalls, openRecallNotice } from './service.ts'

export function recallRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listRecalls, () => findRecalls(platform.db))
  serve(app, openRecall, ({ token }) => openRecallNotice(platform, token))
}
