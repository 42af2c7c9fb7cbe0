import { inArray, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { chargeBacks } from './table.ts'

export type ChargeBackRow = typeof chargeBacks.$inferSelect

/**
 * Records a chargeback of a payment that the caller has locked.
 * @param totalCents the total of all chargebacks of the payment as the provider reports it; a lower total than
 * recorded is out of date
 * @returns the new chargeback, if there is one
 */
export async function recordChargeBack(tx: Tx, paymentId: string, totalCents: number, now: Date) {
  if (totalCents === 0) return
  const known = (await sumChargeBacks(tx, [paymentId])).get(paymentId) ?? 0
  const amountCents = totalCents - known
  if (amountCents <= 0) return
  const [recorded] = await tx
    .insert(chargeBacks)
    .values({ paymentId, amountCents, totalCents, createdAt: now })
    .returning()
  return recorded
}

/** Cents that were charged back, by payment id; payments without chargebacks are omitted. */
export async function sumChargeBacks(db: Db, paymentIds: string[]): Promise<Map<string, number>> {
  const taken = await db
    .select({ id: chargeBacks.paymentId, cents: sum(chargeBacks.amountCents).mapWith(Number) })
    .from(chargeBacks)
    .where(inArray(chargeBacks.paymentId, paymentIds))
    .groupBy(chargeBacks.paymentId)
  return new Map(taken.map(({ id, cents }) => [id, cents]))
}
