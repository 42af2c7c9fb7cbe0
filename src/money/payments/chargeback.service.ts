import { and, eq, inArray, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { isAnyOf } from '../../platform/db/sql.ts'
import type { ProviderRecord } from './contract.ts'
import { chargebackReversals, chargebacks, payments } from './table.ts'

export type ChargebackRow = typeof chargebacks.$inferSelect

/**
 * Records a chargeback of a payment that the caller has locked.
 * @param totalCents the total of all chargebacks of the payment as the provider reports it; a lower total than
 * recorded is out of date
 * @returns the new chargeback, if there is one
 */
export async function recordChargeback(tx: Tx, paymentId: string, totalCents: number, now: Date) {
  if (totalCents === 0) return
  const known = (await sumChargebacks(tx, [paymentId])).get(paymentId) ?? 0
  const amountCents = totalCents - known
  if (amountCents <= 0) return
  const [recorded] = await tx
    .insert(chargebacks)
    .values({ paymentId, amountCents, totalCents, createdAt: now })
    .returning()
  return recorded
}

/** Cents that were charged back, by payment id; payments without chargebacks are omitted. */
export async function sumChargebacks(db: Db, paymentIds: string[]): Promise<Map<string, number>> {
  const taken = await db
    .select({ id: chargebacks.paymentId, cents: sum(chargebacks.amountCents).mapWith(Number) })
    .from(chargebacks)
    .where(inArray(chargebacks.paymentId, paymentIds))
    .groupBy(chargebacks.paymentId)
  return new Map(taken.map(({ id, cents }) => [id, cents]))
}

/** Records chargebacks that the bank took back, each once; those of payments that are not ours are left out. */
export async function recordReversals(
  db: Db,
  provider: string,
  records: readonly ProviderRecord[],
  now: Date,
): Promise<void> {
  const reversed = records.filter(({ kind, state }) => kind === 'CHARGEBACK' && state === 'REVERSED')
  if (reversed.length === 0) return
  const own = await db
    .select({ id: payments.id, providerId: payments.providerId })
    .from(payments)
    .innerJoin(chargebacks, eq(chargebacks.paymentId, payments.id))
    .where(
      and(
        eq(payments.provider, provider),
        isAnyOf(
          payments.providerId,
          reversed.map(({ providerPaymentId }) => providerPaymentId),
        ),
      ),
    )
  const ids = new Map(own.map(({ id, providerId }) => [providerId, id]))
  const rows = reversed.flatMap(({ providerId, providerPaymentId, amountCents }) => {
    const paymentId = ids.get(providerPaymentId)
    return paymentId !== undefined && amountCents !== null && amountCents > 0
      ? [{ paymentId, providerId, amountCents, createdAt: now }]
      : []
  })
  if (rows.length > 0) await db.insert(chargebackReversals).values(rows).onConflictDoNothing()
}
