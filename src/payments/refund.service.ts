import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, isNull, sum } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { job, type Jobs } from '../platform/jobs.ts'
import { Problem } from '../wire/problem.ts'
import { chargedBackOf } from './chargeback.service.ts'
import type { PaymentKind } from './contract.ts'
import type { PaymentGateways, PaymentRow } from './service.ts'
import { payments, refunds } from './table.ts'

export const refundJob = job<{ refundId: string }>('refund')

/** Decides that a paid payment goes back in full; a job tells the provider until it is done. */
export async function refundInFull(tx: Db, jobs: Jobs, payment: PaymentRow, reason: string): Promise<void> {
  const { id: paymentId, amountCents } = payment
  await addRefund(tx, jobs, { id: randomUUIDv7(), paymentId, amountCents, reason, credits: false })
}

/** Decides that some of a payment goes back; a job tells the provider until it is done. */
export async function addRefund(
  tx: Db,
  jobs: Jobs,
  refund: { id: string; paymentId: string; amountCents: number; reason: string; credits: boolean },
): Promise<void> {
  await tx.insert(refunds).values(refund)
  await jobs.send(tx, refundJob, { refundId: refund.id })
}

/**
 * The payment of an order or purchase of which money can still go back, locked; of several, the first. One that was given
 * back in full (a second payment of the same order) comes last.
 */
export async function paidPayment(
  tx: Db,
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
  // What the bank took back already can't be given back as well.
  const taken = await chargedBackOf(tx, ids)
  const left = paid.map(({ id, amountCents }) => ({
    id,
    leftCents: amountCents - (back.find(each => each.id === id)?.cents ?? 0) - (taken.get(id) ?? 0),
  }))
  return left.find(({ leftCents }) => leftCents > 0) ?? left[0]
}

/** Whether money of an order or purchase went back after it was billed. */
export async function isCredited(tx: Db, subjectId: string): Promise<boolean> {
  const [credited] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.subjectId, subjectId), eq(refunds.credits, true)))
    .limit(1)
  return credited !== undefined
}

/** What a refund gave back of what, and why. @throws Problem NOT_FOUND */
export async function findRefund(
  tx: Db,
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

/** Tells the provider of one refund, unless it knows. */
export async function sendRefund(
  db: Db,
  gateways: PaymentGateways,
  refundId: string,
  description: string,
): Promise<void> {
  const [refund] = await db
    .select({
      amountCents: refunds.amountCents,
      provider: payments.provider,
      paymentProviderId: payments.providerId,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.id, refundId), isNull(refunds.providerId), isNotNull(payments.providerId)))
  if (!refund?.paymentProviderId) return
  const { amountCents, provider, paymentProviderId } = refund
  const sent = await gateways.named(provider).refund({
    refundId,
    providerId: paymentProviderId,
    amountCents,
    description,
  })
  await db.update(refunds).set({ providerId: sent.providerId }).where(eq(refunds.id, refundId))
}
