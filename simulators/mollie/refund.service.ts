import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db.ts'
import { type NewRefund, notFound, unprocessable } from './contract.ts'
import type { Refund } from './resource.ts'
import { announce, findPayment, newId } from './service.ts'
import { simulatorPayments, simulatorRefunds } from './table.ts'

/**
 * Gives money back; the same key gives the refund that it made before.
 * @throws MollieError 404 for an unknown payment, 422 when more is asked than is left or it was never paid.
 */
export const createRefund = (
  db: Db,
  paymentId: string,
  draft: NewRefund,
  key: string | null,
  now: Date,
): Promise<Refund> =>
  db.transaction(async tx => {
    await findPayment(tx, paymentId, now)
    const { amount, description, metadata } = draft
    const [refund] = await tx
      .insert(simulatorRefunds)
      .values({
        id: newId('re'),
        paymentId,
        amountCents: amount.value,
        currency: amount.currency,
        description: description ?? '',
        metadata,
        createdAt: now,
        idempotencyKey: key,
      })
      .onConflictDoNothing({ target: simulatorRefunds.idempotencyKey })
      .returning()
    if (!refund) return refundOfKey(tx, key)
    await takeFromPayment(tx, refund, now)
    return refund
  })

async function refundOfKey(db: Db, key: string | null): Promise<Refund> {
  const [refund] = await db
    .select()
    .from(simulatorRefunds)
    .where(eq(simulatorRefunds.idempotencyKey, key ?? ''))
  if (!refund) throw notFound('refund')
  return refund
}

/** The condition is in the statement, so that two refunds at once can't give back more than was paid. */
async function takeFromPayment(db: Db, refund: Refund, now: Date): Promise<void> {
  const { refundedCents, chargedBackCents, amountCents } = simulatorPayments
  const [payment] = await db
    .update(simulatorPayments)
    .set({ refundedCents: sql`${refundedCents} + ${refund.amountCents}` })
    .where(
      and(
        eq(simulatorPayments.id, refund.paymentId),
        eq(simulatorPayments.status, 'paid'),
        eq(simulatorPayments.currency, refund.currency),
        sql`${refundedCents} + ${chargedBackCents} + ${refund.amountCents} <= ${amountCents}`,
      ),
    )
    .returning()
  if (!payment) throw unprocessable('The amount is higher than the maximum', 'amount')
  await announce(db, payment, now)
}

/** Oldest first. */
export const listRefunds = (db: Db, paymentId: string): Promise<Refund[]> =>
  db
    .select()
    .from(simulatorRefunds)
    .where(eq(simulatorRefunds.paymentId, paymentId))
    .orderBy(asc(simulatorRefunds.position))

/** @throws MollieError 404 */
export async function findRefund(db: Db, paymentId: string, id: string): Promise<Refund> {
  const refund = (await listRefunds(db, paymentId)).find(refund => refund.id === id)
  if (!refund) throw notFound('refund')
  return refund
}
