import { anonymizeIp } from '../../platform/ipAddress.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CallContext } from '../../platform/serve.ts'
import {
  clearServerCookie,
  readServerCookie,
  readSessionToken,
  setServerCookie,
  setSessionCookie,
  type AuthenticatedUser,
  hashToken,
  newToken,
} from '../../platform/session.ts'
import { describeUserAgent } from './userAgent.rules.ts'
import type { LoginLimiter } from './loginLimiter.service.ts'
import type { UserRow } from './service.ts'
import {
  confirmLoginSession,
  createLoginSession,
  deleteLoginSessionByToken,
  type OnLoginEnded,
} from './session.service.ts'
import type { ConfirmationMethod } from './contract.ts'
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import { queryRows, sqlTimestamp } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { pendingLogins, users } from './table.ts'

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

/** How long a pending login is valid, in seconds. */
const PENDING_LOGIN_SECONDS = 5 * 60
/** How many codes may be tried for one pending login. */
const MAX_CODE_ATTEMPTS = 5

/**
 * Stores that the password was right and that the second factor is still required.
 * @param checkedPassword the stored password hash that was verified, as for `createLoginSession`
 * @returns the token for the cookie
 * @throws Problem INVALID_CREDENTIALS when the password was changed, or the account closed or suspended, in the meantime
 */
export async function createPendingLogin(db: Db, userId: string, checkedPassword: string, now: Date) {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + PENDING_LOGIN_SECONDS * 1000)
  const rows = await queryRows(
    db,
    sql`
    insert into ${pendingLogins} (token_hash, user_id, created_at, expires_at)
    select ${hashToken(token)}, ${users.id}, ${sqlTimestamp(now)}, ${sqlTimestamp(expiresAt)}
    from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${users.suspendedAt} is null
      and ${users.password} = ${checkedPassword}
    for share
    returning user_id`,
  )
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

const isOpen = (token: string, now: Date) =>
  and(eq(pendingLogins.tokenHash, hashToken(token)), gt(pendingLogins.expiresAt, now))

/** @returns the user of a pending login that is still valid, or null */
export async function findPendingLoginUser(db: Db, token: string | undefined, now: Date) {
  if (!token) return null
  const [login] = await db
    .select({ userId: pendingLogins.userId })
    .from(pendingLogins)
    .where(isOpen(token, now))
  return login?.userId ?? null
}

/**
 * Counts one code attempt. Call it before the check.
 * @returns the user of the pending login
 * @throws Problem LOGIN_EXPIRED when there is none, or it has no attempts left
 */
export async function countPendingLoginAttempt(db: Db, token: string | undefined, now: Date) {
  const [login] = await db
    .update(pendingLogins)
    .set({ tries: sql`${pendingLogins.tries} + 1` })
    .where(and(isOpen(token ?? '', now), lt(pendingLogins.tries, MAX_CODE_ATTEMPTS)))
    .returning({ userId: pendingLogins.userId })
  if (!login) throw new Problem('LOGIN_EXPIRED')
  return login.userId
}

/** Deletes the pending login, before its session is created. @throws Problem LOGIN_EXPIRED when another request did so first */
export async function consumePendingLogin(tx: Tx, token: string): Promise<void> {
  const deleted = await tx
    .delete(pendingLogins)
    .where(eq(pendingLogins.tokenHash, hashToken(token)))
    .returning({ userId: pendingLogins.userId })
  if (deleted.length === 0) throw new Problem('LOGIN_EXPIRED')
}

/** Ends a user's pending logins, when the password changes or the account closes. */
export async function deletePendingLogins(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
}

export async function deleteExpiredPendingLogins(db: Db, now: Date): Promise<void> {
  await db.delete(pendingLogins).where(lte(pendingLogins.expiresAt, now))
}
