import { removeBought } from '../cart/service.ts'
import { claimStock, releaseStock, takeStock } from '../catalog/stock.service.ts'
import { orderReceivedMail, paymentFailedMail } from '../orders/contract.ts'
import { takesPayment } from '../orders/move.rules.ts'
import { changeOrder, isPayable, lockOrder, markTold, type OrderRow, wantedBy } from '../orders/service.ts'
import { findNewestPayment, type PaymentRow } from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { invoiceJob } from './invoice.service.ts'
import { mailAbout, tellBuyer, tellLatePayment } from './news.service.ts'
import { paidTwice, payBackInFull } from './payback.service.ts'

/** What a payment that turned out paid means for its order. */
export async function orderPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { jobs } = platform
  const order = await lockOrder(tx, payment.subjectId)
  if (!takesPayment(order))
    return order.paidAt ? paidTwice(tx, platform, payment) : paidTooLate(tx, platform, payment, order)
  if (!(await completeOrder(tx, platform, order))) return paidTooLate(tx, platform, payment, order)
  await tellBuyer(tx, platform, order, 'ORDER_PAID')
  return jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: order.id })
}

/** Nothing is left to sell, or the shop had cancelled it: the order ends, and all of the money goes back. */
async function paidTooLate(tx: Tx, platform: Platform, payment: PaymentRow, order: OrderRow): Promise<void> {
  const { log } = platform
  const reason = order.isClosed ? 'paid after it was cancelled' : 'sold out before the payment came in'
  log.warn({ paymentId: payment.id }, `${reason}; the money goes back`)
  await payBackInFull(tx, platform, payment, reason)
  await changeOrder(tx, order.id, { status: 'CANCELLED' })
  await tellLatePayment(tx, platform, payment, order)
}

/** What a payment that came to nothing means for its order. */
export async function orderUnpaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const order = await lockOrder(tx, payment.subjectId)
  // Only the newest attempt can end what it pays; an older one says nothing any more.
  const newest = await findNewestPayment(tx, order.id)
  if (!isPayable(order) || newest?.id !== payment.id) return
  await releaseStock(tx, order.id)
  await changeOrder(tx, order.id, { status: 'CANCELLED' })
  await tellBuyer(tx, platform, order, 'ORDER_CANCELLED')
  await mailAbout(tx, platform, order.id, paymentFailedMail)
}

/** Orders that wait for their payment for longer than this, in milliseconds, are confirmed by mail as they are. */
const UNTOLD = 60_000
/** No order is locked for longer than as many take: a payment may be waiting for it. */
const TOLD_AT_ONCE = 50

/** Tells the buyers of orders that were not paid at once that they have come in. */
export async function tellReceived(platform: Platform): Promise<void> {
  const { db, now } = platform
  const placedBefore = new Date(now().getTime() - UNTOLD)
  const tellSome = () =>
    db.transaction(async tx => {
      const told = await markTold(tx, placedBefore, TOLD_AT_ONCE)
      for (const id of told) await mailAbout(tx, platform, id, orderReceivedMail)
      return told.length
    })
  while ((await tellSome()) === TOLD_AT_ONCE);
}

/**
 * Turns an order into a paid one: from what it holds or, when its hold is gone, from stock taken anew.
 * @returns false when there is not enough of everything any more; then nothing is sold
 */
export async function completeOrder(
  tx: Tx,
  platform: Platform,
  order: { id: string; userId: string },
): Promise<boolean> {
  const { now } = platform
  const bought = await sellPieces(tx, order.id, now())
  if (!bought) return false
  await changeOrder(tx, order.id, { status: 'PAID', paidAt: now() })
  await removeBought(tx, order.userId, bought)
  return true
}

/**
 * Takes the pieces of an order off the shelf: those that it holds or, when its hold is gone, from stock; holds of others
 * that have expired give way.
 * @returns the products, or null when there is not enough of everything; then nothing is sold
 */
export async function sellPieces(tx: Tx, orderId: string, now: Date): Promise<string[] | null> {
  const bought = await wantedBy(tx, orderId)
  const sold = (await claimStock(tx, orderId)) || (await takeStock(tx, orderId, bought, now))
  return sold ? bought.map(({ productId }) => productId) : null
}
