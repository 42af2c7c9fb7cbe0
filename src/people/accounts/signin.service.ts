import { networkOf } from '../../platform/address.ts'
import type { Db } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Visit } from '../../platform/serve.ts'
import {
  clearOwnCookie,
  readOwnCookie,
  readToken,
  setOwnCookie,
  setSessionCookie,
} from '../../platform/session.ts'
import { deviceOf } from './device.rules.ts'
import type { Guard } from './guard.service.ts'
import { openLogin, PENDING_SECONDS } from './pending.service.ts'
import type { UserRow } from './service.ts'
import { closeSession, openSession } from './session.service.ts'

const PENDING_COOKIE = 'gloed_login'

/** How a browser gets to be signed in, whatever it proved itself by. */
export interface SignIn {
  /** Opens a session in `db`, which may be the transaction of what proved it; `finish` hands it to the browser. */
  open(db: Db, userId: string, visit: Visit, checked?: string): Promise<string>
  /**
   * Gives the browser its session. A session's id changes at every sign-in, and one that was there before ends, so that a
   * planted one is worth nothing.
   */
  finish(user: Pick<UserRow, 'email'>, token: string, visit: Visit): Promise<void>
  /** Has the browser take the second step. */
  askSecondStep(user: UserRow, visit: Visit): Promise<void>
  /** What the browser has to show for a login that waits for its second step. */
  pendingToken(visit: Visit): string | undefined
}

export function createSignIn({ db, now, origin }: Platform, guard: Guard): SignIn {
  const isSecure = () => origin().startsWith('https:')
  return {
    open: (on, userId, { request }, checked) =>
      openSession(on, userId, now(), {
        ...(checked !== undefined && { checked }),
        device: { ...deviceOf(request.headers['user-agent']), place: networkOf(request.ip) },
      }),
    async finish({ email }, token, { request, reply }) {
      const planted = readToken(request, isSecure())
      if (planted) await closeSession(db, planted)
      setSessionCookie(reply, token, isSecure())
      if (readOwnCookie(request, PENDING_COOKIE, isSecure()))
        clearOwnCookie(reply, PENDING_COOKIE, isSecure())
      guard.trust(request, reply, email)
    },
    async askSecondStep(user, { reply }) {
      const token = await openLogin(db, user.id, user.password, now())
      setOwnCookie(reply, PENDING_COOKIE, token, { secure: isSecure(), seconds: PENDING_SECONDS })
    },
    pendingToken: ({ request }) => readOwnCookie(request, PENDING_COOKIE, isSecure()),
  }
}
