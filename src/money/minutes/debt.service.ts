import { and, eq, isNull, sum } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { formatCents } from '../../wire/money.ts'
import { refunds } from '../payments/table.ts'
import type { PaymentRow } from '../payments/service.ts'
import type { ChargebackRow } from '../payments/chargeback.service.ts'
import { deductChargedBackMinutes } from './service.ts'
import { minuteDebts } from './table.ts'

/** Ends the session that a user was in at this time (ISO 8601): the payment of the minutes was charged back. */
export const minutesChargedBackJob = defineJob<{ userId: string; at: string }>('minutes.chargedBack')

/**
 * The payment of a minute purchase was charged back: removes the unspent minutes of the purchase from the balance, records the spent ones
 * as a debt, and ends the buyer's session. Nothing for a payment that was refunded because it was not accepted.
 * @returns whether minutes that were played are owed
 */
export async function applyMinutesChargeback(
  tx: Tx,
  { jobs, now }: Platform,
  { id: paymentId, userId, subjectId: purchaseId }: PaymentRow,
  { id: chargebackId, amountCents }: ChargebackRow,
): Promise<boolean> {
  const isUnaccepted = and(eq(refunds.paymentId, paymentId), eq(refunds.credits, false))
  if ((await tx.$count(refunds, isUnaccepted)) > 0) return false
  const { minutes, owedCents } = await deductChargedBackMinutes(tx, {
    userId,
    purchaseId,
    chargebackId,
    amountCents,
  })
  if (owedCents > 0)
    await tx
      .insert(minuteDebts)
      .values({ userId, purchaseId, chargebackId, amountCents: owedCents, createdAt: now() })
  const details = { minutes, amountCents: owedCents }
  await recordAuditEntry(tx, { by: null, action: 'MINUTES_CHARGED_BACK', subjectId: purchaseId, details })
  const params = { minutes, cents: owedCents }
  await notifyUser(tx, userId, {
    kind: 'MINUTES_CHARGED_BACK',
    params,
    about: chargebackId,
    path: '/dashboard',
  })
  await jobs.send(tx, minutesChargedBackJob, { userId, at: now().toISOString() })
  return owedCents > 0
}

/** Cents of the played minutes of a purchase whose payment was charged back, settled or not. */
export async function sumDebts(tx: Tx, purchaseId: string): Promise<number> {
  const [owed] = await tx
    .select({ cents: sum(minuteDebts.amountCents).mapWith(Number) })
    .from(minuteDebts)
    .where(eq(minuteDebts.purchaseId, purchaseId))
  return owed?.cents ?? 0
}

const isOpenDebtOf = (userId: string) => and(eq(minuteDebts.userId, userId), isNull(minuteDebts.settledAt))

/** @throws Problem PAYMENT_OWED with the `owedCents` of the user's open debts */
export async function assertNothingOwed(tx: Tx, userId: string): Promise<void> {
  const [open] = await tx
    .select({ cents: sum(minuteDebts.amountCents).mapWith(Number) })
    .from(minuteDebts)
    .where(isOpenDebtOf(userId))
  const owedCents = open?.cents ?? 0
  if (owedCents === 0) return
  const message = `Je betaling van ${formatCents(owedCents)} is teruggeboekt, voor minuten die al gespeeld waren. Neem contact met ons op; daarna kun je weer kopen.`
  throw new Problem('PAYMENT_OWED', { message, owedCents })
}
