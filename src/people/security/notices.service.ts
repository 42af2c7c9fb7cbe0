import { eq } from 'drizzle-orm'
import { users } from '../accounts/table.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { type SecurityEvent, securityMail } from './contract.ts'

/** Queues a mail to the owner of an account about a security event, in the transaction of that event. */
export async function queueSecurityMail(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  userId: string,
  event: SecurityEvent,
): Promise<void> {
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  if (!user) return
  const props = { event, url: `${origin()}/security`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, securityMail, user.email, props)
}
