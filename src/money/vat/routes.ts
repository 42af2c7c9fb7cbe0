import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { serveWithContext } from '../../platform/http/serve.ts'
import { checkVatNumber } from './number.contract.ts'
import { checkNumber } from './number.service.ts'
import type { VatNumberLookup } from './vies.gateway.ts'

const HOUR_MS = 3_600_000
/** More than anyone mistypes. */
const MAX_CHECKS = 30

export function vatNumberRoutes(app: FastifyInstance, platform: Platform, lookUp: VatNumberLookup): void {
  const max = Math.ceil(MAX_CHECKS * platform.config.rateLimitFactor)
  const limit = createSharedRateLimit(platform, 'vat-number', max, HOUR_MS)
  serveWithContext(app, checkVatNumber, async ({ vatNumber }, _, { request }) => {
    await limit.consume(ipRateLimitKey(request.ip))
    return checkNumber(platform, lookUp, vatNumber)
  })
}
