import { and, desc, eq, getTableColumns, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { Bus } from '../../../platform/cluster/bus.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { hashToken, newToken, type AuthenticatedUser } from '../../../platform/http/session.ts'
import { queryRows, sqlTimestamp } from '../../../platform/db/sql.ts'
import { Problem } from '../../../wire/problem.ts'
import type { ConfirmationMethod } from '../contract.ts'
import { expiryFrom, isSessionOpen, lastUseOf, SESSION_LIMITS } from './sessionLifetime.rules.ts'
import { loginSessions, replacedTokens, users } from '../table.ts'
import { deletePendingLogins } from './pendingLogin.service.ts'

/** How long a replaced token is valid, in milliseconds: for the requests that were sent with it, and the checks of open sockets. */
const REPLACED_TOKEN_MS = 30_000

/** The stored data of the device that signed in. */
export interface LoginDevice {
  browser: string | null
  system: string | null
  place: string | null
}

interface NewLoginOptions {
  checkedPassword?: string
  device?: LoginDevice
  confirmedBy?: ConfirmationMethod | null
}

/**
 * Creates a login session; only a hash of its token is stored.
 * @param options.checkedPassword the stored password hash that was verified. When the password is changed at the same
 * time, no session is created: changing it locks the user's row
 * @param options.confirmedBy how its user proved to be its owner; without it the session is not confirmed
 * @returns the token
 * @throws Problem INVALID_CREDENTIALS when the password was changed, or the account closed or suspended, in the meantime
 */
export async function createLoginSession(
  db: Db,
  userId: string,
  now: Date,
  { checkedPassword, device, confirmedBy = null }: NewLoginOptions = {},
): Promise<string> {
  const token = newToken()
  const { browser = null, system = null, place = null } = device ?? {}
  const isPasswordUnchanged =
    checkedPassword === undefined ? sql`true` : sql`${users.password} = ${checkedPassword}`
  const rows = await queryRows(
    db,
    sql`
    insert into ${loginSessions} (token_hash, user_id, browser, system, place, confirmed_at, confirmed_by, created_at, expires_at)
    select ${hashToken(token)}, ${users.id}, ${browser}::text, ${system}::text, ${place}::text,
      case when ${confirmedBy}::text is not null then ${sqlTimestamp(now)} end, ${confirmedBy}::text, ${sqlTimestamp(now)}, ${sqlTimestamp(expiryFrom(now))}
    from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${users.suspendedAt} is null and ${isPasswordUnchanged}
    for share
    returning user_id`,
  )
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

/**
 * Called after a login of a user has ended, to stop the toys that the user controls at that time. Passed by `app/api.ts`, because
 * `people` may not import `live`. Never throws.
 */
export type OnLoginEnded = (userId: string) => Promise<void>

/** Also one that was replaced just now. */
const hasToken = (token: string) =>
  or(
    eq(loginSessions.tokenHash, hashToken(token)),
    sql`${loginSessions.id} = (select session_id from ${replacedTokens} where token_hash = ${hashToken(token)})`,
  )

/**
 * Call it after locking the user's row: ending the sessions locks it too, and nothing may be added to the account after that.
 * @throws Problem NO_SESSION when the session has ended
 */
export async function assertOpenLoginSession(tx: Tx, sessionId: string): Promise<void> {
  if ((await tx.$count(loginSessions, eq(loginSessions.id, sessionId))) === 0) throw new Problem('NO_SESSION')
}

/** @returns the user whose session it was; undefined when it had ended before */
export async function deleteLoginSessionByToken(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  token: string,
): Promise<string | undefined> {
  const own = hasToken(token)
  const [found] = await db.select({ userId: loginSessions.userId }).from(loginSessions).where(own)
  if (!found) return undefined
  bus.publish('login.ending', found)
  const [deleted] = await db.delete(loginSessions).where(own).returning({ userId: loginSessions.userId })
  return deleted?.userId
}

/**
 * Ends a user's sessions, with their sockets and pending logins: for a change of the rights of a session, such as another
 * password or role. Call it in the transaction of that change, after locking the user's row.
 * @param keptSessionId a session that is not ended
 * @returns how many ended
 */
export async function deleteLoginSessions(
  tx: Tx,
  bus: Bus,
  userId: string,
  keptSessionId?: string,
): Promise<number> {
  bus.publish('login.ending', { userId })
  const others = keptSessionId === undefined ? undefined : ne(loginSessions.id, keptSessionId)
  const ended = await tx
    .delete(loginSessions)
    .where(and(eq(loginSessions.userId, userId), others))
    .returning({ id: loginSessions.id })
  await deletePendingLogins(tx, userId)
  return ended.length
}

/** @throws Problem NOT_FOUND when the session is not the user's */
export async function deleteLoginSession(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  userId: string,
  sessionId: string,
): Promise<void> {
  bus.publish('login.ending', { userId })
  const deleted = await db
    .delete(loginSessions)
    .where(and(eq(loginSessions.userId, userId), eq(loginSessions.id, sessionId)))
    .returning({ id: loginSessions.id })
  if (deleted.length === 0) throw new Problem('NOT_FOUND')
}

/** A user's sessions: the one of this request first, then the last seen. */
export async function findLoginSessions(db: Db, { userId, sessionId }: AuthenticatedUser, now: Date) {
  const { tokenHash: _, confirmedAt: __, confirmedBy: ___, ...columns } = getTableColumns(loginSessions)
  const rows = await db
    .select({ ...columns, role: users.role })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(eq(loginSessions.userId, userId))
    .orderBy(desc(eq(loginSessions.id, sessionId)), desc(loginSessions.expiresAt), loginSessions.id)
  return rows
    .filter(session => isSessionOpen(session.role, session, now))
    .map(session => ({
      ...session,
      lastSeenAt: lastUseOf(session.expiresAt),
      isCurrent: session.id === sessionId,
    }))
}

/**
 * Stores that the user proved to be the session's owner, and gives the session another token: one that was stolen before does not
 * gain by it. The replaced one is valid for the requests that are under way, and is not confirmed.
 * @param token the present one
 * @returns the new token; null when another request replaced the present one just now
 * @throws Problem NO_SESSION when the session has ended
 */
export async function confirmLoginSession(
  tx: Tx,
  { sessionId, token, method }: { sessionId: string; token: string; method: ConfirmationMethod },
  now: Date,
): Promise<string | null> {
  const newer = newToken()
  const own = eq(loginSessions.id, sessionId)
  const confirmed = { confirmedAt: now, confirmedBy: method }
  const replaced = await tx
    .update(loginSessions)
    .set({ ...confirmed, tokenHash: hashToken(newer) })
    .where(and(own, eq(loginSessions.tokenHash, hashToken(token))))
    .returning({ id: loginSessions.id })
  if (replaced.length === 0) {
    const kept = await tx.update(loginSessions).set(confirmed).where(own).returning({ id: loginSessions.id })
    if (kept.length === 0) throw new Problem('NO_SESSION')
    return null
  }
  const expiresAt = new Date(now.getTime() + REPLACED_TOKEN_MS)
  await tx.insert(replacedTokens).values({ tokenHash: hashToken(token), sessionId, expiresAt })
  return newer
}

export async function deleteExpiredLoginSessions(db: Db, now: Date): Promise<void> {
  const { idleMs, totalMs } = SESSION_LIMITS.ADMIN
  const before = (ms: number) => new Date(now.getTime() - ms)
  const admins = db.select({ id: users.id }).from(users).where(eq(users.role, 'ADMIN'))
  const isOver = or(
    lte(loginSessions.expiresAt, now),
    lte(loginSessions.createdAt, before(SESSION_LIMITS.USER.totalMs)),
    and(
      inArray(loginSessions.userId, admins),
      or(
        lte(loginSessions.expiresAt, expiryFrom(before(idleMs))),
        lte(loginSessions.createdAt, before(totalMs)),
      ),
    ),
  )
  await db.delete(loginSessions).where(isOver)
  await db.delete(replacedTokens).where(lte(replacedTokens.expiresAt, now))
}
