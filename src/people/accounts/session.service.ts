import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm'
import { createBatchLoader } from '../../platform/batchLoader.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { hashToken, newToken, SESSION_DAYS, type AuthenticatedUser } from '../../platform/session.ts'
import { memoizeQuery } from '../../platform/preparedStatements.ts'
import { Problem } from '../../wire/problem.ts'
import { deletePendingLogins } from './pendingLogin.service.ts'
import { loginSessions, users } from './table.ts'

const SESSION_LIFETIME_MS = SESSION_DAYS * 24 * 3_600_000
/** A session that is used again within this time is not written once more, in milliseconds. */
const EXTEND_AFTER_MS = 5 * 60_000

/** What is remembered of the device that a session is opened on. */
export interface LoginDevice {
  browser: string | null
  system: string | null
  place: string | null
}

const expiryFrom = (now: Date): Date => new Date(now.getTime() + SESSION_LIFETIME_MS)

/**
 * Opens a session and returns its token, which is not kept.
 * @param opening.checked the password as it was kept when it was found to be right: one that is changed at the same
 * moment opens nothing any more, because changing it locks the user's row
 * @throws Problem INVALID_CREDENTIALS when it was changed, or the account closed, meanwhile
 */
export async function createLoginSession(
  db: Db,
  userId: string,
  now: Date,
  { checked, device }: { checked?: string; device?: LoginDevice } = {},
): Promise<string> {
  const token = newToken()
  const { browser = null, system = null, place = null } = device ?? {}
  const unchanged = checked === undefined ? sql`true` : sql`${users.password} = ${checked}`
  const { rows } = (await db.execute(sql`
    insert into ${loginSessions} (token_hash, user_id, browser, system, place, created_at, expires_at)
    select ${hashToken(token)}, ${users.id}, ${browser}::text, ${system}::text, ${place}::text,
      ${now.toISOString()}::timestamptz, ${expiryFrom(now).toISOString()}::timestamptz
    from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${unchanged}
    for share
    returning user_id`)) as { rows: object[] }
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

export async function deleteLoginSessionByToken(db: Db, token: string): Promise<void> {
  await db.delete(loginSessions).where(eq(loginSessions.tokenHash, hashToken(token)))
}

/**
 * Ends someone's sessions, with their sockets and the logins that wait for a second step: for when what a session may do
 * changes, such as with another password or role. Call it in the transaction of that change, after what locks the user's
 * row.
 * @param stays the id of one that stays
 */
export async function deleteLoginSessions(tx: Tx, userId: string, stays?: string): Promise<void> {
  const others = stays === undefined ? undefined : ne(loginSessions.id, stays)
  await tx.delete(loginSessions).where(and(eq(loginSessions.userId, userId), others))
  await deletePendingLogins(tx, userId)
}

/** @throws Problem NOT_FOUND when it is not theirs */
export async function deleteLoginSession(db: Db, userId: string, sessionId: string): Promise<void> {
  const ended = await db
    .delete(loginSessions)
    .where(and(eq(loginSessions.userId, userId), eq(loginSessions.id, sessionId)))
    .returning({ id: loginSessions.id })
  if (ended.length === 0) throw new Problem('NOT_FOUND')
}

/** Where someone is signed in: the asking session first, then the last seen. */
export async function findLoginSessions(db: Db, { userId, sessionId }: AuthenticatedUser, now: Date) {
  const rows = await db
    .select()
    .from(loginSessions)
    .where(and(eq(loginSessions.userId, userId), sql`${loginSessions.expiresAt} > ${now.toISOString()}`))
    .orderBy(desc(eq(loginSessions.id, sessionId)), desc(loginSessions.expiresAt), loginSessions.id)
  return rows.map(({ id, browser, system, place, createdAt, expiresAt }) => ({
    id,
    browser,
    system,
    place,
    createdAt,
    lastSeenAt: new Date(expiresAt.getTime() - SESSION_LIFETIME_MS),
    isCurrent: id === sessionId,
  }))
}

/** When the asking session was opened. @throws Problem NO_SESSION when it has ended */
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

type SessionWithUser = AuthenticatedUser & { hasTwoFactor: boolean; expiresAt: Date }

/**
 * Tells who holds a token, asking the database anew for each request: a sign-out or another role counts at once. Requests
 * that come together are asked after in one statement; a session in use is written every few minutes.
 * @param demands whether an admin is one only with two-step verification
 */
export function createSessionLookup(
  db: Db,
  now: () => Date,
  demands: { requireAdminTotp: boolean },
): (token: string) => Promise<AuthenticatedUser | null> {
  const sessionOf = createBatchLoader(
    async (tokenHashes: string[]): Promise<Map<string, SessionWithUser>> => {
      // A hash is of letters, digits, - and _, so that the list needs no quotes.
      const found = await sessionsByTokenHash(db).execute({ tokenHashes: `{${tokenHashes.join(',')}}` })
      return new Map(found.map(session => [session.tokenHash, session]))
    },
  )
  return async token => {
    const tokenHash = hashToken(token)
    const session = await sessionOf(tokenHash)
    const at = now()
    if (!session || session.expiresAt <= at) return null
    const unseenSince = new Date(expiryFrom(at).getTime() - EXTEND_AFTER_MS)
    if (session.expiresAt < unseenSince) await extendSession(db, tokenHash, at, unseenSince)
    const { userId, role, sessionId } = session
    const owes = demands.requireAdminTotp && role === 'ADMIN' && !session.hasTwoFactor
    return owes ? { userId, role: 'USER', sessionId, owesTwoFactor: true } : { userId, role, sessionId }
  }
}

/** Of requests that come at once, one writes. */
async function extendSession(db: Db, tokenHash: string, now: Date, unseenSince: Date): Promise<void> {
  await db
    .update(loginSessions)
    .set({ expiresAt: expiryFrom(now) })
    .where(and(eq(loginSessions.tokenHash, tokenHash), lt(loginSessions.expiresAt, unseenSince)))
}

/** Forgets sessions that nobody can use any more. */
export async function deleteExpiredLoginSessions(db: Db, now: Date): Promise<void> {
  await db.delete(loginSessions).where(lte(loginSessions.expiresAt, now))
}
