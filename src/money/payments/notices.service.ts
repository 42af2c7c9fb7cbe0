import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { PaymentSubject } from './effects.service.ts'
import type { PaymentRow } from './service.ts'

/** Notifies admins that a provider payment differs from what the shop expects. */
export const notifyPaymentMismatch = (
  tx: Tx,
  { label: subject, adminPath: path }: PaymentSubject,
  paymentId: string,
): Promise<void> =>
  notifyAdmins(tx, { kind: 'PAYMENT_MISMATCH', params: { subject }, about: paymentId, path })

/** Notifies the buyer and every admin that a duplicate payment is refunded. */
export async function notifyDuplicatePayment(
  tx: Tx,
  { label: subject, adminPath, buyerPath }: PaymentSubject,
  { id: about, userId, amountCents: cents }: PaymentRow,
): Promise<void> {
  const params = { subject, cents }
  await notifyAdmins(tx, { kind: 'SECOND_PAYMENT', params, about, path: adminPath })
  await notifyUser(tx, userId, { kind: 'PAID_TWICE', params, about, path: buyerPath })
}

/** A kind of event about an amount of a payment, and its notification for admins. */
type AmountNotice = 'CHARGE_BACK' | 'REFUND_BY_HAND' | 'REFUND_OUTSIDE' | 'REFUND_FAILED'

/**
 * Notifies every admin of an event about an amount of a payment.
 * @param about the id of the event, which makes the notification unique
 */
export const notifyAdminsOfAmount = (
  tx: Tx,
  kind: AmountNotice,
  { label: subject, adminPath: path }: PaymentSubject,
  { about, cents }: { about: string; cents: number },
): Promise<void> => notifyAdmins(tx, { kind, params: { subject, cents }, about, path })
