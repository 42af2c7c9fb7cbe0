import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { job, type Jobs } from '../platform/jobs.ts'
import type { PaymentGateways, PaymentRow } from './service.ts'
import { payments, refunds } from './table.ts'

export const refundJob = job<{ refundId: string }>('refund')

/** Decides that a paid payment goes back in full; a job tells the provider until it is done. */
export async function refundInFull(tx: Db, jobs: Jobs, payment: PaymentRow, reason: string): Promise<void> {
  const [refund] = await tx
    .insert(refunds)
    .values({ paymentId: payment.id, amountCents: payment.amountCents, reason })
    .returning({ id: refunds.id })
  if (refund) await jobs.send(tx, refundJob, { refundId: refund.id })
}

/** Tells the provider of one refund, unless it knows. */
export async function sendRefund(
  db: Db,
  gateways: PaymentGateways,
  refundId: string,
  description: string,
): Promise<void> {
  const [refund] = await db
    .select({ amountCents: refunds.amountCents, kind: payments.kind, paymentProviderId: payments.providerId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.id, refundId), isNull(refunds.providerId), isNotNull(payments.providerId)))
  if (!refund?.paymentProviderId) return
  const { amountCents, kind, paymentProviderId } = refund
  const sent = await gateways[kind].refund({
    refundId,
    providerId: paymentProviderId,
    amountCents,
    description,
  })
  await db.update(refunds).set({ providerId: sent.providerId }).where(eq(refunds.id, refundId))
}
