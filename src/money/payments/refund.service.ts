import { and, asc, eq, inArray, sum } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import { columnsOf } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { sumChargeBacks } from './chargeback.service.ts'
import { payments, refunds } from './table.ts'

export const refundJob = defineJob<{ refundId: string }>('refund')

/**
 * Locks the payment of a purchase that can still be refunded; the first if there are several. One that was refunded
 * in full (a duplicate payment) comes last.
 */
export async function lockRefundablePayment(tx: Tx, subjectId: string) {
  const paid = await tx
    .select(columnsOf(payments, 'id', 'amountCents'))
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
  const left = paid.map(({ id, amountCents }) => {
    const refunded = back.find(each => each.id === id)?.cents ?? 0
    return { id, leftCents: Math.max(0, amountCents - refunded - (taken.get(id) ?? 0)) }
  })
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
export async function getRefund(tx: Tx, refundId: string) {
  const [refund] = await tx
    .select({ ...columnsOf(refunds, 'amountCents', 'reason'), ...columnsOf(payments, 'kind', 'subjectId') })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, refundId))
  if (!refund) throw new Problem('NOT_FOUND')
  return refund
}
