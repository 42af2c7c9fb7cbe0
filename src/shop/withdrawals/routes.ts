import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { answerWithdrawal, decideLines, listWithdrawals, requestWithdrawal } from './contract.ts'
import { createWithdrawal, findWithdrawals, saveLineDecisions, saveWithdrawalAnswer } from './service.ts'

/** Rate limit: each withdrawal mails an address that anyone can type. */
const DAY_MS = 24 * 3_600_000
const MAX_PER_IP = 20
const MAX_PER_EMAIL = 5

export function withdrawalRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, now } = platform
  const senders = createRateLimit(MAX_PER_IP * config.rateLimitFactor, DAY_MS, now)
  const mailboxes = createRateLimit(MAX_PER_EMAIL * config.rateLimitFactor, DAY_MS, now)
  serve(app, requestWithdrawal, async (said, _, { request }) => {
    senders.consume(ipRateLimitKey(request.ip))
    mailboxes.consume(said.email)
    return { receivedAt: await createWithdrawal(platform, said) }
  })
  serve(app, listWithdrawals, filters => findWithdrawals(platform, filters))
  serve(app, answerWithdrawal, (answer, { userId }) => saveWithdrawalAnswer(platform, userId, answer))
  serve(app, decideLines, ({ withdrawalId, lines }, { userId }) =>
    saveLineDecisions(platform, userId, withdrawalId, lines),
  )
}
