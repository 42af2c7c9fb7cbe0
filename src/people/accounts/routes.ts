import type { FastifyInstance } from 'fastify'
import { ipRateLimitKey } from '../../platform/http/ipAddress.ts'
import { countAttempt, createSharedRateLimit, createRateLimit } from '../../platform/http/rateLimit.ts'
import type { Platform } from '../../platform/platform.ts'
import { type CallContext, serve, serveWithContext } from '../../platform/http/serve.ts'
import { clearSessionCookie } from '../../platform/http/session.ts'
import {
  login,
  logout,
  readUser,
  register,
  endOtherLoginSessions,
  endLoginSession,
  listLoginSessions,
  changePassword,
  forgotPassword,
  resetPassword,
  sendVerificationMail,
  removeRegistration,
  verifyEmail,
} from './contract.ts'
import type { LoginLimiter } from './login/loginLimiter.service.ts'
import { checkCredentials, createUserReader, registerCustomer, type UserRow } from './service.ts'
import {
  deleteLoginSession,
  deleteLoginSessions,
  findLoginSessions,
  type OnLoginEnded,
} from './login/session.service.ts'
import type { LoginFlow } from './login/loginFlow.service.ts'
import { createSignOut, isSignedOutOffline } from './login/signOut.service.ts'
import {
  requestPasswordReset,
  resetPasswordWithToken,
  changeOwnPassword,
} from './passwords/passwordChange.service.ts'
import {
  type CloseUnproven,
  type OnFirstProof,
  queueVerificationMail,
  removeUnprovenAccount,
  verifyEmailWithToken,
} from './emailVerification.service.ts'

const QUARTER = 15 * 60_000
const HOUR = 3_600_000
/** Verification mails per user per hour. */
const MAILS_PER_HOUR = 5

/**
 * Called when the address of an account turns out to be its owner's. Passed by `app/api.ts`, because `people` may not import `shop`.
 * Never throws.
 */
type OnEmailVerified = (userId: string) => Promise<void>

interface ProofHooks {
  onLoginEnded: OnLoginEnded
  onEmailVerified: OnEmailVerified
  onFirstProof: OnFirstProof
}

export function accountRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginLimiter: LoginLimiter,
  loginFlow: LoginFlow,
  onLoginEnded: OnLoginEnded,
): void {
  const { config, db } = platform
  const maxRegistrations = Math.ceil(20 * config.rateLimitFactor)
  const registrationLimit = createSharedRateLimit(platform, 'register', maxRegistrations, HOUR)
  const findUser = createUserReader(platform.pipelinedReads)
  const startSession = async (user: UserRow, context: CallContext) => {
    const token = await loginFlow.createSession(db, user.id, context, {
      confirmedBy: 'PASSWORD',
      checkedPassword: user.password,
    })
    await loginFlow.completeLogin(user, token, context)
    return user
  }

  serve(app, readUser, (_, { userId }) => findUser(userId))
  serveWithContext(app, login, async ({ email, password }, _, context) => {
    const restoreAttempt = await loginLimiter.countPasswordAttempt(context.request, email)
    const user = await checkCredentials(platform, email, password)
    await restoreAttempt()
    if (user.twoFactorAt) {
      await loginFlow.startTwoFactorLogin(user, context)
      return { twoFactorRequired: true as const }
    }
    return startSession(user, context)
  })
  serveWithContext(app, register, async (registration, _, context) => {
    await registrationLimit.consume(ipRateLimitKey(context.request.ip))
    return startSession(await registerCustomer(platform, registration), context)
  })
  const signOut = createSignOut(platform, onLoginEnded)
  app.addHook('onRequest', (request, reply, done) => {
    // A promise would cost each request more than this question.
    if (!isSignedOutOffline(request)) return done()
    return signOut(request, reply)
  })
  serveWithContext(app, logout, (_, __, { request, reply }) => signOut(request, reply))
}

export function loginSessionRoutes(
  app: FastifyInstance,
  platform: Platform,
  onLoginEnded: OnLoginEnded,
): void {
  const { db, bus, now, origin } = platform
  serve(app, listLoginSessions, (_, user) => findLoginSessions(db, user, now()))
  serveWithContext(app, endLoginSession, async ({ sessionId }, user, { reply }) => {
    await deleteLoginSession(platform, user.userId, sessionId)
    await onLoginEnded(user.userId)
    if (sessionId === user.sessionId) clearSessionCookie(reply, origin().startsWith('https:'))
  })
  serve(app, endOtherLoginSessions, async (_, { userId, sessionId }) => {
    const ended = await db.transaction(tx => deleteLoginSessions(tx, bus, userId, sessionId))
    if (ended > 0) await onLoginEnded(userId)
  })
}

export function passwordRoutes(
  app: FastifyInstance,
  platform: Platform,
  loginLimiter: LoginLimiter,
  loginFlow: LoginFlow,
  { onLoginEnded, onEmailVerified, onFirstProof }: ProofHooks,
): void {
  const { config } = platform
  const limit = (name: string, max: number, windowMs: number) =>
    createSharedRateLimit(platform, name, Math.ceil(max * config.rateLimitFactor), windowMs)
  const requestLimit = limit('forgot', 50, QUARTER)
  const mailLimit = limit('forgot-mail', 5, HOUR)
  const wrongPasswordLimit = limit('password', 10, QUARTER)

  serveWithContext(app, forgotPassword, async ({ email }, _, { request }) => {
    await requestLimit.consume(ipRateLimitKey(request.ip))
    await requestPasswordReset(platform, email, await mailLimit.tryConsume(email))
  })
  serveWithContext(app, resetPassword, async ({ token, password }, _, { request, reply }) => {
    const { userId, email, endedLogins } = await resetPasswordWithToken(
      platform,
      token,
      password,
      onFirstProof,
    )
    if (endedLogins > 0) await onLoginEnded(userId)
    // Reading the account's mail proves ownership: marks the device as known, so that guesses by others do not lock
    // it out.
    loginLimiter.rememberDevice(request, reply, email)
    await onEmailVerified(userId)
  })
  serveWithContext(app, changePassword, async (passwords, user, context) => {
    const { userId, sessionId } = user
    const endedLogins = await countAttempt(wrongPasswordLimit, userId, () =>
      changeOwnPassword(platform, userId, sessionId, passwords),
    )
    await loginFlow.confirmSession(user, 'PASSWORD', context)
    if (endedLogins > 0) await onLoginEnded(userId)
  })
}

export function emailVerificationRoutes(
  app: FastifyInstance,
  platform: Platform,
  { onLoginEnded, onEmailVerified, onFirstProof }: ProofHooks,
  closeUnproven: CloseUnproven,
): void {
  const { config, now } = platform
  const passwordLimit = createSharedRateLimit(
    platform,
    'verify-password',
    Math.ceil(10 * config.rateLimitFactor),
    QUARTER,
  )
  const mailLimit = createRateLimit(Math.ceil(MAILS_PER_HOUR * config.rateLimitFactor), HOUR, now)
  serveWithContext(app, verifyEmail, async ({ token, password }, _, { request }) => {
    const session = await app.identify(request)
    const reader = { session, password, passwordLimit }
    const { userId, endedLogins } = await verifyEmailWithToken(platform, token, reader, onFirstProof)
    if (endedLogins > 0) await onLoginEnded(userId)
    await onEmailVerified(userId)
  })
  serve(app, removeRegistration, ({ token }) => removeUnprovenAccount(platform, token, closeUnproven))
  serve(app, sendVerificationMail, async (_, { userId }) => {
    mailLimit.consume(userId)
    await queueVerificationMail(platform, userId)
  })
}
