import { and, asc, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { job, type Jobs } from '../platform/jobs.ts'
import type { PaymentKind, Truth } from './contract.ts'
import type { PaymentGateway } from './gateway.ts'
import { isSettled, judge } from './rules.ts'
import { payments, refunds } from './table.ts'

export type PaymentRow = typeof payments.$inferSelect

/** One provider a kind of payment. */
export type PaymentGateways = Record<PaymentKind, PaymentGateway>

export const refundJob = job<{ refundId: string }>('refund', 30)

/** Writes a new attempt to pay; the provider hears of it in `startPayment`, outside the transaction. */
export async function addPayment(
  tx: Db,
  attempt: { kind: PaymentKind; subjectId: string; userId: string; provider: string; amountCents: number },
  now: Date,
): Promise<PaymentRow> {
  const [payment] = await tx
    .insert(payments)
    .values({ ...attempt, createdAt: now })
    .returning()
  return payment as PaymentRow
}

export interface Links {
  description: string
  redirectUrl: string
  webhookUrl: string
}

/**
 * Makes the payment at the provider and returns where the customer pays. Repeating it gives the same payment: our id
 * is the provider's idempotency key.
 * @throws Problem PROVIDER_UNAVAILABLE; the attempt stays open and may be started again.
 */
export async function startPayment(
  db: Db,
  gateway: PaymentGateway,
  payment: PaymentRow,
  links: Links,
): Promise<string> {
  if (payment.checkoutUrl) return payment.checkoutUrl
  const { id, amountCents } = payment
  const { providerId, checkoutUrl } = await gateway.create({ paymentId: id, amountCents, ...links })
  await db.update(payments).set({ providerId, checkoutUrl }).where(eq(payments.id, id))
  return checkoutUrl
}

export async function findPayment(db: Db, paymentId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId))
  return payment
}

export async function findByProviderId(
  db: Db,
  provider: string,
  providerId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.providerId, providerId)))
  return payment
}

/** Writes down the provider's id of a payment that has none yet. */
export async function adoptProviderId(
  db: Db,
  paymentId: string,
  providerId: string,
): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .update(payments)
    .set({ providerId })
    .where(and(sql`${payments.id}::text = ${paymentId}`, isNull(payments.providerId)))
    .returning()
  return payment
}

/** The newest attempt to pay for something. */
export async function newestPayment(db: Db, subjectId: string): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.subjectId, subjectId))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  return payment
}

/** Where an order can still be paid, or null. */
export async function openCheckoutUrl(db: Db, subjectId: string): Promise<string | null> {
  const payment = await newestPayment(db, subjectId)
  return payment && !isSettled(payment.status) ? payment.checkoutUrl : null
}

/**
 * Applies what the provider says to a payment, once: the row is locked, and a truth that is old, doubled or out of order
 * finds nothing to move.
 * @returns the payment as moved, or null when nothing moved
 */
export async function applyTruth(
  tx: Db,
  paymentId: string,
  truth: Truth,
  now: Date,
): Promise<PaymentRow | null> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId)).for('update')
  const verdict = payment && judge(payment, truth)
  if (!verdict) return null
  const change =
    'move' in verdict
      ? { status: verdict.move, settledAt: isSettled(verdict.move) ? now : null }
      : { problem: verdict.problem }
  const [moved] = await tx.update(payments).set(change).where(eq(payments.id, paymentId)).returning()
  return 'move' in verdict ? (moved as PaymentRow) : null
}

/** The customer's way to the provider was cut off: the attempt expires, unless the provider knows it after all. */
export async function expireUnstarted(tx: Db, paymentId: string, now: Date): Promise<PaymentRow | null> {
  const [expired] = await tx
    .update(payments)
    .set({ status: 'EXPIRED', settledAt: now })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'OPEN'), isNull(payments.providerId)))
    .returning()
  return expired ?? null
}

/** Payments that are not settled and should be asked after: started before `startedBefore`, oldest first. */
export const unsettledPayments = (db: Db, startedBefore: Date, limit = 100): Promise<PaymentRow[]> =>
  db
    .select()
    .from(payments)
    .where(and(isNull(payments.settledAt), isNull(payments.problem), lt(payments.createdAt, startedBefore)))
    .orderBy(asc(payments.createdAt))
    .limit(limit)

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
