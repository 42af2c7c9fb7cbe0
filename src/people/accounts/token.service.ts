import { and, eq, getTableColumns, gt, isNull, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { hashToken, newToken } from '../../platform/http/session.ts'
import { Problem } from '../../wire/problem.ts'
import { TOKEN_HOURS, type TokenPurpose } from './contract.ts'
import { accountTokens, users } from './table.ts'

/** Creates a token for a mail. Earlier tokens stay valid until one is used: mails may arrive in any order. */
export async function issueToken(db: Db, userId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + TOKEN_HOURS[purpose] * 3600_000)
  await db.insert(accountTokens).values({ tokenHash: hashToken(token), userId, purpose, expiresAt })
  return token
}

/**
 * Deletes a token and all others of its user for the same purpose. Of two simultaneous requests, one succeeds, with different tokens too: the
 * user is locked before the tokens, to avoid deadlock.
 * @returns the user's id
 * @throws Problem TOKEN_INVALID when it is unknown, used, expired, for another purpose, or of a closed account
 */
export async function consumeToken(tx: Tx, token: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const [found] = await tx
    .select({ userId: accountTokens.userId })
    .from(accountTokens)
    .where(isValidToken(token, purpose, now))
  if (!found) throw new Problem('TOKEN_INVALID')
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, found.userId), isNull(users.deleteAfter)))
    .for('no key update')
  if (!owner) throw new Problem('TOKEN_INVALID')
  const deleted = await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.userId, owner.id), eq(accountTokens.purpose, purpose)))
    .returning({ tokenHash: accountTokens.tokenHash })
  if (!deleted.some(({ tokenHash }) => tokenHash === hashToken(token))) throw new Problem('TOKEN_INVALID')
  return owner.id
}

/** Finds the owner of a token, without consuming it. @throws Problem TOKEN_INVALID */
export async function getTokenOwner(db: Db, token: string, purpose: TokenPurpose, now: Date) {
  const [owner] = await db
    .select(getTableColumns(users))
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(and(isValidToken(token, purpose, now), isNull(users.deleteAfter)))
  if (!owner) throw new Problem('TOKEN_INVALID')
  return owner
}

/** Whether a token is valid for this user; it is not consumed. */
export const hasValidToken = async (
  db: Db,
  userId: string,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<boolean> =>
  (await db.$count(accountTokens, and(eq(accountTokens.userId, userId), isValidToken(token, purpose, now)))) >
  0

const isValidToken = (token: string, purpose: TokenPurpose, now: Date) =>
  and(
    eq(accountTokens.tokenHash, hashToken(token)),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expiresAt, now),
  )

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, now))
}
