import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { giftPaidMail } from '../../live/gifts/contract.ts'
import { minutesCreditedMail } from '../../money/minutes/contract.ts'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { ERASED_EMAIL_DOMAIN } from '../../platform/mail/mail.ts'
import { mailOrderNumber, mails } from '../../platform/db/table.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import { orders } from '../../shop/orders/table.ts'

export interface ErasedPerson {
  id: string
  email: string
  /** Others may have ordered with the same address: theirs stays. */
  isGuest: boolean
  /** Replaces the e-mail address. */
  anonymousEmail: string
}

/** Locks who is to be erased; undefined when that was done already. */
export async function lockErasedPerson(tx: Tx, userId: string): Promise<ErasedPerson | undefined> {
  const [user] = await tx
    .select({ email: contactEmail, role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('update')
  return (
    user && {
      id: userId,
      email: user.email,
      isGuest: user.role === 'GUEST',
      anonymousEmail: `${userId}@${ERASED_EMAIL_DOMAIN}`,
    }
  )
}

/** Keeps the mails about payments, anonymized; deletes all others, also queued ones. */
export async function anonymizeMails(
  tx: Tx,
  { id, email, isGuest, anonymousEmail }: ErasedPerson,
): Promise<void> {
  const numbers = tx.select({ number: orders.number }).from(orders).where(eq(orders.userId, id))
  const isOwn = isGuest ? inArray(mailOrderNumber(mails), numbers) : undefined
  const theirs = and(eq(mails.recipient, email), isOwn)
  const booked = [orderPaidMail.name, minutesCreditedMail.name, giftPaidMail.name]
  await tx.delete(mails).where(and(theirs, notInArray(mails.template, booked)))
  await tx
    .update(mails)
    .set({
      recipient: anonymousEmail,
      props: sql`jsonb_strip_nulls(jsonb_build_object('number', ${mails.props} -> 'number', 'invoiceId', ${mails.props} -> 'invoiceId'))`,
      lastError: null,
      failedAt: sql`case when ${mails.sentAt} is null then coalesce(${mails.failedAt}, ${mails.createdAt}) end`,
    })
    .where(theirs)
}
