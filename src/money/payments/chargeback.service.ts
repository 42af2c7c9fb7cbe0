import { inArray, sum } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { chargeBacks } from './table.ts'

type ChargeBackRow = typeof chargeBacks.$inferSelect

/**
 * Writes down what the customer's bank took back of a payment, which the caller has locked.
 * @param totalCents all that was taken back, as the provider has it; less than we know is old news
 * @returns what is new, if anything
 */
export async function recordChargeBack(
  tx: Tx,
  paymentId: string,
  totalCents: number,
  now: Date,
): Promise<ChargeBackRow | undefined> {
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

/** Cents that were taken back, by payment; one of which nothing was is left out. */
export async function sumChargeBacks(db: Db, paymentIds: string[]): Promise<Map<string, number>> {
  const taken = await db
    .select({ id: chargeBacks.paymentId, cents: sum(chargeBacks.amountCents).mapWith(Number) })
    .from(chargeBacks)
    .where(inArray(chargeBacks.paymentId, paymentIds))
    .groupBy(chargeBacks.paymentId)
  return new Map(taken.map(({ id, cents }) => [id, cents]))
}
