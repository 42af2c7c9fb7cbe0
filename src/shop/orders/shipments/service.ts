import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { recordAuditEntries } from '../../../people/audit/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digitalDeliveries } from '../../downloads/table.ts'
import { orderShippedMail } from '../contract.ts'
import { notifyBuyers, queueOrderMails } from '../notices.service.ts'
import { followOrder } from '../effects.service.ts'
import type { OrderRow } from '../service.ts'
import { findShipProblem, resolveShipment, type ShipmentInput } from './rules.ts'
import { orderItems, orders } from '../table.ts'
import { parcelTracking } from './tracking.rules.ts'

/** A locked order, and the number of its lines that are to be shipped and not picked yet. */
export interface OrderToShip {
  order: OrderRow & { isDigital: boolean }
  unpickedLines: number
}

/** Locks orders in id order, to avoid deadlock, in two statements in total; unknown ids are omitted. */
export async function lockOrdersToShip(tx: Tx, orderIds: string[]): Promise<OrderToShip[]> {
  const locked = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, orderIds))
    .orderBy(asc(orders.id))
    .for('no key update')
  // A line that was refunded in full, or delivered digitally, is not shipped; nor is a gift card.
  const isUnpicked = sql`not ${orderItems.picked} and ${orderItems.refundedQuantity} < ${orderItems.quantity}
    and ${digitalDeliveries.orderItemId} is null and ${orderItems.giftCard} is null`
  const found = await tx
    .select({
      orderId: orderItems.orderId,
      unpicked: sql<number>`(count(*) filter (where ${isUnpicked}))::int`,
      isDigital: sql<boolean>`bool_and(${orderItems.isDigital})`,
    })
    .from(orderItems)
    .leftJoin(
      digitalDeliveries,
      and(eq(digitalDeliveries.orderItemId, orderItems.id), isNull(digitalDeliveries.revokedAt)),
    )
    .where(
      inArray(
        orderItems.orderId,
        locked.map(({ id }) => id),
      ),
    )
    .groupBy(orderItems.orderId)
  const byOrder = new Map(found.map(each => [each.orderId, each]))
  return locked.map(order => {
    const { unpicked = 0, isDigital = false } = byOrder.get(order.id) ?? {}
    return { order: { ...order, isDigital }, unpickedLines: unpicked }
  })
}

/**
 * Marks orders as SHIPPED, with the audit entry, notification and mail of each, in a fixed number of statements, and a few more for
 * each that brings minutes. The first shipping time is kept. The caller checks that the status allows it.
 * @param given carrier and code for all of them; when omitted, the stored ones or standard post
 * @throws Problem NOTHING_TO_SHIP, TRACKING_REQUIRED, ITEMS_NOT_PICKED for any of them
 */
export async function markOrdersShipped(
  tx: Tx,
  platform: Platform,
  by: string,
  toShip: OrderToShip[],
  given: ShipmentInput = {},
): Promise<void> {
  if (toShip.length === 0) return
  for (const { order, unpickedLines } of toShip) {
    const problem = findShipProblem(order, unpickedLines, given)
    if (problem) throw problem
  }
  const shipped = toShip.map(({ order }) => ({ ...order, ...resolveShipment(order, given) }))
  const values = shipped.map(({ id, trackingCode, shippingCarrier }) => ({
    id,
    trackingCode,
    shippingCarrier,
  }))
  await tx.execute(sql`
    update ${orders}
    set status = 'SHIPPED', shipped_at = coalesce(shipped_at, ${platform.now().toISOString()}::timestamptz),
      tracking_code = shipped."trackingCode", shipping_carrier = shipped."shippingCarrier"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as shipped(id uuid, "trackingCode" text, "shippingCarrier" text)
    where ${orders.id} = shipped.id`)
  await followOrder('onShipped', tx, shipped)
  const entries = shipped.map(({ id, status }) => ({
    subjectId: id,
    details: { status: { from: status, to: 'SHIPPED' } },
  }))
  await recordAuditEntries(tx, by, 'ORDER_STATUS_SET', entries)
  await notifyBuyers(tx, platform, shipped, 'ORDER_SHIPPED')
  await mailShippedOrders(tx, platform, shipped)
}

export const mailShippedOrders = (tx: Tx, platform: Platform, shipped: OrderRow[]): Promise<void> =>
  queueOrderMails(
    tx,
    platform,
    orderShippedMail,
    shipped.map(order => ({ orderId: order.id, more: { tracking: parcelTracking(order) } })),
  )
