import { and, eq, lt } from 'drizzle-orm'
import { creditOrderMinutes, takeBackOrderMinutes } from '../../money/minutes/gift.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'
import { sumOf } from '../promotions/shares.rules.ts'
import type { OrderStatus } from './contract.ts'
import { orderItems } from './table.ts'

interface PromisedMinutes {
  id: string
  userId: string
  promotions: AppliedPromotion[] | null
}

const promisedMinutes = ({ promotions }: PromisedMinutes): number =>
  sumOf(promotions ?? [], ({ minutes }) => minutes ?? 0)

/** They come with a purchase: an order of which every line was refunded brings none, whatever else stays paid. */
const hasLineLeft = async (tx: Tx, { id }: PromisedMinutes): Promise<boolean> =>
  (await tx.$count(
    orderItems,
    and(eq(orderItems.orderId, id), lt(orderItems.refundedQuantity, orderItems.quantity)),
  )) > 0

/**
 * The minutes of a promotion are credited when the order is on its way: its buyer can't cancel it any more, and so can't play them and
 * have the money back. An order that is cancelled all the same takes the unspent ones back.
 */
export async function updatePromotionMinutes(
  tx: Tx,
  order: PromisedMinutes,
  status: OrderStatus,
): Promise<void> {
  const minutes = promisedMinutes(order)
  if (minutes === 0) return
  if (status === 'CANCELLED') await takeBackOrderMinutes(tx, order)
  if ((status === 'SHIPPED' || status === 'DELIVERED') && (await hasLineLeft(tx, order)))
    await creditOrderMinutes(tx, order, minutes)
}

/** Credits those of orders that are sent together, in the order of their users, to avoid deadlock. */
export async function creditPromotionMinutes(tx: Tx, shipped: readonly PromisedMinutes[]): Promise<void> {
  for (const order of shipped.toSorted((one, other) => (one.userId < other.userId ? -1 : 1)))
    await updatePromotionMinutes(tx, order, 'SHIPPED')
}

/**
 * Takes back the unspent minutes that came with an order of which no line is left.
 * @param isAll the whole order is refunded, whatever was said of its lines
 */
export async function takeBackPromotionMinutes(
  tx: Tx,
  order: PromisedMinutes,
  isAll: boolean,
): Promise<void> {
  if (promisedMinutes(order) === 0) return
  if (isAll || !(await hasLineLeft(tx, order))) await takeBackOrderMinutes(tx, order)
}
