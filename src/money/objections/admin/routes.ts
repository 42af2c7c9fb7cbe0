import type { FastifyInstance } from 'fastify'
import { serve } from '../../../platform/http/serve.ts'
import type { Platform } from '../../../platform/platform.ts'
import { answerObjection, listObjections } from './contract.ts'
import { findAllObjections, saveAnswer } from './service.ts'

export function objectionAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listObjections, () => findAllObjections(platform))
  serve(app, answerObjection, (answer, { userId }) => saveAnswer(platform, userId, answer))
}
