import { and, asc, eq, inArray, isNotNull, isNull, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { Problem } from '../../wire/problem.ts'
import { sumChargeBacks } from './chargeback.service.ts'
import type { PaymentKind } from './contract.ts'
import { findPayment, type PaymentRow } from './service.ts'
import { payments, refunds } from './table.ts'

export const refundJob = defineJob<{ refundId: string }>('refund')

/** A refund to be made. */
export interface NewRefund {
  id: string
  paymentId: string
  amountCents: number
  reason: string
  credits: boolean
}

/**
 * Writes a refund.
 * @returns whether it is sent to a provider; otherwise an admin pays it back
 */
export async function addRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  await tx.insert(refunds).values(refund)
  const payment = await findPayment(tx, refund.paymentId)
  return Boolean(payment?.providerId)
}

/**
 * Locks the payment of a purchase that can still be refunded; the first if there are several. One that was refunded
 * in full (a duplicate payment) comes last.
 */
export async function lockRefundablePayment(
  tx: Tx,
  subjectId: string,
): Promise<{ id: string; leftCents: number } | undefined> {
  const paid = await tx
    .select({ id: payments.id, amountCents: payments.amountCents })
    .from(payments)
    .where(and(eq(payments.subjectId, subjectId), eq(payments.status, 'PAID')))
    .orderBy(asc(payments.settledAt), asc(payments.id))
    .for('no key update')
  const ids = paid.map(({ id }) => id)
  const back = await tx
    .select({ id: refunds.paymentId, cents: sum(refunds.amountCents).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .groupBy(refunds.paymentId)
  // A charged-back amount can't be refunded as well.
  const taken = await sumChargeBacks(tx, ids)
  // Below 0 when an external refund was made while one of ours is still queued.
  const left = paid.map(({ id, amountCents }) => ({
    id,
    leftCents: Math.max(
      0,
      amountCents - (back.find(each => each.id === id)?.cents ?? 0) - (taken.get(id) ?? 0),
    ),
  }))
  return left.find(({ leftCents }) => leftCents > 0) ?? left[0]
}

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

/** A refund's amount in cents, its reason and its purchase. @throws Problem NOT_FOUND */
export async function getRefund(
  tx: Tx,
  refundId: string,
): Promise<{ amountCents: number; reason: string; kind: PaymentKind; subjectId: string }> {
  const [refund] = await tx
    .select({
      amountCents: refunds.amountCents,
      reason: refunds.reason,
      kind: payments.kind,
      subjectId: payments.subjectId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!refund) throw new Problem('NOT_FOUND')
  return refund
}

/** A refund to be sent to the provider. */
export interface DueRefund {
  id: string
  attempt: number
  isRetry: boolean
  amountCents: number
  payment: PaymentRow & { providerId: string }
}

/** Starts a refund attempt; undefined when the provider has accepted or refused it, or an admin has paid it back. */
export const beginRefundAttempt = (db: Db, refundId: string, now: Date): Promise<DueRefund | undefined> =>
  db.transaction(async tx => {
    const [due] = await tx
      .select({ refund: refunds, payment: payments })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(refunds.id, refundId), isUnsent, isNotNull(payments.providerId)))
      .for('no key update', { of: refunds })
    if (!due?.payment.providerId) return undefined
    const { id, attempt, amountCents, triedAt } = due.refund
    await tx.update(refunds).set({ triedAt: now }).where(eq(refunds.id, id))
    const payment = { ...due.payment, providerId: due.payment.providerId }
    return { id, attempt, amountCents, payment, isRetry: triedAt !== null }
  })

const isUnsent = and(isNull(refunds.providerId), isNull(refunds.failedAt), isNull(refunds.byHandAt))

/** Matches this attempt, unless an admin started another one meanwhile. */
const isCurrentAttempt = ({ id, attempt }: Pick<DueRefund, 'id' | 'attempt'>) =>
  and(eq(refunds.id, id), eq(refunds.attempt, attempt), isNull(refunds.providerId))

/** The provider has accepted it. Clears a failure, which was then the result of a repeated request. */
export async function markRefundSent(db: Db, due: DueRefund, providerId: string): Promise<void> {
  await db.update(refunds).set({ providerId, failedAt: null, failure: null }).where(isCurrentAttempt(due))
}

/**
 * The provider refused it permanently.
 * @returns false when that was recorded before, or another attempt was started
 */
export async function markRefundRefused(
  tx: Tx,
  due: DueRefund,
  failure: string,
  now: Date,
): Promise<boolean> {
  const refused = await tx
    .update(refunds)
    .set({ failedAt: now, failure })
    .where(and(isCurrentAttempt(due), isUnsent))
    .returning({ id: refunds.id })
  return refused.length > 0
}
