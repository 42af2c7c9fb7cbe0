import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { verificationMail, welcomeMail } from './emailVerification.contract.ts'
import type { Registration } from './contract.ts'
import { insertUser, buildNewUser, type UserRow } from './service.ts'
import { users } from './table.ts'
import { consumeToken } from './token.service.ts'

/** Registers a customer and, in the same transaction, welcomes them. @throws Problem UNDER_AGE, EMAIL_TAKEN */
export async function registerCustomer(platform: Platform, registration: Registration): Promise<UserRow> {
  const { db, jobs, now } = platform
  // A password takes its time: nobody waits for a connection meanwhile.
  const person = await buildNewUser(registration, now())
  return db.transaction(async tx => {
    const user = await insertUser(tx, person)
    await queueMail(tx, jobs, welcomeMail, user.email, verificationMailProps(platform, user.id))
    return user
  })
}

/** Notes that an address is read by whom it is of. @throws Problem TOKEN_INVALID */
export const verifyEmailWithToken = (db: Db, token: string, now: Date): Promise<void> =>
  db.transaction(async tx => {
    const userId = await consumeToken(tx, token, 'VERIFY_EMAIL', now)
    await markEmailVerified(tx, userId, now)
  })

/** The first time counts. */
export async function markEmailVerified(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
}

/** Mails the link once more, unless it did its work. */
export const queueVerificationMail = (platform: Platform, userId: string): Promise<void> =>
  platform.db.transaction(async tx => {
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
    if (!user) return
    await queueMail(tx, platform.jobs, verificationMail, user.email, verificationMailProps(platform, userId))
  })

const verificationMailProps = ({ settings, origin }: Platform, userId: string) => ({
  userId,
  url: `${origin()}/verify-email`,
  shopName: settings.current.shopName,
})
