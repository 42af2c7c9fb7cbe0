import { and, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { queryRows, sqlTimestamp } from '../../../platform/db/sql.ts'
import { hashToken, newToken } from '../../../platform/http/session.ts'
import { Problem } from '../../../wire/problem.ts'
import { pendingLogins, users } from '../table.ts'

/** How long a pending login is valid, in seconds. */
export const PENDING_LOGIN_SECONDS = 5 * 60
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
