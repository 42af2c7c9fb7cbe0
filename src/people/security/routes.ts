import type { FastifyInstance } from 'fastify'
import type { LoginLimiter } from '../accounts/loginLimiter.service.ts'
import { countPendingLoginAttempt } from '../accounts/pendingLogin.service.ts'
import { getUserRow } from '../accounts/service.ts'
import type { LoginFlow } from '../accounts/loginFlow.service.ts'
import { createSharedRateLimit } from '../../platform/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve } from '../../platform/serve.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
} from './contract.ts'
import { completeTwoFactorLogin } from './twoFactorLogin.service.ts'
import {
  createTotpEnrollment,
  enableTotp,
  deleteTotp,
  replaceRecoveryCodes,
  getTwoFactorStatus,
} from './totp.service.ts'
import { createSecretCipher } from './secretCipher.service.ts'

const QUARTER = 15 * 60_000

export function totpRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginLimiter: LoginLimiter,
  loginFlow: LoginFlow,
): void {
  const { config, db, now } = platform
  const cipher = createSecretCipher(platform)
  const maxAttempts = Math.ceil(10 * config.rateLimitFactor)
  const attempts = createSharedRateLimit(platform, 'security', maxAttempts, QUARTER)
  /** Counts an attempt before its password or code is checked, and takes it back when that was right. */
  const countAttempt = async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    await attempts.consume(userId)
    const result = await work()
    await attempts.restore(userId)
    return result
  }

  serve(app, readTwoFactor, (_, { userId }) => getTwoFactorStatus(db, userId))
  serve(app, beginTotpSetup, ({ password }, { userId }) =>
    countAttempt(userId, () => createTotpEnrollment(platform, cipher, userId, password)),
  )
  serve(app, confirmTotp, async ({ code }, user) => {
    const recoveryCodes = await countAttempt(user.userId, () => enableTotp(platform, cipher, user, code))
    return { recoveryCodes }
  })
  serve(app, renewRecoveryCodes, async ({ password }, { userId }) => {
    const recoveryCodes = await countAttempt(userId, () => replaceRecoveryCodes(db, cipher, userId, password))
    return { recoveryCodes }
  })
  serve(app, disableTotp, async ({ password }, { userId }) => {
    await countAttempt(userId, () => deleteTotp(platform, userId, password))
    return null
  })
  serve(app, loginWithTwoFactorCode, async ({ code }, _, context) => {
    const pending = loginFlow.readPendingLoginToken(context) ?? ''
    const userId = await countPendingLoginAttempt(db, pending, now())
    const user = await getUserRow(db, userId)
    const restoreAttempt = await loginLimiter.countCodeAttempt(context.request, user.email)
    const token = await completeTwoFactorLogin(platform, cipher, loginFlow, {
      userId,
      pending,
      code,
      context,
    })
    await restoreAttempt()
    await loginFlow.completeLogin(user, token, context)
    return user
  })
}
