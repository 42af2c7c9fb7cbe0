import { randomUUIDv7 } from 'node:crypto'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProviderRefund } from './contract.ts'
import { notifyAdminsOfAmount, type PaymentEffects, type PaymentSubject } from './effects.service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import { recordProviderRefunds, type RefundRow } from './providerRefund.service.ts'
import { getRefund, lockRefundablePayment, refundJob } from './refund.service.ts'
import { findPayment, type PaymentRow } from './service.ts'
import { refunds } from './table.ts'

/**
 * Starts a refund that an admin requests: claims the key and locks the payment that can be refunded.
 * @param unpaidMessage the message of ORDER_NOT_PAID
 * @returns the cents of the payment that can still be refunded, and those of the refund that was made with this key before; null
 * for a new one
 * @throws Problem ORDER_NOT_PAID, IDEMPOTENCY_REUSED
 */
export async function claimRefund(tx: Tx, key: IdempotencyKey, subjectId: string, unpaidMessage?: string) {
  const { id: refundId, isNew } = await claimIdempotencyKey(tx, key)
  const payment = await lockRefundablePayment(tx, subjectId)
  if (!payment) throw new Problem('ORDER_NOT_PAID', unpaidMessage ? { message: unpaidMessage } : {})
  const earlierCents = isNew ? null : (await getRefund(tx, refundId)).amountCents
  return { refundId, paymentId: payment.id, leftCents: payment.leftCents, earlierCents }
}

/**
 * Writes a refund. A job sends it to the provider until that accepts it; when no provider has the payment, admins are
 * notified and have to pay it by hand.
 */
export async function createRefund(
  tx: Tx,
  { jobs }: Platform,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'credits'>,
  subject: PaymentSubject,
): Promise<void> {
  const { id, paymentId, amountCents } = refund
  await tx.insert(refunds).values(refund)
  const payment = await findPayment(tx, paymentId)
  if (payment?.providerId) return jobs.send(tx, refundJob, { refundId: id })
  await notifyAdminsOfAmount(tx, 'REFUND_BY_HAND', subject, { about: id, cents: amountCents })
}

/** Refunds all of a payment that the shop can't accept. There is no credit note, because it was never invoiced. */
export async function refundInFull(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  subject: PaymentSubject,
  reason: string,
): Promise<void> {
  const { id: paymentId, amountCents } = payment
  platform.log.warn({ paymentId, reason }, 'refunding a payment in full')
  const details = { amountCents, reason }
  await recordAuditEntry(tx, { by: null, action: 'PAYMENT_RETURNED', subjectId: paymentId, details })
  const refund = { id: randomUUIDv7(), paymentId, amountCents, reason, credits: false }
  await createRefund(tx, platform, refund, subject)
}

/** Refunds a duplicate payment, and notifies its buyer and the admins. */
export async function refundDuplicatePayment(
  tx: Tx,
  platform: Platform,
  kind: PaymentEffects,
  payment: PaymentRow,
): Promise<void> {
  const subject = await kind.describe(tx, payment.subjectId)
  await refundInFull(tx, platform, payment, subject, 'paid a second time')
  await notifyDuplicatePayment(tx, subject, payment)
  await kind.mailDuplicatePayment(tx, platform, payment)
}

async function notifyDuplicatePayment(
  tx: Tx,
  { label: subject, adminPath, buyerPath }: PaymentSubject,
  { id: about, userId, amountCents: cents }: PaymentRow,
): Promise<void> {
  const params = { subject, cents }
  await notifyAdmins(tx, { kind: 'SECOND_PAYMENT', params, about, path: adminPath })
  await notifyUser(tx, userId, { kind: 'PAID_TWICE', params, about, path: buyerPath })
}

/** Records the refunds of a payment that the provider reports, with their effects. */
export async function reconcileRefunds(
  tx: Tx,
  platform: Platform,
  kind: PaymentEffects,
  payment: PaymentRow,
  reported: ProviderRefund[],
): Promise<void> {
  const { log, now } = platform
  const { external, failed } = await recordProviderRefunds(tx, payment, reported, now())
  if (external.length + failed.length === 0) return
  const subject = await kind.describe(tx, payment.subjectId)
  for (const refund of external) {
    const { id: about, amountCents: cents } = refund
    log.warn({ refundId: about }, 'refund made at the provider by a person')
    await notifyAdminsOfAmount(tx, 'REFUND_OUTSIDE', subject, { about, cents })
    if (refund.credits) await kind.onExternalRefund(tx, platform, payment, refund)
  }
  for (const { id, attempt, amountCents: cents } of failed) {
    log.error({ refundId: id }, 'refund did not arrive')
    await notifyAdminsOfAmount(tx, 'REFUND_FAILED', subject, { about: `${id} ${attempt}`, cents })
  }
}
