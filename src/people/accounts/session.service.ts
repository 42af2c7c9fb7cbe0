import { and, desc, eq, getTableColumns, lt, lte, ne, sql } from 'drizzle-orm'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/batchLoader.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { hashToken, newToken, SESSION_DAYS, type AuthenticatedUser } from '../../platform/session.ts'
import { memoizeQuery } from '../../platform/preparedStatements.ts'
import { queryRows, sqlTimestamp } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { deletePendingLogins } from './loginFlow.service.ts'
import { createSessionCache, type SessionWithUser } from './sessionCache.service.ts'
import { loginSessions, users } from './table.ts'

const SESSION_LIFETIME_MS = SESSION_DAYS * 24 * 3_600_000
/** A session's expiry is extended at most once in this time, in milliseconds. */
const EXTEND_AFTER_MS = 5 * 60_000

/** What is stored of the device that signed in. */
export interface LoginDevice {
  browser: string | null
  system: string | null
  place: string | null
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_LIFETIME_MS)

/**
 * Creates a login session; only a hash of its token is stored.
 * @param options.checkedPassword the stored password hash that was verified. When the password is changed at the same
 * time, no session is created: changing it locks the user's row
 * @returns the token
 * @throws Problem INVALID_CREDENTIALS when the password was changed, or the account closed, in the meantime
 */
export async function createLoginSession(
  db: Db,
  userId: string,
  now: Date,
  { checkedPassword, device }: { checkedPassword?: string; device?: LoginDevice } = {},
): Promise<string> {
  const token = newToken()
  const { browser = null, system = null, place = null } = device ?? {}
  const isPasswordUnchanged =
    checkedPassword === undefined ? sql`true` : sql`${users.password} = ${checkedPassword}`
  const rows = await queryRows(
    db,
    sql`
    insert into ${loginSessions} (token_hash, user_id, browser, system, place, created_at, expires_at)
    select ${hashToken(token)}, ${users.id}, ${browser}::text, ${system}::text, ${place}::text,
      ${sqlTimestamp(now)}, ${sqlTimestamp(expiryFrom(now))}
    from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${isPasswordUnchanged}
    for share
    returning user_id`,
  )
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

/**
 * Called after a login of a user has ended: what the user controls at that time is stopped. Passed by `app/api.ts`, because
 * `people` may not import `live`. Never throws.
 */
export type OnLoginEnded = (userId: string) => Promise<void>

/** @returns the user whose session it was; undefined when it had ended before */
export async function deleteLoginSessionByToken(
  { db, bus }: Pick<Platform, 'db' | 'bus'>,
  token: string,
): Promise<string | undefined> {
  const own = eq(loginSessions.tokenHash, hashToken(token))
  const [found] = await db.select({ userId: loginSessions.userId }).from(loginSessions).where(own)
  if (!found) return undefined
  bus.publish('login.ending', found)
  const [deleted] = await db.delete(loginSessions).where(own).returning({ userId: loginSessions.userId })
  return deleted?.userId
}

/**
 * Ends a user's sessions, with their sockets and pending logins: for a change of what a session may do, such as another
 * password or role. Call it in the transaction of that change, after the user's row was locked.
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
  const { tokenHash: _, ...columns } = getTableColumns(loginSessions)
  const rows = await db
    .select(columns)
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), sql`${loginSessions.expiresAt} > ${now.toISOString()}`))
    .orderBy(desc(eq(loginSessions.id, sessionId)), desc(loginSessions.expiresAt), loginSessions.id)
  return rows.map(session => ({
    ...session,
    lastSeenAt: new Date(session.expiresAt.getTime() - SESSION_LIFETIME_MS),
    isCurrent: session.id === sessionId,
  }))
}

/** When the session of this request was created. @throws Problem NO_SESSION when it has ended */
export async function getLoginSessionCreatedAt(db: Db, { sessionId }: AuthenticatedUser): Promise<Date> {
  const [session] = await db
    .select({ createdAt: loginSessions.createdAt })
    .from(loginSessions)
    .where(eq(loginSessions.id, sessionId))
  if (!session) throw new Problem('NO_SESSION')
  return session.createdAt
}

const sessionsByTokenHash = memoizeQuery(db =>
  db
    .select({
      tokenHash: loginSessions.tokenHash,
      sessionId: loginSessions.id,
      userId: users.id,
      role: users.role,
      hasTwoFactor: sql<boolean>`${users.twoFactorAt} is not null`,
      expiresAt: loginSessions.expiresAt,
    })
    .from(loginSessions)
    .innerJoin(users, eq(users.id, loginSessions.userId))
    .where(sql`${loginSessions.tokenHash} = any (${sql.placeholder('tokenHashes')}::text[])`)
    .prepare('sessions'),
)

/**
 * Finds the user of a session token, in a cache of a second or in the database; lookups of simultaneous requests share one statement.
 * Extends a session that is in use.
 * @returns a function of the token, and whether the cache may answer
 */
export function createSessionLookup({
  db,
  pipelinedReads,
  bus,
  now,
  config,
}: Pick<Platform, 'db' | 'pipelinedReads' | 'bus' | 'now' | 'config'>): (
  token: string,
  mayBeCached: boolean,
) => Promise<AuthenticatedUser | null> {
  const cache = createSessionCache(bus, now)
  const findSession = createBatchLoader(
    async (tokenHashes: string[]): Promise<Map<string, SessionWithUser>> => {
      // Hashes are base64url, so the elements of the array literal need no quotes.
      const rows = await sessionsByTokenHash(pipelinedReads).execute({
        tokenHashes: `{${tokenHashes.join(',')}}`,
      })
      return new Map(rows.map(session => [session.tokenHash, session]))
    },
    { maxRunning: READS_AT_ONCE },
  )
  const readSession = async (tokenHash: string): Promise<SessionWithUser | undefined> => {
    const askedAt = now()
    const session = await findSession(tokenHash)
    if (!session || session.expiresAt <= now()) return undefined
    const expiresAt = await extendSession(db, tokenHash, session.expiresAt, now())
    const current = { ...session, expiresAt }
    cache.set(tokenHash, current, askedAt)
    return current
  }
  return async (token, mayBeCached) => {
    const tokenHash = hashToken(token)
    const session = (mayBeCached && cache.get(tokenHash, now())) || (await readSession(tokenHash))
    if (!session || session.expiresAt <= now()) return null
    const { userId, role, sessionId } = session
    const owesTwoFactor = config.requireAdminTotp && role === 'ADMIN' && !session.hasTwoFactor
    return owesTwoFactor ? { userId, role: 'USER', sessionId, owesTwoFactor } : { userId, role, sessionId }
  }
}

/** Of simultaneous requests, only the first updates the row. @returns when the session expires now */
async function extendSession(db: Db, tokenHash: string, expiresAt: Date, now: Date): Promise<Date> {
  const extended = expiryFrom(now)
  const extendBefore = new Date(extended.getTime() - EXTEND_AFTER_MS)
  if (expiresAt >= extendBefore) return expiresAt
  await db
    .update(loginSessions)
    .set({ expiresAt: extended })
    .where(and(eq(loginSessions.tokenHash, tokenHash), lt(loginSessions.expiresAt, extendBefore)))
  return extended
}

export async function deleteExpiredLoginSessions(db: Db, now: Date): Promise<void> {
  await db.delete(loginSessions).where(lte(loginSessions.expiresAt, now))
}
