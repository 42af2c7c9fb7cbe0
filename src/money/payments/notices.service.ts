import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { PaymentSubject } from './effects.service.ts'
import type { PaymentRow } from './service.ts'

/** Tells admins that the provider says something else about a payment than the shop expects. */
export const notifyPaymentMismatch = (
  tx: Tx,
  { label: subject, adminPath: path }: PaymentSubject,
  paymentId: string,
): Promise<void> =>
  notifyAdmins(tx, { kind: 'PAYMENT_MISMATCH', params: { subject }, about: paymentId, path })

/** Tells the buyer and every admin that a second payment is refunded. */
export async function notifyDuplicatePayment(
  tx: Tx,
  { label: subject, adminPath, buyerPath }: PaymentSubject,
  { id: about, userId, amountCents: cents }: PaymentRow,
): Promise<void> {
  const params = { subject, cents }
  await notifyAdmins(tx, { kind: 'SECOND_PAYMENT', params, about, path: adminPath })
  await notifyUser(tx, userId, { kind: 'PAID_TWICE', params, about, path: buyerPath })
}

/** What happened to some of the money of a payment, and the notice that tells admins. */
type AmountNotice = 'CHARGE_BACK' | 'REFUND_BY_HAND' | 'REFUND_OUTSIDE' | 'REFUND_FAILED'

/**
 * Tells every admin that something happened to an amount of a payment.
 * @param about id of what happened, by which it is told once
 */
export const notifyAdminsOfAmount = (
  tx: Tx,
  kind: AmountNotice,
  { label: subject, adminPath: path }: PaymentSubject,
  { about, cents }: { about: string; cents: number },
): Promise<void> => notifyAdmins(tx, { kind, params: { subject, cents }, about, path })
