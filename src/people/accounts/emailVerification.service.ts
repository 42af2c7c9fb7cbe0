import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { countAttempt, type SharedRateLimit } from '../../platform/http/rateLimit.ts'
import { Problem } from '../../wire/problem.ts'
import { saveContactDigests } from './contactDigest.service.ts'
import { verificationMail } from './contract.ts'
import { assertRightPassword } from './passwords/passwordHash.service.ts'
import { deleteLoginSessions } from './login/session.service.ts'
import { users } from './table.ts'
import { consumeToken, getTokenOwner } from './token.service.ts'

/**
 * Called at the first proof of an address, in its transaction. It deletes the data that somebody else may have put into the
 * account before. Passed by `app/api.ts`, because `people/accounts` may not import the slices that import it.
 * @param by with `LINK` the reader gave the account's session or password too, so the profile is the reader's own and stays
 */
export type OnFirstProof = (tx: Tx, userId: string, by: 'RESET' | 'LINK') => Promise<void>

/** The reader of a verification link: the session of the browser, and the password that was typed. */
interface LinkReader {
  session: { userId: string; sessionId: string } | null
  password: string | undefined
  /** Limits wrong passwords for an account. */
  passwordLimit: SharedRateLimit
}

/**
 * Marks the address as verified and consumes the token. The mail may have been sent because somebody else registered the address, and the
 * link must not join that person's account to the reader. So the reader gives the session or the password of the account too. Other logins
 * of the account end.
 * @returns the user, and how many logins ended
 * @throws Problem TOKEN_INVALID, ACCOUNT_PROOF_NEEDED, WRONG_PASSWORD, RATE_LIMITED
 */
export async function verifyEmailWithToken(
  { db, bus, now, keyFor }: Pick<Platform, 'db' | 'bus' | 'now' | 'keyFor'>,
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
    await saveContactDigests(tx, { keyFor }, userId)
    const kept = isOwnBrowser ? session?.sessionId : undefined
    return { userId, endedLogins: await deleteLoginSessions(tx, bus, userId, kept) }
  })
}

/**
 * Closes an account, with `assertMayClose` first in its transaction. Passed by `app/api.ts`, because `people/accounts` may not
 * import the slices that import it.
 * @throws Problem ACCOUNT_IN_USE for an account that only the shop may close
 */
export type CloseUnproven = (userId: string, assertMayClose: (tx: Tx) => Promise<void>) => Promise<void>

/**
 * Closes an account that somebody registered with the address of the reader of this link.
 * @throws Problem TOKEN_INVALID, also for an address that was verified; ACCOUNT_IN_USE
 */
export async function removeUnprovenAccount(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  token: string,
  closeUnproven: CloseUnproven,
): Promise<void> {
  const owner = await getTokenOwner(db, token, 'VERIFY_EMAIL', now())
  await closeUnproven(owner.id, async tx => {
    const userId = await consumeToken(tx, token, 'VERIFY_EMAIL', now())
    const isUnproven = and(eq(users.id, userId), isNull(users.emailVerifiedAt))
    if ((await tx.$count(users, isUnproven)) === 0) throw new Problem('TOKEN_INVALID')
  })
}

/** Keeps the time of the first proof. @returns whether this is the first */
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
