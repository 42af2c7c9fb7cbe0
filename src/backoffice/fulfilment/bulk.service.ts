import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import { recordAuditEntries } from '../../people/audit/service.ts'
import { queueOrderMails, notifyBuyers } from '../../shop/checkout/news.service.ts'
import { orderShippedMail } from '../../shop/orders/contract.ts'
import type { OrderRow } from '../../shop/orders/service.ts'
import { orderItems, orders } from '../../shop/orders/table.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ShipResult } from './bulk.contract.ts'
import { STANDARD_POST } from './contract.ts'
import { parcelTracking } from './tracking.rules.ts'
import { findShipRefusal } from './ship.rules.ts'

interface ShipCandidate {
  order: OrderRow
  email: string
  refusal: string | null
}

/**
 * Sends orders by standard post, all that can be in one transaction of a few statements, however many there are; their
 * buyers hear of it as of any. Each is answered, in the order in which they were asked. An order that two send at once is
 * sent once: the second finds that it was.
 */
export const shipOrdersByStandardPost = (
  platform: Platform,
  by: string,
  orderIds: string[],
): Promise<ShipResult[]> =>
  platform.db.transaction(async tx => {
    const found = await findShipCandidates(tx, [...new Set(orderIds)])
    const going = found.filter(({ refusal }) => refusal === null)
    if (going.length > 0) await markShipped(tx, platform, by, going)
    return orderIds.map(orderId => {
      const one = found.find(({ order }) => order.id === orderId)
      const reason = one ? one.refusal : 'Bestelling niet gevonden'
      return { orderId, number: one?.order.number ?? null, isShipped: reason === null, reason }
    })
  })

/** Locked, always in the same order, so that two admins with the same choice wait for each other and don't deadlock. */
async function findShipCandidates(tx: Tx, ids: string[]): Promise<ShipCandidate[]> {
  const found = await tx
    .select({ order: orders, email: users.email })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(inArray(orders.id, ids))
    .orderBy(asc(orders.id))
    .for('no key update', { of: orders })
  const unpicked = await tx
    .select({ orderId: orderItems.orderId, left: count() })
    .from(orderItems)
    .where(
      and(
        inArray(
          orderItems.orderId,
          found.map(({ order }) => order.id),
        ),
        eq(orderItems.picked, false),
        lt(orderItems.refundedQuantity, orderItems.quantity),
      ),
    )
    .groupBy(orderItems.orderId)
  const left = new Map(unpicked.map(each => [each.orderId, each.left]))
  return found.map(({ order, email }) => ({
    order,
    email,
    refusal: findShipRefusal(order, left.get(order.id) ?? 0),
  }))
}

async function markShipped(tx: Tx, platform: Platform, by: string, going: ShipCandidate[]): Promise<void> {
  const { now } = platform
  const at = now()
  const sent = going.map(({ order }) => order)
  const rows = await tx
    .update(orders)
    .set({
      status: 'SHIPPED',
      shippedAt: sql`coalesce(${orders.shippedAt}, ${at.toISOString()}::timestamptz)`,
      shippingCarrier: sql`coalesce(${orders.shippingCarrier}, ${STANDARD_POST})`,
    })
    .where(
      inArray(
        orders.id,
        sent.map(({ id }) => id),
      ),
    )
    .returning()
  const deeds = sent.map(({ id, status }) => ({
    subjectId: id,
    details: { status: { from: status, to: 'SHIPPED' } },
  }))
  await recordAuditEntries(tx, by, 'ORDER_STATUS_SET', deeds)
  await notifyBuyers(tx, platform, sent, 'ORDER_SHIPPED')
  const emails = new Map(going.map(({ order, email }) => [order.id, email]))
  const letters = rows.map(order => ({
    order,
    email: emails.get(order.id) ?? '',
    more: { tracking: parcelTracking(order) },
  }))
  await queueOrderMails(tx, platform, orderShippedMail, letters)
}
