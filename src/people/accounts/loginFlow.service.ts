import { anonymizeIp } from '../../platform/ipAddress.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallContext } from '../../platform/serve.ts'
import {
  clearServerCookie,
  readServerCookie,
  readSessionToken,
  setServerCookie,
  setSessionCookie,
} from '../../platform/session.ts'
import { describeUserAgent } from './userAgent.rules.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import { createPendingLogin, PENDING_LOGIN_SECONDS } from './pendingLogin.service.ts'
import type { UserRow } from './service.ts'
import { deleteLoginSessionByToken, createLoginSession } from './session.service.ts'

const PENDING_COOKIE = 'gloed_login'

/** The steps that all ways of logging in share. */
export interface LoginFlow {
  /**
   * Creates a login session and returns its token, for `completeLogin`. `db` may be a transaction.
   * @param checkedPassword the stored password hash that was verified, as for `createLoginSession`
   */
  createSession(db: Db, userId: string, context: CallContext, checkedPassword?: string): Promise<string>
  /**
   * Sets the session cookie and ends the session that the browser had before, against session fixation. Also marks the
   * device as known.
   */
  completeLogin(user: Pick<UserRow, 'email'>, token: string, context: CallContext): Promise<void>
  /** Creates a pending login and sets its cookie. */
  startTwoFactorLogin(user: UserRow, context: CallContext): Promise<void>
  /** The token of the browser's pending login, if any. */
  readPendingLoginToken(context: CallContext): string | undefined
}

export function createLoginFlow({ db, now, origin }: Platform, loginLimiter: LoginLimiter): LoginFlow {
  const isSecure = () => origin().startsWith('https:')
  return {
    createSession: (sessionDb, userId, { request }, checkedPassword) =>
      createLoginSession(sessionDb, userId, now(), {
        ...(checkedPassword !== undefined && { checkedPassword }),
        device: { ...describeUserAgent(request.headers['user-agent']), place: anonymizeIp(request.ip) },
      }),
    async completeLogin({ email }, token, { request, reply }) {
      const previousToken = readSessionToken(request, isSecure())
      if (previousToken) await deleteLoginSessionByToken(db, previousToken)
      setSessionCookie(reply, token, isSecure())
      if (readServerCookie(request, PENDING_COOKIE, isSecure()))
        clearServerCookie(reply, PENDING_COOKIE, isSecure())
      loginLimiter.rememberDevice(request, reply, email)
    },
    async startTwoFactorLogin(user, { reply }) {
      const token = await createPendingLogin(db, user.id, user.password, now())
      setServerCookie(reply, PENDING_COOKIE, token, { secure: isSecure(), seconds: PENDING_LOGIN_SECONDS })
    },
    readPendingLoginToken: ({ request }) => readServerCookie(request, PENDING_COOKIE, isSecure()),
  }
}
