import { randomUUIDv7 } from 'node:crypto'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { ProviderRefund } from '../../money/payments/contract.ts'
import { recordProviderRefunds } from '../../money/payments/providerRefund.service.ts'
import {
  addRefund,
  beginRefundAttempt,
  type DueRefund,
  type NewRefund,
  markRefundRefused,
  markRefundSent,
  refundJob,
} from '../../money/payments/refund.service.ts'
import type { PaymentGateways, PaymentRow } from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { creditNoteJob } from './invoice.service.ts'
import {
  notifyManualRefund,
  notifyExternalRefund,
  notifyRefundFailed,
  notifyDuplicatePayment,
} from './news.service.ts'

/**
 * Decides that some of a payment goes back. A job tells the provider until it is done; what was not paid through one, a
 * person pays back, and admins hear of it.
 */
export async function createRefund(tx: Tx, { jobs }: Platform, refund: NewRefund): Promise<void> {
  if (await addRefund(tx, refund)) return jobs.send(tx, refundJob, { refundId: refund.id })
  await notifyManualRefund(tx, refund)
}

/** Decides that money which should not have come goes back in full. */
export async function refundInFull(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  reason: string,
): Promise<void> {
  const { id: paymentId, amountCents } = payment
  const details = { amountCents, reason }
  await recordAuditEntry(tx, { by: null, action: 'PAYMENT_RETURNED', subjectId: paymentId, details })
  await createRefund(tx, platform, { id: randomUUIDv7(), paymentId, amountCents, reason, credits: false })
}

/** What was paid already is paid again: this one goes back. */
export async function refundDuplicatePayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  platform.log.warn({ paymentId: payment.id }, 'something was paid a second time; the money goes back')
  await refundInFull(tx, platform, payment, 'paid a second time')
  await notifyDuplicatePayment(tx, platform, payment)
}

/**
 * Tells the provider of one refund, unless it knows. What it refuses for good ends there: the refund has failed, and every
 * admin hears of it.
 * @throws Problem PROVIDER_UNAVAILABLE, for the job to try again
 */
export async function sendRefund(
  platform: Platform,
  gateways: PaymentGateways,
  refundId: string,
): Promise<void> {
  const { db, settings, now } = platform
  const due = await beginRefundAttempt(db, refundId, now())
  if (!due) return
  const { attempt, isRetry, amountCents, payment } = due
  const answer = await gateways.byName(payment.provider).refund({
    refundId,
    attempt,
    isRetry,
    amountCents,
    providerId: payment.providerId,
    // As on the way in: the shop's name, and nothing of what was bought.
    description: settings.current.shopName,
  })
  if ('providerId' in answer) await markRefundSent(db, due, answer.providerId)
  else await failRefund(platform, due, answer.refused)
}

async function failRefund({ db, log, now }: Platform, due: DueRefund, reason: string): Promise<void> {
  await db.transaction(async tx => {
    if (!(await markRefundRefused(tx, due, reason, now()))) return
    log.error({ refundId: due.id, reason }, 'the provider refuses a refund')
    await notifyRefundFailed(tx, due)
  })
}

/** Writes down what became of refunds at the provider, with what follows from that. */
export async function reconcileRefunds(
  tx: Tx,
  { jobs, log, now }: Platform,
  payment: PaymentRow,
  told: ProviderRefund[],
): Promise<void> {
  const { external, failed } = await recordProviderRefunds(tx, payment, told, now())
  for (const refund of external) {
    log.warn({ refundId: refund.id }, 'money was given back at the provider, and not by us')
    if (refund.credits) await jobs.send(tx, creditNoteJob, { refundId: refund.id })
    await notifyExternalRefund(tx, payment, refund)
  }
  for (const refund of failed) {
    log.error({ refundId: refund.id }, 'a refund did not arrive')
    await notifyRefundFailed(tx, { ...refund, payment })
  }
}
