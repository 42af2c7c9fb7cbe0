import { removeBought } from '../cart/service.ts'
import { claimStock, releaseStock, takeStock } from '../catalog/stock.service.ts'
import {
  orderReceivedMail,
  orderRefundedMail,
  paymentFailedMail,
  type orderPaidMail,
} from '../orders/contract.ts'
import { takesPayment } from '../orders/rules.ts'
import { lockOrder, mailFacts, markCancelled, markPaid, markTold, wantedBy } from '../orders/service.ts'
import { refundInFull } from '../payments/refund.service.ts'
import { newestPayment, type PaymentRow } from '../payments/service.ts'
import { queueMail } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'
import { invoiceJob } from './invoice.service.ts'

/** What a payment that turned out paid means for its order. `platform.db` is the transaction. */
export async function orderPaid(platform: Platform, payment: PaymentRow): Promise<void> {
  const { db: tx, jobs, log } = platform
  const order = await lockOrder(tx, payment.subjectId)
  // One that was paid, given back and so cancelled is over: its stock and its money were booked already.
  if (order.paidAt || !takesPayment[order.status]) {
    log.warn({ paymentId: payment.id }, 'an order was paid a second time; the money goes back')
    return refundInFull(tx, jobs, payment, 'paid a second time')
  }
  if (await completeOrder(platform, order)) {
    return jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: order.id })
  }
  log.warn({ paymentId: payment.id }, 'sold out before the payment came in; the money goes back')
  await refundInFull(tx, jobs, payment, 'sold out before the payment came in')
  await markCancelled(tx, order.id)
  await mailAbout(platform, order.id, orderRefundedMail)
}

/** What a payment that came to nothing means for its order. `platform.db` is the transaction. */
export async function orderUnpaid(platform: Platform, payment: PaymentRow): Promise<void> {
  const { db: tx } = platform
  const order = await lockOrder(tx, payment.subjectId)
  // Only the newest attempt can end what it pays; an older one says nothing any more.
  const newest = await newestPayment(tx, order.id)
  if (order.status !== 'PENDING' || newest?.id !== payment.id) return
  await releaseStock(tx, order.id)
  await markCancelled(tx, order.id)
  await mailAbout(platform, order.id, paymentFailedMail)
}

/** Orders that wait for their payment for longer than this, in milliseconds, are confirmed by mail as they are. */
const UNTOLD = 60_000

/** Tells the buyers of orders that were not paid at once that they have come in. */
export async function tellReceived(platform: Platform): Promise<void> {
  const { db, now } = platform
  await db.transaction(async tx => {
    for (const id of await markTold(tx, new Date(now().getTime() - UNTOLD))) {
      await mailAbout({ ...platform, db: tx }, id, orderReceivedMail)
    }
  })
}

/**
 * Turns an order into a paid one: from what it holds or, when its hold is gone, from stock taken anew.
 * @returns false when there is not enough of everything any more; then nothing has changed
 */
export async function completeOrder(
  platform: Platform,
  order: { id: string; userId: string },
): Promise<boolean> {
  const { db: tx, now } = platform
  const bought = await wantedBy(tx, order.id)
  const sold = (await claimStock(tx, order.id)) || (await takeStock(tx, order.id, bought))
  if (!sold) return false
  await markPaid(tx, order.id, now())
  const productIds = bought.map(line => line.productId)
  await removeBought(tx, order.userId, productIds)
  return true
}

type OrderMail = typeof orderPaidMail

/** Keeps a mail about an order for its buyer. `platform.db` is the transaction. */
export async function mailAbout(
  { db: tx, jobs, config, origin }: Platform,
  orderId: string,
  template: OrderMail,
): Promise<void> {
  const { email, ...facts } = await mailFacts(tx, orderId)
  const url = `${origin()}/order-confirmation/${orderId}`
  await queueMail(tx, jobs, template, email, { ...facts, url, shopName: config.shopName })
}
