import { and, eq } from 'drizzle-orm'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { queueOrderMails, notifyBuyers } from '../notices.service.ts'
import {
  cancelLines,
  deliverOrderLines,
  holdLines,
  releaseLines,
  sellLines,
  takeBackAccounts,
} from '../lines/service.ts'
import { recordOrderPaid } from '../payment.service.ts'
import { retryWithoutExpiredHolds } from '../../products/stock/expiredHolds.service.ts'
import { orderCancelledMail, orderDeliveredMail, type OrderStatus } from '../contract.ts'
import { type StockAction, planTransition } from '../transition.rules.ts'
import {
  updateOrder,
  listItemsOfOrder,
  lockOrder,
  orderNotFound,
  type OrderItemData,
  type OrderRow,
  listOrderQuantities,
} from '../service.ts'
import { orderItems } from '../table.ts'
import { extendPromotionUses } from '../../promotions/service.ts'
import { hasCreditedRefund } from '../../../money/payments/refund.service.ts'
import { addManualPayment, holdExpiry } from '../../../money/payments/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import {
  lockOrdersToShip,
  mailShippedOrders,
  markOrdersShipped,
  type OrderToShip,
} from '../shipments/service.ts'
import { findShipProblem, type ShipmentInput } from '../shipments/rules.ts'
import { findShipRefusal } from './bulkShip.rules.ts'

/**
 * Sets any status of an order by hand, with all effects, in one transaction; setting the same status changes nothing.
 * The order is locked, so that the second of two simultaneous calls reads the result of the first.
 * @throws Problem NOT_FOUND; NOTHING_TO_SHIP, TRACKING_REQUIRED and ITEMS_NOT_PICKED when it is to be SHIPPED; INSUFFICIENT_STOCK;
 * GIFT_CARD_USED when its cards were spent from and it is to be CANCELLED; ORDER_REFUNDED when it was cancelled and refunded
 */
export const updateOrderStatus = (
  platform: Platform,
  by: string,
  orderId: string,
  status: OrderStatus,
  shipment: ShipmentInput,
): Promise<void> =>
  retryWithoutExpiredHolds(platform.db, platform.now(), () =>
    platform.db.transaction(async tx =>
      applyStatus(tx, platform, by, await lockOrderToShip(tx, orderId), status, shipment),
    ),
  )

/**
 * Ships a paid order with a carrier and a code, or corrects them. The buyer gets a mail, once for the same code.
 * @throws Problem NOT_FOUND, ORDER_NOT_PAID, NOTHING_TO_SHIP, TRACKING_REQUIRED, ITEMS_NOT_PICKED
 */
export const shipWithTracking = (
  platform: Platform,
  by: string,
  orderId: string,
  shipment: { trackingCode: string; shippingCarrier: string },
): Promise<void> =>
  platform.db.transaction(async tx => {
    const toShip = await lockOrderToShip(tx, orderId)
    const { order, unpickedLines } = toShip
    if (order.status === 'PENDING' || order.status === 'CANCELLED') throw new Problem('ORDER_NOT_PAID')
    if (order.status !== 'SHIPPED' && order.status !== 'DELIVERED')
      return applyStatus(tx, platform, by, toShip, 'SHIPPED', shipment)
    const problem = findShipProblem(order, unpickedLines, shipment)
    if (problem) throw problem
    await changeShipment(tx, platform, by, order, shipment)
  })

async function lockOrderToShip(tx: Tx, orderId: string): Promise<OrderToShip> {
  const [found] = await lockOrdersToShip(tx, [orderId])
  if (!found) throw orderNotFound()
  return found
}

/** Corrects the carrier and the code of a shipped order; equal values change nothing. */
async function changeShipment(
  tx: Tx,
  platform: Platform,
  by: string,
  order: OrderRow,
  shipment: { trackingCode: string; shippingCarrier: string },
): Promise<void> {
  const { trackingCode, shippingCarrier } = shipment
  if (order.trackingCode === trackingCode && order.shippingCarrier === shippingCarrier) return
  await updateOrder(tx, order.id, shipment)
  // Without the code, because it leads to an address.
  const details = { carrier: shippingCarrier }
  await recordAuditEntry(tx, { by, action: 'ORDER_SENT', subjectId: order.id, details })
  await mailShippedOrders(tx, platform, [{ ...order, ...shipment }])
}

/**
 * Sets whether a line is picked.
 * @throws Problem NOT_FOUND, also for a line of another order; ORDER_CANCELLED, so that nobody packs an order that its buyer has cancelled
 */
export const markPicked = (
  { db }: Platform,
  by: string,
  { orderId, itemId, picked }: { orderId: string; itemId: string; picked: boolean },
): Promise<OrderItemData> =>
  db.transaction(async tx => {
    // Locked, so that it can't be shipped meanwhile.
    const order = await lockOrder(tx, orderId)
    if (picked && order.status === 'CANCELLED') throw new Problem('ORDER_CANCELLED')
    await tx
      .update(orderItems)
      .set({ picked })
      .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)))
    const item = (await listItemsOfOrder(tx, orderId)).find(({ id }) => id === itemId)
    if (!item) throw new Problem('NOT_FOUND', { message: 'Deze regel hoort niet bij de bestelling.' })
    const details = { itemId, picked }
    await recordAuditEntry(tx, { by, action: 'ORDER_LINE_PICKED', subjectId: orderId, details })
    return item
  })

/** The carrier says that it arrived: an order that was sent is delivered; any other is left to an admin. */
export async function deliverShippedOrder(tx: Tx, platform: Platform, order: OrderRow): Promise<void> {
  if (order.status === 'SHIPPED')
    await markOrderDelivered(tx, platform, null, order, { deliveredAt: order.deliveredAt ?? platform.now() })
}

/** Writes that an order is DELIVERED, and tells its buyer. @param by null for the carrier */
async function markOrderDelivered(
  tx: Tx,
  platform: Platform,
  by: string | null,
  order: OrderRow,
  changes: { deliveredAt?: Date; isClosed?: boolean },
): Promise<void> {
  await updateOrder(tx, order.id, { ...changes, status: 'DELIVERED', now: platform.now() })
  const details = { status: { from: order.status, to: 'DELIVERED' } }
  await recordAuditEntry(tx, { by, action: 'ORDER_STATUS_SET', subjectId: order.id, details })
  await notifyBuyers(tx, platform, [order], 'ORDER_DELIVERED')
  await queueOrderMails(tx, platform, orderDeliveredMail, [{ orderId: order.id }])
}

async function applyStatus(
  tx: Tx,
  platform: Platform,
  by: string,
  toShip: OrderToShip,
  status: OrderStatus,
  shipment: ShipmentInput,
): Promise<void> {
  const { order, unpickedLines } = toShip
  const transition = planTransition(order, status)
  if (!transition) return
  const problem = status === 'SHIPPED' && findShipProblem(order, unpickedLines, shipment)
  if (problem) throw problem
  if (order.status === 'CANCELLED' && (await hasCreditedRefund(tx, order.id)))
    throw new Problem('ORDER_REFUNDED')
  const { stockAction } = transition
  if (stockAction && stockAction !== 'RETURN') await stockEffects[stockAction](tx, platform, order)
  const isDelivered = stockAction === 'SELL' && (await deliverOrderLines(tx, platform, order)).isWhole
  if (transition.recordsManualPayment) await recordManualPayment(tx, platform, by, order, isDelivered)
  const now = platform.now()
  const times = Object.fromEntries(transition.timestamps.map(stamp => [stamp, now]))
  const isClosed = status === 'CANCELLED'
  if (status === 'SHIPPED') {
    await updateOrder(tx, order.id, { ...times, isClosed, status, now })
    return markOrdersShipped(tx, platform, by, [toShip], shipment)
  }
  if (status === 'DELIVERED' && !isDelivered)
    return markOrderDelivered(tx, platform, by, order, { ...times, isClosed })
  // A digital line is delivered with its payment: the order has no other state to wait in.
  const reached = isDelivered
    ? { status: 'DELIVERED' as const, deliveredAt: order.deliveredAt ?? now }
    : { status }
  const cancelled = isClosed
    ? await cancelLines(tx, platform.now(), by, order.id, stockAction === 'RETURN')
    : []
  await updateOrder(tx, order.id, { ...times, isClosed, ...reached, now })
  const details = { status: { from: order.status, to: reached.status } }
  await recordAuditEntry(tx, { by, action: 'ORDER_STATUS_SET', subjectId: order.id, details })
  // Its buyer was told by the delivery.
  if (isDelivered) return
  if (status === 'CANCELLED') {
    await takeBackAccounts(tx, cancelled, now)
    const more = { isPaid: order.paidAt !== null }
    if (more.isPaid) await notifyBuyers(tx, platform, [order], 'ORDER_CANCELLED')
    await queueOrderMails(tx, platform, orderCancelledMail, [{ orderId: order.id, more }])
  }
}

type OrderEffect = (tx: Tx, platform: Platform, order: OrderRow) => Promise<void>

const stockEffects: Record<Exclude<StockAction, 'RETURN'>, OrderEffect> = {
  async HOLD(tx, platform, { id, userId, promotions }) {
    await holdLines(tx, id, await listOrderQuantities(tx, id), holdExpiry(platform))
    // Beyond the limit if need be: the order keeps its price.
    if (promotions) await extendPromotionUses(tx, { id, userId }, holdExpiry(platform))
  },
  async SELL(tx, platform, { id }) {
    if (!(await sellLines(tx, platform, id))) throw new Problem('INSUFFICIENT_STOCK')
  },
  RELEASE: (tx, _, { id }) => releaseLines(tx, id),
}

async function recordManualPayment(
  tx: Tx,
  platform: Platform,
  by: string,
  order: OrderRow,
  isDelivered: boolean,
): Promise<void> {
  const { id: subjectId, userId } = order
  const amountCents = order.totalAmount - order.creditCents
  if (amountCents > 0)
    await addManualPayment(tx, { kind: 'ORDER', subjectId, userId, amountCents }, platform.now())
  await recordAuditEntry(tx, { by, action: 'ORDER_PAID_BY_HAND', subjectId, details: { amountCents } })
  await recordOrderPaid(tx, platform, order, { isDelivered })
}

/**
 * Ships by standard post all orders that can be shipped, in one transaction with a fixed number of statements. Of two simultaneous calls,
 * the second reads the orders that the first has shipped.
 * @returns a result for each id, in the order of `ids`
 */
export const shipOrdersByStandardPost = (platform: Platform, by: string, orderIds: string[]) =>
  platform.db.transaction(async tx => {
    const locked = await lockOrdersToShip(tx, [...new Set(orderIds)])
    const candidates = locked.map(each => ({
      ...each,
      refusal: findShipRefusal(each.order, each.unpickedLines),
    }))
    const toShip = candidates.filter(({ refusal }) => refusal === null)
    await markOrdersShipped(tx, platform, by, toShip)
    return orderIds.map(orderId => {
      const found = candidates.find(({ order }) => order.id === orderId)
      const reason = found ? found.refusal : 'Bestelling niet gevonden'
      return { orderId, number: found?.order.number ?? null, isShipped: reason === null, reason }
    })
  })
