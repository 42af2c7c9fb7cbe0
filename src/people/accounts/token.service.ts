import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { hashToken, newToken } from '../../platform/session.ts'
import { Problem } from '../../wire/problem.ts'
import { TOKEN_HOURS, type TokenPurpose } from './contract.ts'
import { accountTokens, users } from './table.ts'

/** Makes a token for a mail. Earlier ones keep working until one of them is used: mails may come in any order. */
export async function issueToken(db: Db, userId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + TOKEN_HOURS[purpose] * 3600_000)
  await db.insert(accountTokens).values({ tokenHash: hashToken(token), userId, purpose, expiresAt })
  return token
}

/**
 * Takes a token, and with it every other one of its owner for the same purpose. Of two at once, one gets it.
 * @returns whose it was
 * @throws Problem TOKEN_INVALID when it is unknown, used, too old, for something else, or of a closed account
 */
export async function consumeToken(tx: Tx, token: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const [taken] = await tx
    .delete(accountTokens)
    .where(isValidToken(token, purpose, now))
    .returning({ userId: accountTokens.userId })
  if (!taken) throw new Problem('TOKEN_INVALID')
  await tx
    .delete(accountTokens)
    .where(and(eq(accountTokens.userId, taken.userId), eq(accountTokens.purpose, purpose)))
  const [owner] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, taken.userId), isNull(users.deleteAfter)))
    .for('no key update')
  if (!owner) throw new Problem('TOKEN_INVALID')
  return owner.id
}

/** @throws Problem TOKEN_INVALID, before any work is done for a token that is none. */
export async function assertToken(db: Db, token: string, purpose: TokenPurpose, now: Date): Promise<void> {
  if ((await db.$count(accountTokens, isValidToken(token, purpose, now))) === 0)
    throw new Problem('TOKEN_INVALID')
}

/** Whether a token was mailed to this person; it stays. */
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
