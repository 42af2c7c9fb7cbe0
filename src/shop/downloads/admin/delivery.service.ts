import type { Db } from '../../../platform/db/db.ts'
import type { z } from 'zod'
import type { AdminDelivery } from './contract.ts'
import { sql } from 'drizzle-orm'
import { digitalCodes } from '../table.ts'
import { listDeliveries, isOfLines } from '../delivery.service.ts'

/** The deliveries of an order, for admins. */
export async function listAdminDeliveries(db: Db, orderId: string): Promise<z.input<typeof AdminDelivery>[]> {
  const deliveries = await listDeliveries(db, orderId)
  const isValid = sql`${digitalCodes.voidedAt} is null`
  const counted = await db
    .select({
      itemId: digitalCodes.orderItemId,
      valid: sql<number>`(count(*) filter (where ${isValid}))::int`,
      seen: sql<number>`(count(*) filter (where ${isValid} and ${digitalCodes.seenAt} is not null))::int`,
      voided: sql<number>`(count(*) filter (where not ${isValid}))::int`,
    })
    .from(digitalCodes)
    .where(isOfLines(deliveries))
    .groupBy(digitalCodes.orderItemId)
  return deliveries.map(({ orderItemId: itemId, ...delivery }) => {
    const { valid = 0, seen = 0, voided = 0 } = counted.find(each => each.itemId === itemId) ?? {}
    return { itemId, ...delivery, codes: { valid, seen, voided } }
  })
}
