import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { countAttempt, type SharedRateLimit } from '../../platform/rateLimit.ts'
import { Problem } from '../../wire/problem.ts'
import { verificationMail } from './contract.ts'
import { assertRightPassword } from './passwordHash.service.ts'
import { deleteLoginSessions } from './session.service.ts'
import { accountTokens, users } from './table.ts'
import { consumeToken, getTokenOwner } from './token.service.ts'

/**
 * Called at the first proof of an address, in its transaction: what somebody else may have put into the account before goes. Passed by
 * `app/api.ts`, because `people/accounts` may not import what imports it.
 * @param by a link takes the account's session or password too, so the profile is of who proves it, and stays
 */
export type OnFirstProof = (tx: Tx, userId: string, by: 'RESET' | 'LINK') => Promise<void>

/** Who opened a verification link: the user and session of the browser, and the password that was typed. */
interface LinkReader {
  session: { userId: string; sessionId: string } | null
  password: string | undefined
  /** Of wrong passwords for an account. */
  passwordLimit: SharedRateLimit
}

/**
 * Marks the address as verified and consumes the token. A link in a mail that somebody else asked for would make that person's account the
 * reader's: so it takes the account's session or password. Other logins of the account end.
 * @returns the user, and how many logins ended
 * @throws Problem TOKEN_INVALID, ACCOUNT_PROOF_NEEDED, WRONG_PASSWORD, RATE_LIMITED
 */
export async function verifyEmailWithToken(
  { db, bus, now }: Pick<Platform, 'db' | 'bus' | 'now'>,
  token: string,
  { session, password, passwordLimit }: LinkReader,
  onFirstProof: OnFirstProof,
): Promise<{ userId: string; endedLogins: number }> {
  const owner = await getTokenOwner(db, token, 'VERIFY_EMAIL', now())
  const isOwnBrowser = session?.userId === owner.id
  if (!isOwnBrowser) {
    if (password === undefined) throw new Problem('ACCOUNT_PROOF_NEEDED')
    await countAttempt(passwordLimit, owner.id, () => assertRightPassword(password, owner.password))
  }
  return db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'VERIFY_EMAIL', now())
    if (!(await markEmailVerified(tx, userId, now()))) return { userId, endedLogins: 0 }
    await onFirstProof(tx, userId, 'LINK')
    const kept = isOwnBrowser ? session?.sessionId : undefined
    return { userId, endedLogins: await deleteLoginSessions(tx, bus, userId, kept) }
  })
}

/**
 * Closes an account whose address its reader never gave; it is erased by the next run of that job.
 * @returns the user
 * @throws Problem TOKEN_INVALID, also for an address that was verified, and for who is more than a customer
 */
export const removeUnprovenAccount = (
  { db, bus, now }: Pick<Platform, 'db' | 'bus' | 'now'>,
  token: string,
): Promise<string> =>
  db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'VERIFY_EMAIL', now())
    const closed = await tx
      .update(users)
      .set({ deleteAfter: now() })
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt), eq(users.role, 'USER')))
      .returning({ id: users.id })
    if (closed.length === 0) throw new Problem('TOKEN_INVALID')
    await deleteLoginSessions(tx, bus, userId)
    await tx.delete(accountTokens).where(eq(accountTokens.userId, userId))
    return userId
  })

/** Keeps the first time when the address was verified before. @returns whether it was not */
export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const marked = await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  return marked.length > 0
}

/** Mails a new verification link, unless the address is verified already. */
export const queueVerificationMail = (platform: Platform, userId: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    if (!user) return
    await queueMail(tx, platform.jobs, verificationMail, user.email, verificationMailProps(platform, userId))
  })

export const verificationMailProps = ({ settings, origin }: Platform, userId: string) => ({
  userId,
  url: `${origin()}/verify-email`,
  shopName: settings.current.shopName,
})
