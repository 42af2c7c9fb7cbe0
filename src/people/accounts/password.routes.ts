import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { changePassword, forgotPassword, resetPassword } from './password.contract.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import { requestPasswordReset, resetPasswordWithToken, changeOwnPassword } from './passwordChange.service.ts'

const QUARTER = 15 * 60_000
const HOUR = 3_600_000

export function passwordRoutes(app: FastifyInstance, platform: Platform, loginLimiter: LoginLimiter): void {
  const { config } = platform
  const limit = (name: string, max: number, windowMs: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), windowMs)
  const requestLimit = limit('forgot', 50, QUARTER)
  const mailLimit = limit('forgot-mail', 5, HOUR)
  const wrongPasswordLimit = limit('password', 10, QUARTER)

  serve(app, forgotPassword, async ({ email }, _, { request }) => {
    await requestLimit.consume(ipRateLimitKey(request.ip))
    await requestPasswordReset(platform, email, await mailLimit.tryConsume(email))
    return null
  })
  serve(app, resetPassword, async ({ token, password }, _, { request, reply }) => {
    // Reading the account's mail proves ownership: marks the device as known, so that guesses by others do not lock
    // it out.
    loginLimiter.rememberDevice(request, reply, await resetPasswordWithToken(platform, token, password))
    return null
  })
  serve(app, changePassword, async (passwords, { userId, sessionId }) => {
    await wrongPasswordLimit.consume(userId)
    await changeOwnPassword(platform, userId, sessionId, passwords)
    await wrongPasswordLimit.restore(userId)
    return null
  })
}
