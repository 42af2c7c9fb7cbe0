import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { saveContactDigests } from '../contactDigest.service.ts'
import { assertUnknownPassword } from './knownPasswords.service.ts'
import { markEmailVerified, type OnFirstProof } from '../emailVerification.service.ts'
import { passwordChangedMail, passwordResetMail } from '../contract.ts'
import { assertRightPassword, hashPassword } from './passwordHash.service.ts'
import { getUserRow, type UserRow } from '../service.ts'
import { deleteLoginSessions } from '../login/session.service.ts'
import { users } from '../table.ts'
import { consumeToken, getTokenOwner } from '../token.service.ts'

/**
 * Minimum response time, in milliseconds; well above the time to queue a mail, so that it does not show whether one was queued.
 */
export const PASSWORD_RESET_RESPONSE_MS = 300

/**
 * Mails a link to choose another password, when there is such an account. Takes as long when there is none.
 * @param mayMail false when the mail limit of this address is reached; the response is the same
 */
export async function requestPasswordReset(platform: Platform, email: string, mayMail: boolean) {
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
 * Sets another password by a mailed token. Holding the token proves that the owner reads the mail, so the address is marked as
 * verified as well; the first time, data that were put into the account before are deleted.
 * @returns the user, the e-mail address, and how many sessions ended
 * @throws Problem TOKEN_INVALID; INVALID_INPUT for a known password
 */
export async function resetPasswordWithToken(
  platform: Platform,
  token: string,
  password: string,
  onFirstProof: OnFirstProof,
) {
  const { db, now } = platform
  const owner = await getTokenOwner(db, token, 'RESET_PASSWORD', now())
  await assertUnknownPassword(
    password,
    { ...owner, shopName: platform.settings.current.shopName },
    'password',
  )
  const passwordHash = await hashPassword(password)
  return db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'RESET_PASSWORD', now())
    if (await markEmailVerified(tx, userId, now())) {
      await onFirstProof(tx, userId, 'RESET')
      await saveContactDigests(tx, platform, userId)
    }
    return setPassword(tx, platform, userId, passwordHash)
  })
}

/**
 * Changes one's own password and ends all other sessions.
 * @param sessionId the session that is kept
 * @returns how many sessions ended
 * @throws Problem WRONG_PASSWORD; INVALID_INPUT for a known password
 */
export async function changeOwnPassword(
  platform: Platform,
  userId: string,
  sessionId: string,
  { password, newPassword }: { password: string; newPassword: string },
): Promise<number> {
  const owner = await assertPassword(platform.db, userId, password)
  const { shopName } = platform.settings.current
  await assertUnknownPassword(newPassword, { ...owner, shopName }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const change = await platform.db.transaction(tx =>
    setPassword(tx, platform, userId, passwordHash, sessionId),
  )
  return change.endedLogins
}

/** @returns the account @throws Problem WRONG_PASSWORD when it is not its password */
export async function assertPassword(db: Db, userId: string, password: string): Promise<UserRow> {
  const user = await getUserRow(db, userId)
  await assertRightPassword(password, user.password)
  return user
}

/**
 * Updates the password first: that locks the user's row, so that `createLoginSession` cannot create a session for the old
 * password in between.
 */
async function setPassword(
  tx: Tx,
  { bus, jobs, settings, origin }: Platform,
  userId: string,
  passwordHash: string,
  keptSessionId?: string,
): Promise<{ userId: string; email: string; endedLogins: number }> {
  const [user] = await tx
    .update(users)
    .set({ password: passwordHash })
    .where(eq(users.id, userId))
    .returning({ email: users.email })
  if (!user) throw new Problem('NO_SESSION')
  const endedLogins = await deleteLoginSessions(tx, bus, userId, keptSessionId)
  const props = { url: `${origin()}/forgot-password`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, passwordChangedMail, user.email, props)
  return { userId, email: user.email, endedLogins }
}
