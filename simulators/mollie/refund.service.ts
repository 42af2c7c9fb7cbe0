import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import * as contract from './contract.ts'
import type { SimulatorRefund } from './resource.ts'
import { sendsWebhook, REFUND_DURATION_MS, refundStatusesBefore, type MollieRefundStatus } from './rules.ts'
import { enqueueWebhook, findPayment, newId } from './service.ts'
import { simulatorPayments, simulatorRefunds } from './table.ts'

/**
 * Creates a refund; the same key returns the refund that it created before.
 * @throws MollieError 404 for an unknown payment, 422 when the amount exceeds the remainder or the payment was never paid.
 */
export const createRefund = (
  db: Db,
  paymentId: string,
  draft: contract.MollieNewRefund,
  key: string | null,
  now: Date,
): Promise<SimulatorRefund> =>
  db.transaction(async tx => {
    await findPayment(tx, paymentId, now)
    const { amount, description, metadata } = draft
    const { currency, value: amountCents } = amount
    const values = {
      paymentId,
      amountCents,
      currency,
      description: description ?? '',
      metadata,
      createdAt: now,
    }
    const [refund] = await tx
      .insert(simulatorRefunds)
      .values({ ...values, id: newId('re'), idempotencyKey: key })
      .onConflictDoNothing({ target: simulatorRefunds.idempotencyKey })
      .returning()
    if (!refund) return findRefundByKey(tx, key)
    await addToRefundedAmount(tx, refund)
    return refund
  })

async function findRefundByKey(db: Db, key: string | null): Promise<SimulatorRefund> {
  const [refund] = await db
    .select()
    .from(simulatorRefunds)
    .where(eq(simulatorRefunds.idempotencyKey, key ?? ''))
  if (!refund) throw contract.notFound('refund')
  return refund
}

/**
 * Creating a refund sends no webhook, only a change of its status does. The condition is part of the statement, so that two concurrent
 * refunds cannot exceed the amount paid.
 */
async function addToRefundedAmount(db: Db, refund: SimulatorRefund): Promise<void> {
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
    .returning({ id: simulatorPayments.id })
  if (!payment) throw contract.unprocessable('The amount is higher than the maximum', 'amount')
}

/** Newest first, as Mollie lists them. */
export const listRefunds = (db: Db, paymentId: string): Promise<SimulatorRefund[]> =>
  db
    .select()
    .from(simulatorRefunds)
    .where(eq(simulatorRefunds.paymentId, paymentId))
    .orderBy(desc(simulatorRefunds.position))

/** One page of refunds, and the first id of the next. @throws MollieError 400 for an unknown `from` */
export async function listRefundPage(db: Db, paymentId: string, { from, limit }: contract.PageQuery) {
  const all = await listRefunds(db, paymentId)
  const begin = from === undefined ? 0 : all.findIndex(({ id }) => id === from)
  if (begin < 0) throw new contract.MollieError(400, 'Bad Request', 'Invalid cursor value', 'from')
  return { refunds: all.slice(begin, begin + limit), next: all[begin + limit]?.id ?? null }
}

/** @throws MollieError 404 */
export async function findRefund(db: Db, paymentId: string, id: string): Promise<SimulatorRefund> {
  const refund = (await listRefunds(db, paymentId)).find(refund => refund.id === id)
  if (!refund) throw contract.notFound('refund')
  return refund
}

/** Creates a refund made by a person in Mollie's web app. @throws as `createRefund` does */
export async function createDashboardRefund(
  db: Db,
  id: string,
  amount: contract.MollieAmount | null | undefined,
  now: Date,
): Promise<SimulatorRefund> {
  const { amountCents, refundedCents, chargedBackCents, currency } = await findPayment(db, id, now)
  const left = { currency, value: amountCents - refundedCents - chargedBackCents }
  return createRefund(db, id, { amount: amount ?? left, description: 'Dashboard' }, null, now)
}

/** Changes the status of a refund. The amount of a failed or cancelled one is refundable again. @throws MollieError 422 */
export const changeRefundStatus = (db: Db, id: string, to: MollieRefundStatus, now: Date) =>
  db.transaction(async tx => {
    const [refund] = await tx
      .update(simulatorRefunds)
      .set({ status: to })
      .where(and(eq(simulatorRefunds.id, id), inArray(simulatorRefunds.status, refundStatusesBefore(to))))
      .returning()
    if (!refund) throw contract.unprocessable(`The refund can not become ${to}`, 'status')
    const stays = to !== 'failed' && to !== 'canceled'
    const { refundedCents } = simulatorPayments
    const [payment] = await tx
      .update(simulatorPayments)
      .set({ refundedCents: stays ? refundedCents : sql`${refundedCents} - ${refund.amountCents}` })
      .where(eq(simulatorPayments.id, refund.paymentId))
      .returning()
    if (payment && sendsWebhook(to)) await enqueueWebhook(tx, payment, now)
    return refund
  })

/** Completes the refunds that are due, up to 50 at a time; skips one that another node changed first. */
export async function completeDueRefunds(db: Db, now: Date): Promise<void> {
  const due = await db
    .select({ id: simulatorRefunds.id })
    .from(simulatorRefunds)
    .where(
      and(
        eq(simulatorRefunds.status, 'pending'),
        lte(simulatorRefunds.createdAt, new Date(now.getTime() - REFUND_DURATION_MS)),
      ),
    )
    .limit(50)
  for (const { id } of due) await changeRefundStatus(db, id, 'refunded', now).catch(ignoreAlreadyChanged)
}

function ignoreAlreadyChanged(error: unknown): void {
  if (!(error instanceof contract.MollieError)) throw error
}
