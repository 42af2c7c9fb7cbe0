import { anonymizeIp } from '../../../platform/http/ipAddress.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CallContext } from '../../../platform/http/serve.ts'
import {
  clearServerCookie,
  readServerCookie,
  readSessionToken,
  setServerCookie,
  setSessionCookie,
  type AuthenticatedUser,
} from '../../../platform/http/session.ts'
import { describeUserAgent } from './userAgent.rules.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import {
  confirmLoginSession,
  createLoginSession,
  deleteLoginSessionByToken,
  type OnLoginEnded,
} from './session.service.ts'
import type { ConfirmationMethod } from '../contract.ts'
import { createPendingLogin, PENDING_LOGIN_SECONDS } from './pendingLogin.service.ts'
import type { users } from '../table.ts'

type UserRow = typeof users.$inferSelect

const PENDING_COOKIE = 'gloed_login'

/** The steps that all ways of logging in share. */
export type LoginFlow = ReturnType<typeof createLoginFlow>

/**
 * Called with each login, once its session exists, before it is answered. Passed by `app/api.ts`, because `people` may not import `shop`.
 * Never throws.
 */
export type OnSignedIn = (userId: string, context: CallContext) => Promise<void>

interface LoginHooks {
  onLoginEnded: OnLoginEnded
  onSignedIn: OnSignedIn
}

export function createLoginFlow(
  platform: Platform,
  loginLimiter: LoginLimiter,
  { onLoginEnded, onSignedIn }: LoginHooks,
) {
  const { db, now, origin, log } = platform
  const isSecure = () => origin().startsWith('https:')
  return {
    /**
     * Creates a login session and returns its token, for `completeLogin`. `sessionDb` may be a transaction.
     * @param proof how the user proved to be the owner of the account, as for `createLoginSession`
     */
    createSession: (
      sessionDb: Db,
      userId: string,
      { request }: CallContext,
      proof: { confirmedBy: ConfirmationMethod; checkedPassword?: string },
    ) =>
      createLoginSession(sessionDb, userId, now(), {
        ...proof,
        device: { ...describeUserAgent(request.headers['user-agent']), place: anonymizeIp(request.ip) },
      }),
    /**
     * Sets the session cookie and ends the session that the browser had before, against session fixation. Also marks the
     * device as known.
     */
    async completeLogin({ id, email }: Pick<UserRow, 'id' | 'email'>, token: string, context: CallContext) {
      const { request, reply } = context
      const previousToken = readSessionToken(request, isSecure())
      const previousUserId = previousToken && (await deleteLoginSessionByToken(platform, previousToken))
      if (previousUserId && previousUserId !== id) await onLoginEnded(previousUserId)
      setSessionCookie(reply, token, isSecure())
      log.info({ userId: id }, 'signed in')
      if (readServerCookie(request, PENDING_COOKIE, isSecure()))
        clearServerCookie(reply, PENDING_COOKIE, isSecure())
      loginLimiter.rememberDevice(request, reply, email)
      await onSignedIn(id, context)
    },
    /** Stores that the session's owner is here, and gives the session and the browser another token. */
    async confirmSession(
      { sessionId }: AuthenticatedUser,
      method: ConfirmationMethod,
      { request, reply }: CallContext,
    ) {
      const token = readSessionToken(request, isSecure()) ?? ''
      const newer = await db.transaction(tx => confirmLoginSession(tx, { sessionId, token, method }, now()))
      if (newer !== null) setSessionCookie(reply, newer, isSecure())
    },
    /** Creates a pending login and sets its cookie. */
    async startTwoFactorLogin(user: UserRow, { reply }: CallContext) {
      const token = await createPendingLogin(db, user.id, user.password, now())
      setServerCookie(reply, PENDING_COOKIE, token, { secure: isSecure(), seconds: PENDING_LOGIN_SECONDS })
    },
    /** The token of the browser's pending login, if any. */
    readPendingLoginToken: ({ request }: CallContext) =>
      readServerCookie(request, PENDING_COOKIE, isSecure()),
  }
}
