import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { markEmailVerified } from './emailVerification.service.ts'
import { passwordChangedMail, passwordResetMail } from './password.contract.ts'
import { hashPassword, verifyPassword } from './passwordHash.service.ts'
import { getUserRow } from './service.ts'
import { deleteLoginSessions } from './session.service.ts'
import { users } from './table.ts'
import { assertToken, consumeToken } from './token.service.ts'

/** Milliseconds that asking for a link takes, whether or not one is mailed: far longer than the mailing does. */
export const PASSWORD_RESET_RESPONSE_MS = 300

/**
 * Mails a link to choose another password, when there is such an account. It takes as long when there is none.
 * @param mayMail false when this address was mailed often enough; nothing shows that either
 */
export async function requestPasswordReset(
  platform: Platform,
  email: string,
  mayMail: boolean,
): Promise<void> {
  await Promise.all([
    mayMail ? queuePasswordResetMail(platform, email) : null,
    pause(PASSWORD_RESET_RESPONSE_MS),
  ])
}

const queuePasswordResetMail = (platform: Platform, email: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.deleteAfter)))
    if (!user) return
    await queueMail(tx, platform.jobs, passwordResetMail, email, {
      userId: user.id,
      url: `${platform.origin()}/reset-password`,
      shopName: platform.settings.current.shopName,
    })
  })

/**
 * Gives an account another password by a token. Whoever holds the token reads the account's mail, so its address is
 * verified as well.
 * @returns the address
 * @throws Problem TOKEN_INVALID
 */
export async function resetPasswordWithToken(
  platform: Platform,
  token: string,
  password: string,
): Promise<string> {
  const { db, now } = platform
  await assertToken(db, token, 'RESET_PASSWORD', now())
  const kept = await hashPassword(password)
  return db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'RESET_PASSWORD', now())
    await markEmailVerified(tx, userId, now())
    return setPassword(tx, platform, userId, kept)
  })
}

/**
 * Changes a password that is known, and ends every session but the one that does it.
 * @param sessionId of the session that stays
 * @throws Problem WRONG_PASSWORD
 */
export async function changeOwnPassword(
  platform: Platform,
  userId: string,
  sessionId: string,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<void> {
  await assertPassword(platform.db, userId, password)
  const kept = await hashPassword(newPassword)
  await platform.db.transaction(tx => setPassword(tx, platform, userId, kept, sessionId))
}

/** @throws Problem WRONG_PASSWORD when it is not the account's. */
export async function assertPassword(db: Db, userId: string, password: string): Promise<void> {
  const user = await getUserRow(db, userId)
  if (!(await verifyPassword(password, user.password))) {
    throw new Problem('WRONG_PASSWORD', { fields: { password: 'Dit wachtwoord klopt niet.' } })
  }
}

/** The password first: it locks the user's row, so that no sign-in with the old one slips in between (`openSession`). */
async function setPassword(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  userId: string,
  password: string,
  stays?: string,
): Promise<string> {
  const [user] = await tx
    .update(users)
    .set({ password })
    .where(eq(users.id, userId))
    .returning({ email: users.email })
  if (!user) throw new Problem('NO_SESSION')
  await deleteLoginSessions(tx, userId, stays)
  const props = { url: `${origin()}/forgot-password`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, passwordChangedMail, user.email, props)
  return user.email
}
