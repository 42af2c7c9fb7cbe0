import type { FastifyInstance } from 'fastify'
import type { LoginLimiter } from '../accounts/login/loginLimiter.service.ts'
import type { LoginFlow } from '../accounts/login/loginFlow.service.ts'
import { assertPassword } from '../accounts/passwords/passwordChange.service.ts'
import { Problem } from '../../wire/problem.ts'
import { getUserRow, logRefusedLogin } from '../accounts/service.ts'
import type { OnLoginEnded } from '../accounts/login/session.service.ts'
import { countAttempt, createSharedRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { serve, serveWithContext } from '../../platform/http/serve.ts'
import {
  beginTotpSetup,
  confirmTotp,
  disableTotp,
  loginWithTwoFactorCode,
  readTwoFactor,
  renewRecoveryCodes,
  addPasskey,
  beginPasskeyRegistration,
  beginPasskeyLogin,
  listPasskeys,
  beginPasskeyConfirmation,
  confirmWithCode,
  confirmWithPasskey,
  confirmWithPassword,
  loginWithPasskey,
  removePasskey,
  renamePasskey,
} from './contract.ts'
import {
  completeTwoFactorLogin,
  consumeTwoFactorCode,
  createTotpEnrollment,
  enableTotp,
  deleteTotp,
  replaceRecoveryCodes,
  getTwoFactorStatus,
} from './totp.service.ts'
import { createSecretCipher } from './secretCipher.service.ts'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import {
  createPasskeyOptions,
  verifyPasskeyConfirmation,
  verifyPasskeyLogin,
  createPasskeyRegistrationOptions,
  registerPasskey,
  deletePasskey,
  findPasskeys,
  setPasskeyName,
} from './passkey.service.ts'
import { countPendingLoginAttempt, findPendingLoginUser } from '../accounts/login/pendingLogin.service.ts'

const QUARTER = 15 * 60_000

export function totpRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginLimiter: LoginLimiter,
  loginFlow: LoginFlow,
  onLoginEnded: OnLoginEnded,
): void {
  const { config, db, now } = platform
  const cipher = createSecretCipher(platform)
  const maxAttempts = Math.ceil(10 * config.rateLimitFactor)
  const attempts = createSharedRateLimit(platform, 'security', maxAttempts, QUARTER)
  const attempt = <T>(userId: string, check: () => Promise<T>) => countAttempt(attempts, userId, check)

  serve(app, readTwoFactor, (_, { userId }) => getTwoFactorStatus(db, userId))
  serve(app, beginTotpSetup, ({ password }, { userId }) =>
    attempt(userId, () => createTotpEnrollment(platform, cipher, userId, password)),
  )
  serveWithContext(app, confirmTotp, async ({ code }, user, context) => {
    const { userId } = user
    const enabled = await attempt(userId, () => enableTotp(platform, cipher, user, code))
    await loginFlow.confirmSession(user, 'CODE', context)
    if (enabled.endedLogins > 0) await onLoginEnded(userId)
    return { recoveryCodes: enabled.recoveryCodes }
  })
  serve(app, renewRecoveryCodes, async ({ password }, user) => {
    const { userId } = user
    const renewed = await attempt(userId, () => replaceRecoveryCodes(platform, cipher, user, password))
    if (renewed.endedLogins > 0) await onLoginEnded(userId)
    return renewed
  })
  serve(app, disableTotp, async ({ password }, user) => {
    const endedLogins = await attempt(user.userId, () => deleteTotp(platform, user, password))
    if (endedLogins > 0) await onLoginEnded(user.userId)
  })
  serveWithContext(app, loginWithTwoFactorCode, async ({ code }, _, context) => {
    const pending = loginFlow.readPendingLoginToken(context) ?? ''
    const userId = await countPendingLoginAttempt(db, pending, now())
    const user = await getUserRow(db, userId)
    const restoreAttempt = await loginLimiter.countCodeAttempt(context.request, user.email)
    const entered = { userId, pending, code, context }
    const token = await completeTwoFactorLogin(platform, cipher, loginFlow, entered).catch(error => {
      if (error instanceof Problem && error.code === 'INVALID_CODE')
        logRefusedLogin(platform.log, userId, 'CODE')
      throw error
    })
    await restoreAttempt()
    await loginFlow.completeLogin(user, token, context)
    return user
  })
}

export function passkeyRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginFlow: LoginFlow,
  onLoginEnded: OnLoginEnded,
): void {
  const { config, db, now } = platform
  const limit = (name: string, max: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), QUARTER)
  const challenges = limit('passkey-challenge', 120)
  const logins = limit('passkey-login', 60)

  serve(app, listPasskeys, (_, { userId }) => findPasskeys(db, userId))
  serve(app, beginPasskeyRegistration, async (_, { userId }) => ({
    ...(await createPasskeyRegistrationOptions(platform, userId)),
  }))
  serve(app, addPasskey, ({ name, credential }, user) => registerPasskey(platform, user, name, credential))
  serve(app, renamePasskey, ({ passkeyId, name }, { userId }) => setPasskeyName(db, userId, passkeyId, name))
  serve(app, removePasskey, async ({ passkeyId }, user) => {
    const endedLogins = await deletePasskey(platform, user, passkeyId)
    if (endedLogins > 0) await onLoginEnded(user.userId)
  })
  serveWithContext(app, beginPasskeyLogin, async (_, __, context) => {
    await challenges.consume(ipRateLimitKey(context.request.ip))
    const pendingUserId = await findPendingLoginUser(db, loginFlow.readPendingLoginToken(context), now())
    return { ...(await createPasskeyOptions(platform, 'LOGIN', pendingUserId)) }
  })
  serveWithContext(app, loginWithPasskey, async ({ credential }, _, context) => {
    await logins.consume(ipRateLimitKey(context.request.ip))
    const { user, token } = await verifyPasskeyLogin(platform, loginFlow, credential, context)
    await loginFlow.completeLogin(user, token, context)
    return user
  })
}

export function confirmationRoutes(app: FastifyInstance, platform: Platform, loginFlow: LoginFlow): void {
  const { config, db } = platform
  const cipher = createSecretCipher(platform)
  const attempts = createSharedRateLimit(
    platform,
    'confirmation',
    Math.ceil(10 * config.rateLimitFactor),
    QUARTER,
  )

  serveWithContext(app, confirmWithPassword, async ({ password }, user, context) => {
    await countAttempt(attempts, user.userId, () => assertPassword(db, user.userId, password))
    await loginFlow.confirmSession(user, 'PASSWORD', context)
  })
  serveWithContext(app, confirmWithCode, async ({ code }, user, context) => {
    await countAttempt(attempts, user.userId, () =>
      db.transaction(tx => consumeTwoFactorCode(tx, platform, cipher, user.userId, code)),
    )
    await loginFlow.confirmSession(user, 'CODE', context)
  })
  serve(app, beginPasskeyConfirmation, async (_, { userId }) => {
    await attempts.consume(userId)
    return { ...(await createPasskeyOptions(platform, 'CONFIRM', userId)) }
  })
  serveWithContext(app, confirmWithPasskey, async ({ credential }, user, context) => {
    await verifyPasskeyConfirmation(platform, user.userId, credential)
    await attempts.restore(user.userId)
    await loginFlow.confirmSession(user, 'PASSKEY', context)
  })
}
