import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serveWithContext } from '../../platform/http/serve.ts'
import { requestWithdrawal } from './contract.ts'
import { createWithdrawal } from './service.ts'

/** Rate limit: each withdrawal mails an address that anyone can type. */
const DAY_MS = 24 * 3_600_000
const MAX_PER_IP = 20
const MAX_PER_EMAIL = 5

export function withdrawalRoutes(app: FastifyInstance, platform: Platform): void {
  const { config, now } = platform
  const senders = createRateLimit(MAX_PER_IP * config.rateLimitFactor, DAY_MS, now)
  const mailboxes = createRateLimit(MAX_PER_EMAIL * config.rateLimitFactor, DAY_MS, now)
  serveWithContext(app, requestWithdrawal, async (said, _, { request }) => {
    senders.consume(ipRateLimitKey(request.ip))
    mailboxes.consume(said.email)
    return { receivedAt: await createWithdrawal(platform, said) }
  })
}
