import type { Db } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { AdminMinutePurchase } from '../contract.ts'
import { minutePurchases } from '../table.ts'
import { eq, desc } from 'drizzle-orm'
import { assertAccountExists } from '../../../people/accounts/service.ts'
import { countUnused, valueOfLastMinutes } from '../rules.ts'
import { findMinuteLots } from '../service.ts'

/** A user's purchases, newest first, with the refundable minutes of each. @throws Problem NOT_FOUND for an unknown user */
export async function findMinutePurchases(
  db: Db,
  userId: string,
): Promise<z.input<typeof AdminMinutePurchase>[]> {
  const purchases = await db
    .select()
    .from(minutePurchases)
    .where(eq(minutePurchases.userId, userId))
    .orderBy(desc(minutePurchases.createdAt), desc(minutePurchases.id))
  if (purchases.length === 0) await assertAccountExists(db, userId)
  const lots = await findMinuteLots(
    db,
    purchases.map(({ id }) => id),
  )
  return purchases.map(purchase => {
    const lot = lots.get(purchase.id)
    const unusedMinutes = countUnused(lot)
    return {
      ...purchase,
      refundedMinutes: lot?.returned ?? 0,
      unusedMinutes,
      unusedCents: lot ? valueOfLastMinutes(lot, unusedMinutes) : 0,
    }
  })
}
