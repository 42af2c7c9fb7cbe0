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
  /** What stands in place of the address. */
  anonymousEmail: string
}

/** Country and carrier stay: for the books they matter, and they tell of nobody. A parcel's code leads to its address. */
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

/** Nothing is to be sent for it any more, or it came long ago, whether or not anyone noted that. */
const isDeliveryOver = (now: Date): SQL | undefined =>
  or(
    inArray(orders.status, ['DELIVERED', 'CANCELLED']),
    and(eq(orders.status, 'SHIPPED'), lt(orders.shippedAt, arrivedBefore(now))),
  )

/** What orders say of whom they are of; where one goes that is still to come stays until it is over. */
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

/** Where orders went that were still to come when their buyers were erased, and are over by now. */
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
