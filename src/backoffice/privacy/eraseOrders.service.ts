import { and, eq, inArray, isNotNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { payments } from '../../money/payments/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { withdrawalLines, withdrawals } from '../../shop/withdrawals/table.ts'
import { arrivedBefore } from './rules.ts'

interface ErasedPerson {
  id: string
  email: string
  /** Replaces the e-mail address. */
  anonymousEmail: string
}

/**
 * Country and carrier stay: the accounts need them, and they identify no person. A tracking code leads to an address.
 */
const erasedOrderFields = {
  shippingFirstName: null,
  shippingLastName: null,
  shippingCompany: null,
  shippingStreet: null,
  shippingHouseNumber: null,
  shippingPostalCode: null,
  shippingCity: null,
  trackingCode: null,
  comments: null,
}

/** Nothing will be sent any more, or it was shipped so long ago that it has arrived. */
const isDeliveryOver = (now: Date): SQL | undefined =>
  or(
    inArray(orders.status, ['DELIVERED', 'CANCELLED']),
    and(eq(orders.status, 'SHIPPED'), lt(orders.shippedAt, arrivedBefore(now))),
  )

/** Anonymizes a user's orders; an order that is still to be delivered keeps its address until then. */
export async function anonymizeOrders(
  tx: Tx,
  { id, email, anonymousEmail: nobody }: ErasedPerson,
  now: Date,
): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  const forgotten = await tx
    .update(withdrawals)
    .set({
      name: '',
      email: nobody,
      remark: null,
      unmatched: [],
      answer: sql`left(${withdrawals.answer}, 0)`,
    })
    .where(or(eq(withdrawals.email, email), inArray(withdrawals.orderId, own)))
    .returning({ id: withdrawals.id })
  const ids = forgotten.map(row => row.id)
  await tx.update(withdrawalLines).set({ note: null }).where(inArray(withdrawalLines.withdrawalId, ids))
  await tx
    .update(orders)
    .set(erasedOrderFields)
    .where(and(eq(orders.userId, id), isDeliveryOver(now)))
  await tx.update(payments).set({ checkoutUrl: null }).where(eq(payments.userId, id))
}

/** Anonymizes the orders of erased users that have been delivered since. */
export async function anonymizeDeliveredOrders(db: Db, now: Date): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const isKnown = or(
    isNotNull(orders.shippingLastName),
    isNotNull(orders.trackingCode),
    isNotNull(orders.comments),
  )
  await db
    .update(orders)
    .set(erasedOrderFields)
    .where(and(inArray(orders.userId, erased), isDeliveryOver(now), isKnown))
}
