import { and, asc, eq, inArray, sum } from 'drizzle-orm'
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { sumChargebacks } from './chargeback.service.ts'
import { payments, refunds } from './table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { creditProviders, isCreditProvider, type ProviderRefund } from './contract.ts'
import { notifyAdminsOfAmount, type PaymentEffects, type PaymentSubject } from './effects.service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import { recordProviderRefunds, type RefundRow } from './providerRefund.service.ts'
import type { RefundablePayment } from './refundable.rules.ts'
import { findPayment, type PaymentRow } from './service.ts'

const isCreditPayment = inArray(payments.provider, creditProviders)

export const refundJob = defineJob<{ refundId: string }>('refund')

/**
 * Locks the payments of a purchase that can still be refunded: the first at a provider that has anything left, or else the first,
 * because one that was refunded in full was a duplicate; then those by gift card and store credit, in the order of use.
 *
 * They are locked in that order, because a provider's report of an external refund has locked the payment that it is about, which
 * is the first of a provider: duplicates have no external refund that counts here.
 */
export async function lockRefundablePayments(tx: Tx, subjectId: string): Promise<RefundablePayment[]> {
  const paid = await tx
    .select(columnsOf(payments, 'id', 'provider', 'amountCents'))
    .from(payments)
    .where(and(eq(payments.subjectId, subjectId), eq(payments.status, 'PAID')))
    .orderBy(isCreditPayment, asc(payments.settledAt), asc(payments.id))
    .for('no key update')
  const ids = paid.map(({ id }) => id)
  const back = await tx
    .select({ id: refunds.paymentId, cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .groupBy(refunds.paymentId)
  // A charged-back amount can't be refunded as well.
  const taken = await sumChargebacks(tx, ids)
  // Below 0 when an external refund was made while one of ours is still queued.
  const left = paid.map(({ id, provider, amountCents }) => {
    const refunded = back.find(each => each.id === id)?.cents ?? 0
    return { id, provider, leftCents: Math.max(0, amountCents - refunded - (taken.get(id) ?? 0)) }
  })
  const byProvider = left.filter(({ provider }) => !isCreditProvider(provider))
  const first = byProvider.find(({ leftCents }) => leftCents > 0) ?? byProvider[0]
  const byCredit = left.filter(({ provider }) => isCreditProvider(provider))
  return [...(first ? [first] : []), ...byCredit]
}

export const sumLeft = (left: readonly RefundablePayment[]): number =>
  left.reduce((cents, { leftCents }) => cents + leftCents, 0)

/** Whether an order or purchase was refunded after it was invoiced. */
export async function hasCreditedRefund(tx: Tx, subjectId: string): Promise<boolean> {
  const [credited] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.subjectId, subjectId), eq(refunds.credits, true)))
    .limit(1)
  return credited !== undefined
}

/** A refund's amount in cents, its reason, its time and its purchase. @throws Problem NOT_FOUND */
export async function getRefund(tx: Tx, refundId: string) {
  const [refund] = await tx
    .select({
      ...columnsOf(
        refunds,
        'amountCents',
        'reason',
        'voucherCents',
        'classCents',
        'destination',
        'createdAt',
      ),
      ...columnsOf(payments, 'kind', 'subjectId'),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!refund) throw new Problem('NOT_FOUND')
  return refund
}

/** A refund that was started: the payments that it can be taken from, and the earlier decision with its key. */
export interface ClaimedRefund {
  /** The id of the request, and of its first refund. */
  requestId: string
  payments: RefundablePayment[]
  leftCents: number
  /** Null for a new one. */
  earlierCents: number | null
}

/**
 * Starts a refund that an admin requests: claims the key and locks the payments that can be refunded.
 * @param unpaidMessage the message of ORDER_NOT_PAID
 * @throws Problem ORDER_NOT_PAID, IDEMPOTENCY_REUSED
 */
export async function claimRefund(
  tx: Tx,
  key: IdempotencyKey,
  subjectId: string,
  unpaidMessage?: string,
): Promise<ClaimedRefund> {
  const { id: requestId, isNew } = await claimIdempotencyKey(tx, key)
  const left = await lockRefundablePayments(tx, subjectId)
  if (left.length === 0) throw new Problem('ORDER_NOT_PAID', unpaidMessage ? { message: unpaidMessage } : {})
  const earlierCents = isNew ? null : await sumRequest(tx, requestId)
  return { requestId, payments: left, leftCents: sumLeft(left), earlierCents }
}

/** Cents of all refunds of one request; it has none when only free units were taken back. */
async function sumRequest(tx: Tx, requestId: string): Promise<number> {
  const [found] = await tx
    .select({ cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.requestId, requestId))
  return found?.cents ?? 0
}

/**
 * Writes a refund. A job sends it to the provider until that accepts it; when no provider has the payment, admins are
 * notified and have to pay it by hand.
 */
export async function createRefund(
  tx: Tx,
  { jobs, now }: Platform,
  refund: Pick<RefundRow, 'id' | 'paymentId' | 'amountCents' | 'reason' | 'credits'> &
    Partial<Pick<RefundRow, 'requestId' | 'voucherCents' | 'classCents'>>,
  subject: PaymentSubject,
): Promise<void> {
  const { id, paymentId, amountCents } = refund
  await tx.insert(refunds).values({ ...refund, createdAt: now() })
  const payment = await findPayment(tx, paymentId)
  if (payment?.providerId) return jobs.send(tx, refundJob, { refundId: id })
  await notifyAdminsOfAmount(tx, 'REFUND_BY_HAND', subject, { about: id, cents: amountCents })
}

/**
 * Refunds all of a payment that the shop can't accept. There is no credit note, because it was never invoiced.
 * @param reported the refunds at the provider: a person may have refunded a part there before the shop heard of the payment
 */
export async function refundInFull(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  subject: PaymentSubject,
  reason: string,
  reported: ProviderRefund[],
): Promise<void> {
  const { id: paymentId } = payment
  const amountCents = centsToRefund(payment, reported)
  platform.log.warn({ paymentId, reason }, 'refunding a payment in full')
  const details = { amountCents, reason }
  await recordAuditEntry(tx, { by: null, action: 'PAYMENT_RETURNED', subjectId: paymentId, details })
  const refund = { id: randomUUIDv7(), paymentId, amountCents, reason, credits: false }
  await createRefund(tx, platform, refund, subject)
}

/** The rest of a payment; when nothing is left, the newest of its refunds, which is recorded as ours then. */
function centsToRefund({ amountCents }: PaymentRow, reported: ProviderRefund[]): number {
  const gone = reported.filter(({ status }) => status === 'GONE')
  const left = gone.reduce((sum, refund) => sum - refund.amountCents, amountCents)
  return left > 0 ? left : (gone[0]?.amountCents ?? amountCents)
}

/** Refunds a duplicate payment, and notifies its buyer and the admins. */
export async function refundDuplicatePayment(
  tx: Tx,
  platform: Platform,
  kind: PaymentEffects,
  payment: PaymentRow,
  reported: ProviderRefund[],
): Promise<void> {
  const subject = await kind.describe(tx, payment.subjectId)
  await refundInFull(tx, platform, payment, subject, 'paid a second time', reported)
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
