import { removePurchasedLines } from '../cart/service.ts'
import { sellHeldStock, releaseStock, sellAvailableStock } from '../catalog/stock.service.ts'
import { orderReceivedMail, paymentFailedMail } from '../orders/contract.ts'
import { acceptsPayment } from '../orders/transition.rules.ts'
import {
  updateOrder,
  isOrderPayable,
  lockOrder,
  claimUnconfirmedOrders,
  type OrderRow,
  listOrderQuantities,
} from '../orders/service.ts'
import { findNewestPayment, type PaymentRow } from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { invoiceJob } from './invoice.service.ts'
import { queueOrderMail, notifyBuyer, notifyLatePayment } from './news.service.ts'
import { refundDuplicatePayment, refundInFull } from './payback.service.ts'

/** What a payment that turned out paid means for its order. */
export async function applyOrderPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { jobs } = platform
  const order = await lockOrder(tx, payment.subjectId)
  if (!acceptsPayment(order))
    return order.paidAt
      ? refundDuplicatePayment(tx, platform, payment)
      : refundLateOrderPayment(tx, platform, payment, order)
  if (!(await markOrderPaid(tx, platform, order))) return refundLateOrderPayment(tx, platform, payment, order)
  await notifyBuyer(tx, platform, order, 'ORDER_PAID')
  return jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: order.id })
}

/** Nothing is left to sell, or the shop had cancelled it: the order ends, and all of the money goes back. */
async function refundLateOrderPayment(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  order: OrderRow,
): Promise<void> {
  const { log } = platform
  const reason = order.isClosed ? 'paid after it was cancelled' : 'sold out before the payment came in'
  log.warn({ paymentId: payment.id }, `${reason}; the money goes back`)
  await refundInFull(tx, platform, payment, reason)
  await updateOrder(tx, order.id, { status: 'CANCELLED' })
  await notifyLatePayment(tx, platform, payment, order)
}

/** What a payment that came to nothing means for its order. */
export async function applyOrderPaymentFailed(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
): Promise<void> {
  const order = await lockOrder(tx, payment.subjectId)
  // Only the newest attempt can end what it pays; an older one says nothing any more.
  const newest = await findNewestPayment(tx, order.id)
  if (!isOrderPayable(order) || newest?.id !== payment.id) return
  await releaseStock(tx, order.id)
  await updateOrder(tx, order.id, { status: 'CANCELLED' })
  await notifyBuyer(tx, platform, order, 'ORDER_CANCELLED')
  await queueOrderMail(tx, platform, order.id, paymentFailedMail)
}

/** Orders that wait for their payment for longer than this, in milliseconds, are confirmed by mail as they are. */
const CONFIRM_AFTER_MS = 60_000
/** No order is locked for longer than as many take: a payment may be waiting for it. */
const CONFIRM_BATCH = 50

/** Tells the buyers of orders that were not paid at once that they have come in. */
export async function confirmUnpaidOrders(platform: Platform): Promise<void> {
  const { db, now } = platform
  const placedBefore = new Date(now().getTime() - CONFIRM_AFTER_MS)
  const tellSome = () =>
    db.transaction(async tx => {
      const told = await claimUnconfirmedOrders(tx, placedBefore, CONFIRM_BATCH)
      for (const id of told) await queueOrderMail(tx, platform, id, orderReceivedMail)
      return told.length
    })
  while ((await tellSome()) === CONFIRM_BATCH);
}

/**
 * Turns an order into a paid one: from what it holds or, when its hold is gone, from stock taken anew.
 * @returns false when there is not enough of everything any more; then nothing is sold
 */
export async function markOrderPaid(
  tx: Tx,
  platform: Platform,
  order: { id: string; userId: string },
): Promise<boolean> {
  const { now } = platform
  const bought = await sellOrderStock(tx, order.id, now())
  if (!bought) return false
  await updateOrder(tx, order.id, { status: 'PAID', paidAt: now() })
  await removePurchasedLines(tx, order.userId, bought)
  return true
}

/**
 * Takes the pieces of an order off the shelf: those that it holds or, when its hold is gone, from stock; holds of others
 * that have expired give way.
 * @returns the products, or null when there is not enough of everything; then nothing is sold
 */
export async function sellOrderStock(tx: Tx, orderId: string, now: Date): Promise<string[] | null> {
  const bought = await listOrderQuantities(tx, orderId)
  const sold = (await sellHeldStock(tx, orderId)) || (await sellAvailableStock(tx, orderId, bought, now))
  return sold ? bought.map(({ productId }) => productId) : null
}
