import { and, eq, lt } from 'drizzle-orm'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { queueOrderMail, notifyBuyer } from '../../shop/checkout/news.service.ts'
import { sellOrderStock } from '../../shop/checkout/order.service.ts'
import { invoiceJob } from '../../shop/checkout/invoice.service.ts'
import { removePurchasedLines } from '../../shop/cart/service.ts'
import {
  holdStock,
  retryWithoutExpiredHolds,
  restockProducts,
  releaseStock,
} from '../../shop/catalog/stock.service.ts'
import {
  orderCancelledMail,
  orderDeliveredMail,
  orderShippedMail,
  type OrderItem,
  type OrderStatus,
} from '../../shop/orders/contract.ts'
import { type StockAction, planTransition } from '../../shop/orders/transition.rules.ts'
import {
  updateOrder,
  listItemsOfOrder,
  listRefundableLines,
  lockOrder,
  type OrderRow,
  listOrderQuantities,
} from '../../shop/orders/service.ts'
import { orderItems } from '../../shop/orders/table.ts'
import { hasCreditedRefund } from '../../money/payments/refund.service.ts'
import { addManualPayment } from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { STANDARD_POST } from './contract.ts'
import { parcelTracking } from './tracking.rules.ts'

/** How something was sent; null where it is not said. */
export interface ShipmentInput {
  trackingCode?: string | null | undefined
  shippingCarrier?: string | null | undefined
}

interface Tracking {
  trackingCode: string
  shippingCarrier: string
}

/**
 * Gives an order any status by hand, with all that this means, in one transaction; the same status again changes nothing.
 * Of two at once the second finds what the first has done, because the order is locked.
 * @throws Problem NOT_FOUND; ITEMS_NOT_PICKED when it is to be sent; INSUFFICIENT_STOCK when there is not enough of it any
 * more; ORDER_REFUNDED when it was cancelled and its money went back
 */
export const updateOrderStatus = (
  platform: Platform,
  by: string,
  orderId: string,
  status: OrderStatus,
  sending: ShipmentInput,
): Promise<void> =>
  retryWithoutExpiredHolds(platform.db, platform.now(), () =>
    platform.db.transaction(async tx => {
      const order = await lockOrder(tx, orderId)
      const sent = status === 'SHIPPED' ? shipmentFields(order, sending) : {}
      await applyStatus(tx, platform, by, order, status, sent)
    }),
  )

/**
 * Sends a paid order, or puts right how it was sent. Its buyer gets a mail, once for the same code.
 * @throws Problem NOT_FOUND, ORDER_NOT_PAID, ITEMS_NOT_PICKED
 */
export const shipWithTracking = (
  platform: Platform,
  by: string,
  orderId: string,
  sent: Tracking,
): Promise<void> =>
  platform.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (order.status === 'PENDING' || order.status === 'CANCELLED') throw new Problem('ORDER_NOT_PAID')
    if (order.status !== 'SHIPPED' && order.status !== 'DELIVERED')
      return applyStatus(tx, platform, by, order, 'SHIPPED', sent)
    await assertPicked(tx, orderId)
    const isSame = order.trackingCode === sent.trackingCode && order.shippingCarrier === sent.shippingCarrier
    if (isSame) return
    await updateOrder(tx, orderId, sent)
    // Not the code: it leads to an address.
    const details = { carrier: sent.shippingCarrier }
    await recordAuditEntry(tx, { by, action: 'ORDER_SENT', subjectId: orderId, details })
    await sendShippedMail(tx, platform, { ...order, ...sent })
  })

/** Notes whether a line was picked. @throws Problem NOT_FOUND, also for a line of another order */
export const markPicked = (
  { db }: Platform,
  by: string,
  { orderId, itemId, picked }: { orderId: string; itemId: string; picked: boolean },
): Promise<OrderItem & { refundedQuantity: number }> =>
  db.transaction(async tx => {
    // So that it can't be sent meanwhile.
    await lockOrder(tx, orderId)
    await tx
      .update(orderItems)
      .set({ picked })
      .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)))
    const item = (await listItemsOfOrder(tx, orderId)).find(({ id }) => id === itemId)
    if (!item) throw new Problem('NOT_FOUND', { message: 'Deze regel hoort niet bij de bestelling.' })
    await recordAuditEntry(tx, {
      by,
      action: 'ORDER_LINE_PICKED',
      subjectId: orderId,
      details: { itemId, picked },
    })
    return item
  })

/** What is known already stays, unless it is said anew. */
const shipmentFields = (order: OrderRow, { trackingCode, shippingCarrier }: ShipmentInput) => ({
  trackingCode: trackingCode ?? order.trackingCode,
  shippingCarrier: shippingCarrier ?? order.shippingCarrier ?? (order.hasTracking ? null : STANDARD_POST),
})

async function assertPicked(tx: Tx, orderId: string): Promise<void> {
  // What was paid back in full is not sent.
  const isMissing = and(
    eq(orderItems.orderId, orderId),
    eq(orderItems.picked, false),
    lt(orderItems.refundedQuantity, orderItems.quantity),
  )
  const left = await tx.$count(orderItems, isMissing)
  if (left > 0) throw new Problem('ITEMS_NOT_PICKED', { left })
}

/** The order is locked. */
async function applyStatus(
  tx: Tx,
  platform: Platform,
  by: string,
  order: OrderRow,
  status: OrderStatus,
  sent: Partial<OrderRow>,
): Promise<void> {
  const { now } = platform
  const made = planTransition(order, status)
  if (!made) return
  if (status === 'SHIPPED') await assertPicked(tx, order.id)
  if (order.status === 'CANCELLED' && (await hasCreditedRefund(tx, order.id)))
    throw new Problem('ORDER_REFUNDED')
  if (made.stockAction) await stockEffects[made.stockAction](tx, platform, order)
  if (made.recordsManualPayment) await recordManualPayment(tx, platform, by, order)
  const at = now()
  const times = Object.fromEntries(made.timestamps.map(stamp => [stamp, at]))
  await updateOrder(tx, order.id, { ...sent, ...times, status, isClosed: status === 'CANCELLED' })
  const details = { status: { from: order.status, to: status } }
  await recordAuditEntry(tx, { by, action: 'ORDER_STATUS_SET', subjectId: order.id, details })
  await statusNotifications[status]?.(tx, platform, { ...order, ...sent })
}

type OrderEffect = (tx: Tx, platform: Platform, order: OrderRow) => Promise<void>

const stockEffects: Record<StockAction, OrderEffect> = {
  async HOLD(tx, { config, now }, { id }) {
    const expiresAt = new Date(now().getTime() + config.holdMinutes * 60_000)
    await holdStock(tx, id, await listOrderQuantities(tx, id), expiresAt)
  },
  async SELL(tx, { now }, { id }) {
    if (!(await sellOrderStock(tx, id, now()))) throw new Problem('INSUFFICIENT_STOCK')
  },
  RELEASE: (tx, _, { id }) => releaseStock(tx, id),
  async RETURN(tx, _, { id }) {
    const live = (await listRefundableLines(tx, id)).map(line => ({
      productId: line.productId,
      quantity: line.quantity - line.refundedQuantity,
    }))
    const back = live.filter(({ quantity }) => quantity > 0)
    if (back.length > 0) await restockProducts(tx, id, back, 'cancelled')
  },
}

async function recordManualPayment(tx: Tx, platform: Platform, by: string, order: OrderRow): Promise<void> {
  const { jobs, now } = platform
  const { id: subjectId, userId, totalAmount: amountCents } = order
  if (amountCents > 0) await addManualPayment(tx, { kind: 'ORDER', subjectId, userId, amountCents }, now())
  await recordAuditEntry(tx, { by, action: 'ORDER_PAID_BY_HAND', subjectId, details: { amountCents } })
  const bought = await listOrderQuantities(tx, subjectId)
  await removePurchasedLines(
    tx,
    userId,
    bought.map(({ productId }) => productId),
  )
  await notifyBuyer(tx, platform, order, 'ORDER_PAID')
  await jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId })
}

/** What its buyer hears of a status. */
const statusNotifications: Partial<Record<OrderStatus, OrderEffect>> = {
  async SHIPPED(tx, platform, order) {
    await notifyBuyer(tx, platform, order, 'ORDER_SHIPPED')
    await sendShippedMail(tx, platform, order)
  },
  async DELIVERED(tx, platform, order) {
    await notifyBuyer(tx, platform, order, 'ORDER_DELIVERED')
    await queueOrderMail(tx, platform, order.id, orderDeliveredMail)
  },
  async CANCELLED(tx, platform, order) {
    await notifyBuyer(tx, platform, order, 'ORDER_CANCELLED')
    await queueOrderMail(tx, platform, order.id, orderCancelledMail, { isPaid: order.paidAt !== null })
  },
}

const sendShippedMail = (tx: Tx, platform: Platform, order: OrderRow): Promise<void> =>
  queueOrderMail(tx, platform, order.id, orderShippedMail, { tracking: parcelTracking(order) })
