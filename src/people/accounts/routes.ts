import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/ipAddress.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import { clearSessionCookie, readSessionToken } from '../../platform/session.ts'
import { login, logout, readUser, register } from './contract.ts'
import { registerCustomer } from './emailVerification.service.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import { checkCredentials, getUserRow } from './service.ts'
import { deleteLoginSessionByToken } from './session.service.ts'
import type { LoginFlow } from './loginFlow.service.ts'

const HOUR = 60 * 60_000

export function accountRoutes(
  app: FastifyInstance,
  platform: Platform,
  guard: LoginLimiter,
  signIn: LoginFlow,
): void {
  const { config, db, origin } = platform
  const isSecure = () => origin().startsWith('https:')
  const most = Math.ceil(20 * config.rateLimitFactor)
  const registrations = createSharedRateLimit(platform, 'register', most, HOUR)

  serve(app, readUser, (_, { userId }) => getUserRow(db, userId))
  serve(app, login, async ({ email, password }, _, visit) => {
    const giveBack = await guard.countPasswordAttempt(visit.request, email)
    const user = await checkCredentials(db, email, password)
    await giveBack()
    if (user.twoFactorAt) {
      await signIn.startTwoFactorLogin(user, visit)
      return { twoFactorRequired: true as const }
    }
    await signIn.completeLogin(user, await signIn.createSession(db, user.id, visit, user.password), visit)
    return user
  })
  serve(app, register, async (registration, _, visit) => {
    await registrations.consume(ipRateLimitKey(visit.request.ip))
    const user = await registerCustomer(platform, registration)
    await signIn.completeLogin(user, await signIn.createSession(db, user.id, visit, user.password), visit)
    return user
  })
  serve(app, logout, async (_, __, { request, reply }) => {
    const token = readSessionToken(request, isSecure())
    if (token) await deleteLoginSessionByToken(db, token)
    clearSessionCookie(reply, isSecure())
    return null
  })
}
