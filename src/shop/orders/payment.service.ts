import { takeBackStoreCredit } from '../../money/credit/chargeback.service.ts'
import { blockCardsOfLines, voidGiftCards } from '../../money/credit/giftCards.service.ts'
import { creditNoteJob, invoiceJob, type InvoiceSource } from '../../money/invoices/issue.service.ts'
import type { PaidOutcome, PaymentEffects } from '../../money/payments/effects.service.ts'
import { lockRefundablePayments, sumLeft } from '../../money/payments/refund.service.ts'
import { findNewestPayment, type PaymentRow } from '../../money/payments/service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import { sql, type SQL } from 'drizzle-orm'
import { deliveryCountries } from '../../wire/deliveryCountries.ts'
import { promiseDelivery } from '../../wire/delivery.ts'
import type { DeliverySettings } from '../../wire/deliverySettings.ts'
import type { Db, Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { removePurchasedLines } from '../cart/service.ts'
import { releaseStock, restockProducts, sellAvailableStock, sellHeldStock } from '../catalog/stock.service.ts'
import { notifyStockCrossings } from '../catalog/stockNotice.service.ts'
import * as contract from './contract.ts'
import { listGiftCardLines } from './giftCards.service.ts'
import { deliverDigitalLines, takeBackRefundedLines } from './digital.service.ts'
import {
  notifyAdminsOfOrder,
  notifyBuyers,
  orderPath,
  orderSubject,
  queueOrderMails,
} from './notices.service.ts'
import {
  findOrderNumbers,
  isOrderPayable,
  listOrderQuantities,
  lockOrder,
  orderNotFound,
  type OrderRow,
  readOrderInvoiceData,
  updateOrder,
} from './service.ts'
import { updatePurchasedWishes } from './purchasedWishes.service.ts'
import { orders } from './table.ts'
import { acceptsPayment } from './transition.rules.ts'

export const orderPaymentEffects: PaymentEffects = {
  describe: async (db, id) => orderSubject({ id, number: await getOrderNumber(db, id) }),
  async onPaid(tx, platform, payment) {
    const order = await lockOrder(tx, payment.subjectId)
    if (!acceptsPayment(order) && order.paidAt) return 'DUPLICATE'
    // One that was cancelled meanwhile has given back what cards were to pay: the rest does not pay it.
    const isWhole = payment.amountCents === order.totalAmount - order.creditCents
    const paid = acceptsPayment(order) && isWhole ? await markOrderPaid(tx, platform, order) : null
    if (!paid) return refuseLatePayment(tx, platform, payment, order)
    await recordOrderPaid(tx, platform, order, paid)
    return 'ACCEPTED'
  },
  async onFailed(tx, platform, payment) {
    const order = await lockOrder(tx, payment.subjectId)
    // Only a failure of the newest attempt cancels the order; older attempts were replaced.
    const newest = await findNewestPayment(tx, order.id)
    if (!isOrderPayable(order) || newest?.id !== payment.id) return
    await releaseStock(tx, order.id)
    await updateOrder(tx, order.id, { status: 'CANCELLED', now: platform.now() })
    const more = { isBrokenOff: payment.status === 'CANCELLED' }
    await queueOrderMails(tx, platform, contract.paymentFailedMail, [{ orderId: order.id, more }])
  },
  mailDuplicatePayment: (tx, platform, { subjectId: orderId }) =>
    queueOrderMails(tx, platform, contract.orderPaidTwiceMail, [{ orderId }]),
  async onExternalRefund(tx, platform, payment, refund) {
    const { userId, subjectId: id } = payment
    const { id: refundId, amountCents } = refund
    await platform.jobs.send(tx, creditNoteJob, { refundId })
    await updatePurchasedWishes(tx, id)
    const order = { id, userId, number: await getOrderNumber(tx, id) }
    await notifyOrderRefunded(tx, order, refundId, amountCents)
    const leftCents = sumLeft(await lockRefundablePayments(tx, id))
    // The order is not locked here: see `issueOrderRefund`. The codes themselves are.
    if (leftCents > 0) return
    const { codes } = await takeBackRefundedLines(tx, platform, id, [], true)
    if (codes.length > 0) await restockProducts(tx, id, codes, 'paid back')
    // Only what left nothing can have gone back twice.
    const lines = await listGiftCardLines(tx, id)
    await takeBackStoreCredit(tx, payment, refund, lines)
    await voidGiftCards(tx, lines, platform.now())
  },
  async onChargeback(tx, platform, payment, chargeback) {
    const lines = await listGiftCardLines(tx, payment.subjectId)
    await takeBackStoreCredit(tx, payment, chargeback, lines)
    await blockCardsOfLines(tx, lines, platform.now())
  },
  findNumbers: findOrderNumbers,
}

async function getOrderNumber(db: Db, orderId: string): Promise<string> {
  const number = (await findOrderNumbers(db, [orderId])).get(orderId)
  if (number === undefined) throw orderNotFound()
  return number
}

export const notifyOrderRefunded = (
  tx: Tx,
  { id, userId, number }: Pick<OrderRow, 'id' | 'userId' | 'number'>,
  refundId: string,
  cents: number,
): Promise<void> =>
  notifyUser(tx, userId, {
    kind: 'ORDER_REFUNDED',
    params: { number, cents },
    about: refundId,
    path: orderPath(id),
  })

/** Cancels an order with a late payment; the payment engine refunds the payment. */
async function refuseLatePayment(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  order: OrderRow,
): Promise<PaidOutcome> {
  const { id, number, totalAmount, creditCents } = order
  const isPart = payment.amountCents !== totalAmount - creditCents
  // One that was opened again can still be paid in whole.
  if (!(isPart && isOrderPayable(order)))
    await updateOrder(tx, id, { status: 'CANCELLED', now: platform.now() })
  const wasCancelled = order.isClosed || isPart
  const about = { params: { number, cents: payment.amountCents }, about: payment.id }
  const { adminPath, buyerPath } = orderSubject({ id, number })
  await notifyAdmins(tx, { kind: 'LATE_PAYMENT', ...about, path: adminPath })
  await notifyUser(tx, payment.userId, { kind: 'PAID_TOO_LATE', ...about, path: buyerPath })
  await queueOrderMails(tx, platform, contract.orderRefundedMail, [{ orderId: id, more: { wasCancelled } }])
  return { tooLate: wasCancelled ? 'paid after it was cancelled' : 'sold out before the payment came in' }
}

/** The data of an order's invoice, and the mails that it is attached to. */
export const orderInvoices: InvoiceSource = {
  readInvoiceData: readOrderInvoiceData,
  mailInvoice: (tx, platform, { id: invoiceId, subjectId: orderId }) =>
    queueOrderMails(tx, platform, contract.orderPaidMail, [{ orderId, more: { invoiceId } }]),
  mailCreditNote: (tx, platform, { id: invoiceId, subjectId: orderId, content }, totalCents) =>
    queueOrderMails(tx, platform, contract.orderCreditedMail, [
      { orderId, more: { invoiceId, totalCents, isToCredit: content.isToCredit ?? false } },
    ]),
}

/**
 * The effects of a paid order, from a provider or by hand: the cart, the notification and the invoice. The buyer of an order
 * that is delivered already was told that.
 */
export async function recordOrderPaid(
  tx: Tx,
  platform: Platform,
  order: OrderRow,
  { isDelivered }: { isDelivered: boolean },
): Promise<void> {
  await removeOrderFromCart(tx, order)
  if (!isDelivered) await notifyBuyers(tx, platform, [order], 'ORDER_PAID')
  await notifyAdminsOfOrder(tx, order)
  await platform.jobs.send(tx, invoiceJob, { kind: 'ORDER', subjectId: order.id })
}

export async function removeOrderFromCart(tx: Tx, { id, userId }: Pick<OrderRow, 'id' | 'userId'>) {
  const bought = await listOrderQuantities(tx, id)
  await removePurchasedLines(
    tx,
    userId,
    bought.map(({ productId }) => productId),
  )
}

/**
 * Sells an order's stock, delivers what is digital of it, and marks it as PAID; an order of which everything is delivered
 * becomes DELIVERED at once.
 * @returns whether it is delivered; null when there is not enough stock, then nothing is sold
 */
export async function markOrderPaid(
  tx: Tx,
  platform: Platform,
  order: Pick<OrderRow, 'id' | 'userId' | 'number'>,
): Promise<{ isDelivered: boolean } | null> {
  const now = platform.now()
  if (!(await sellOrderStock(tx, platform, order.id))) return null
  const { isWhole: isDelivered } = await deliverDigitalLines(tx, platform, order)
  await updateOrder(
    tx,
    order.id,
    isDelivered
      ? { status: 'DELIVERED', paidAt: now, deliveredAt: now, now }
      : {
          status: 'PAID',
          paidAt: now,
          promisedOn: promisedDaySql(platform.settings.current.delivery, now),
          now,
        },
  )
  return { isDelivered }
}

/** SQL of the day on which the parcel of the order is to arrive; null when none is sent, or to a country without a promise. */
function promisedDaySql(delivery: DeliverySettings | null, now: Date): SQL<string | null> | null {
  if (delivery === null) return null
  const days = deliveryCountries.flatMap(({ name, code }) => {
    const promise = promiseDelivery(delivery, code, now)
    return promise ? [[name.toLowerCase(), promise.day]] : []
  })
  const byCountry = JSON.stringify(Object.fromEntries(days))
  return sql<string | null>`(${byCountry}::jsonb ->> lower(trim(${orders.shippingCountry})))::date`
}

/**
 * Sells the held stock of an order or, when its hold is gone, free stock, for which expired holds of other orders are
 * released. Admins are notified of what is low or sold out by it.
 * @returns false when there is too little of any product; then nothing is sold
 */
export async function sellOrderStock(
  tx: Tx,
  { settings, now }: Pick<Platform, 'settings' | 'now'>,
  orderId: string,
): Promise<boolean> {
  const sold =
    (await sellHeldStock(tx, orderId)) ??
    (await sellAvailableStock(tx, orderId, await listOrderQuantities(tx, orderId), now()))
  if (!sold) return false
  await notifyStockCrossings(tx, sold, settings.current.lowStockThreshold)
  return true
}
