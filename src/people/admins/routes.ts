import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import { serveWithContext } from '../../platform/http/serve.ts'
import type { LoginFlow } from '../accounts/login/loginFlow.service.ts'
import { createFirstAdmin } from './contract.ts'
import { addFirstAdmin } from './service.ts'

const HOUR = 3_600_000

export function adminSetupRoutes(app: FastifyInstance, platform: Platform, loginFlow: LoginFlow): void {
  const maxAttempts = Math.ceil(20 * platform.config.rateLimitFactor)
  const attempts = createSharedRateLimit(platform, 'setup', maxAttempts, HOUR)
  serveWithContext(app, createFirstAdmin, async (input, _, context) => {
    await attempts.consume(ipRateLimitKey(context.request.ip))
    const admin = await addFirstAdmin(platform, input)
    const token = await loginFlow.createSession(platform.db, admin.id, context, {
      confirmedBy: 'PASSWORD',
      checkedPassword: admin.password,
    })
    await loginFlow.completeLogin(admin, token, context)
    return admin
  })
}
