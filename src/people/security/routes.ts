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
  guard: LoginLimiter,
  signIn: LoginFlow,
): void {
  const { config, db, now } = platform
  const vault = createSecretCipher(platform)
  const most = Math.ceil(10 * config.rateLimitFactor)
  const wrong = createSharedRateLimit(platform, 'security', most, QUARTER)
  /** Counts a try before its password or code is looked at; a right one is taken back. */
  const counted = async <T>(userId: string, work: () => Promise<T>): Promise<T> => {
    await wrong.consume(userId)
    const done = await work()
    await wrong.restore(userId)
    return done
  }

  serve(app, readTwoFactor, (_, { userId }) => getTwoFactorStatus(db, userId))
  serve(app, beginTotpSetup, ({ password }, { userId }) =>
    counted(userId, () => createTotpEnrollment(platform, vault, userId, password)),
  )
  serve(app, confirmTotp, async ({ code }, who) => {
    const recoveryCodes = await counted(who.userId, () => enableTotp(platform, vault, who, code))
    return { recoveryCodes }
  })
  serve(app, renewRecoveryCodes, async ({ password }, { userId }) => {
    const recoveryCodes = await counted(userId, () => replaceRecoveryCodes(db, vault, userId, password))
    return { recoveryCodes }
  })
  serve(app, disableTotp, async ({ password }, { userId }) => {
    await counted(userId, () => deleteTotp(platform, userId, password))
    return null
  })
  serve(app, loginWithTwoFactorCode, async ({ code }, _, visit) => {
    const pending = signIn.readPendingLoginToken(visit) ?? ''
    const userId = await countPendingLoginAttempt(db, pending, now())
    const user = await getUserRow(db, userId)
    const giveBack = await guard.countCodeAttempt(visit.request, user.email)
    const token = await completeTwoFactorLogin(platform, vault, signIn, { userId, pending, code, visit })
    await giveBack()
    await signIn.completeLogin(user, token, visit)
    return user
  })
}
