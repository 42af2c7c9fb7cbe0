import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { hashToken, newToken } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { pendingLogins, users } from './table.ts'

/** For how long the second step may be taken, in seconds. */
export const PENDING_LOGIN_SECONDS = 5 * 60
/** How many codes may be tried in that time. */
export const MAX_CODE_ATTEMPTS = 5

/**
 * Notes that someone gave the right password and owes the second step.
 * @param checked the password as it was kept when it was found to be right, as for `openSession`
 * @returns what proves it, for a cookie
 * @throws Problem INVALID_CREDENTIALS when it was changed, or the account closed, meanwhile
 */
export async function createPendingLogin(
  db: Db,
  userId: string,
  checked: string,
  now: Date,
): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + PENDING_LOGIN_SECONDS * 1000)
  const { rows } = (await db.execute(sql`
    insert into ${pendingLogins} (token_hash, user_id, created_at, expires_at)
    select ${hashToken(token)}, ${users.id}, ${now.toISOString()}::timestamptz,
      ${expiresAt.toISOString()}::timestamptz
    from ${users}
    where ${users.id} = ${userId} and ${users.deleteAfter} is null and ${users.password} = ${checked}
    for share
    returning user_id`)) as { rows: object[] }
  if (rows.length === 0) throw new Problem('INVALID_CREDENTIALS')
  return token
}

const isOpen = (token: string, now: Date) =>
  and(eq(pendingLogins.tokenHash, hashToken(token)), gt(pendingLogins.expiresAt, now))

/** Whose login waits for its second step here; null when none does. */
export async function findPendingLoginUser(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<string | null> {
  if (!token) return null
  const [login] = await db
    .select({ userId: pendingLogins.userId })
    .from(pendingLogins)
    .where(isOpen(token, now))
  return login?.userId ?? null
}

/**
 * Counts one code that is tried, before it is looked at.
 * @returns whose login it is for
 * @throws Problem LOGIN_EXPIRED when none waits, or it was tried too often
 */
export async function countPendingLoginAttempt(
  db: Db,
  token: string | undefined,
  now: Date,
): Promise<string> {
  const [login] = await db
    .update(pendingLogins)
    .set({ tries: sql`${pendingLogins.tries} + 1` })
    .where(and(isOpen(token ?? '', now), lt(pendingLogins.tries, MAX_CODE_ATTEMPTS)))
    .returning({ userId: pendingLogins.userId })
  if (!login) throw new Problem('LOGIN_EXPIRED')
  return login.userId
}

/** Ends it, for the one session that it opens. @throws Problem LOGIN_EXPIRED when another did so first */
export async function consumePendingLogin(tx: Tx, token: string): Promise<void> {
  const taken = await tx
    .delete(pendingLogins)
    .where(eq(pendingLogins.tokenHash, hashToken(token)))
    .returning({ userId: pendingLogins.userId })
  if (taken.length === 0) throw new Problem('LOGIN_EXPIRED')
}

/** Another password, or none at all: what was begun with the old one ends. */
export async function deletePendingLogins(tx: Tx, userId: string): Promise<void> {
  await tx.delete(pendingLogins).where(eq(pendingLogins.userId, userId))
}

export async function deleteExpiredPendingLogins(db: Db, now: Date): Promise<void> {
  await db.delete(pendingLogins).where(lte(pendingLogins.expiresAt, now))
}
