import { and, eq } from 'drizzle-orm'
import { notifyUser } from '../../people/notifications/service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import { addMinuteEntry, countUnusedMinutes } from './service.ts'
import { minuteEntries } from './table.ts'

interface GiftedOrder {
  id: string
  userId: string
}

/** Credits the minutes that an order brings, once. The caller has locked the order. */
export async function creditOrderMinutes(
  tx: Tx,
  { id, userId }: GiftedOrder,
  minutes: number,
): Promise<void> {
  if ((await tx.$count(minuteEntries, givenWith(id))) > 0) return
  await addMinuteEntry(tx, { userId, kind: 'GIFT', minutes, orderId: id })
  await notifyUser(tx, userId, { kind: 'MINUTES_CREDITED', params: { minutes }, about: id, path: '/live' })
}

/**
 * Takes back the unspent minutes that came with an order, of which everything was refunded. The user's row is locked, so that none of
 * them is spent meanwhile; what was spent stays spent.
 */
export async function takeBackOrderMinutes(tx: Tx, { id, userId }: GiftedOrder): Promise<void> {
  if ((await tx.$count(minuteEntries, givenWith(id))) === 0) return
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const minutes = await countUnusedMinutes(tx, { id, userId })
  if (minutes > 0) await addMinuteEntry(tx, { userId, kind: 'GIFT_RETURN', minutes: -minutes, orderId: id })
}

const givenWith = (orderId: string) => and(eq(minuteEntries.orderId, orderId), eq(minuteEntries.kind, 'GIFT'))
