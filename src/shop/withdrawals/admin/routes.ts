import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { serve } from '../../../platform/http/serve.ts'
import { answerWithdrawal, decideLines, listWithdrawals } from './contract.ts'
import { findWithdrawals, saveLineDecisions, saveWithdrawalAnswer } from './service.ts'

export function withdrawalAdminRoutes(app: FastifyInstance, platform: Platform): void {
  serve(app, listWithdrawals, filters => findWithdrawals(platform, filters))
  serve(app, answerWithdrawal, (answer, { userId }) => saveWithdrawalAnswer(platform, userId, answer))
  serve(app, decideLines, ({ withdrawalId, lines }, { userId }) =>
    saveLineDecisions(platform, userId, withdrawalId, lines),
  )
}
