import { notifyUser } from '../../people/notifications/service.ts'
import type { Tx } from '../../platform/db/db.ts'
import { appendOnce } from '../ledger/service.ts'
import { countUnused } from './rules.ts'
import { addMinuteEntry, findMinuteLot, lockMinuteLot, minuteLedger } from './service.ts'

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
  if (!(await appendOnce(tx, minuteLedger, { userId, kind: 'GIFT', minutes, orderId: id }))) return
  await notifyUser(tx, userId, { kind: 'MINUTES_CREDITED', params: { minutes }, about: id, path: '/live' })
}

/** Takes back the unspent minutes that came with an order, of which everything was refunded; spent ones stay spent. */
export async function takeBackOrderMinutes(tx: Tx, { id, userId }: GiftedOrder): Promise<void> {
  if (!(await findMinuteLot(tx, id))) return
  const minutes = countUnused(await lockMinuteLot(tx, { id, userId }))
  if (minutes > 0) await addMinuteEntry(tx, { userId, kind: 'GIFT_RETURN', minutes: -minutes, orderId: id })
}
