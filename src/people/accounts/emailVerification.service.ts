import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { verificationMail } from './contract.ts'
import { users } from './table.ts'
import { consumeToken } from './token.service.ts'

/** Marks the address as verified and consumes the token. @returns the user @throws Problem TOKEN_INVALID */
export const verifyEmailWithToken = (db: Db, token: string, now: Date): Promise<string> =>
  db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'VERIFY_EMAIL', now)
    await markEmailVerified(tx, userId, now)
    return userId
  })

/** Keeps the first time when the address was verified before. */
export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
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
