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

/** How a browser gets to be signed in, whatever it proved itself by. */
export interface LoginFlow {
  /** Opens a session in `db`, which may be the transaction of what proved it; `completeLogin` hands it to the browser. */
  createSession(db: Db, userId: string, visit: CallContext, checked?: string): Promise<string>
  /**
   * Gives the browser its session. A session's id changes at every sign-in, and one that was there before ends, so that a
   * planted one is worth nothing.
   */
  completeLogin(user: Pick<UserRow, 'email'>, token: string, visit: CallContext): Promise<void>
  /** Has the browser take the second step. */
  startTwoFactorLogin(user: UserRow, visit: CallContext): Promise<void>
  /** What the browser has to show for a login that waits for its second step. */
  readPendingLoginToken(visit: CallContext): string | undefined
}

export function createLoginFlow({ db, now, origin }: Platform, guard: LoginLimiter): LoginFlow {
  const isSecure = () => origin().startsWith('https:')
  return {
    createSession: (on, userId, { request }, checked) =>
      createLoginSession(on, userId, now(), {
        ...(checked !== undefined && { checked }),
        device: { ...describeUserAgent(request.headers['user-agent']), place: anonymizeIp(request.ip) },
      }),
    async completeLogin({ email }, token, { request, reply }) {
      const planted = readSessionToken(request, isSecure())
      if (planted) await deleteLoginSessionByToken(db, planted)
      setSessionCookie(reply, token, isSecure())
      if (readServerCookie(request, PENDING_COOKIE, isSecure()))
        clearServerCookie(reply, PENDING_COOKIE, isSecure())
      guard.rememberDevice(request, reply, email)
    },
    async startTwoFactorLogin(user, { reply }) {
      const token = await createPendingLogin(db, user.id, user.password, now())
      setServerCookie(reply, PENDING_COOKIE, token, { secure: isSecure(), seconds: PENDING_LOGIN_SECONDS })
    },
    readPendingLoginToken: ({ request }) => readServerCookie(request, PENDING_COOKIE, isSecure()),
  }
}
