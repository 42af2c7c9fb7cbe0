import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { clearSessionCookie, readSessionToken } from '../../platform/session.ts'
import { login, logout, readUser, register } from './contract.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import { checkCredentials, getUserRow, registerCustomer } from './service.ts'
import { deleteLoginSessionByToken } from './session.service.ts'
import type { LoginFlow } from './loginFlow.service.ts'

const HOUR = 60 * 60_000

export function accountRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginLimiter: LoginLimiter,
  loginFlow: LoginFlow,
): void {
  const { config, db, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  const maxRegistrations = Math.ceil(20 * config.rateLimitFactor)
  const registrationLimit = createSharedRateLimit(platform, 'register', maxRegistrations, HOUR)

  serve(app, readUser, (_, { userId }) => getUserRow(db, userId))
  serve(app, login, async ({ email, password }, _, context) => {
    const restoreAttempt = await loginLimiter.countPasswordAttempt(context.request, email)
    const user = await checkCredentials(db, email, password)
    await restoreAttempt()
    if (user.twoFactorAt) {
      await loginFlow.startTwoFactorLogin(user, context)
      return { twoFactorRequired: true as const }
    }
    await loginFlow.completeLogin(
      user,
      await loginFlow.createSession(db, user.id, context, user.password),
      context,
    )
    return user
  })
  serve(app, register, async (registration, _, context) => {
    await registrationLimit.consume(ipRateLimitKey(context.request.ip))
    const user = await registerCustomer(platform, registration)
    await loginFlow.completeLogin(
      user,
      await loginFlow.createSession(db, user.id, context, user.password),
      context,
    )
    return user
  })
  serve(app, logout, async (_, __, { request, reply }) => {
    const token = readSessionToken(request, isSecure())
    if (token) await deleteLoginSessionByToken(db, token)
    clearSessionCookie(reply, isSecure())
    return null
  })
}
