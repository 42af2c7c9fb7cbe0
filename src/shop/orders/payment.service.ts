import { takeBackStoreCredit } from '../../money/credit/chargeback.service.ts'
import { creditNoteJob, invoiceJob, type InvoiceSource } from '../../money/invoices/issue.service.ts'
import type { PaidOutcome, PaymentEffects } from '../../money/payments/effects.service.ts'
import { lockRefundablePayments, sumLeft } from '../../money/payments/refund.service.ts'
import { findNewestPayment, type PaymentRow } from '../../money/payments/service.ts'
import { notifyAdmins, notifyUser } from '../../people/notifications/service.ts'
import { sql, type SQL } from 'drizzle-orm'
import { deliveryCountries } from '../../wire/countries.ts'
import { promiseDelivery } from '../../wire/delivery.ts'
import type { DeliverySettings } from '../../wire/deliverySettings.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { removePurchasedLines } from '../cart/service.ts'
import * as contract from './contract.ts'
import { followOrder } from './effects.service.ts'
import { listOrderLines } from './lines/kind.service.ts'
import {
  accountLines,
  blockLines,
  deliverOrderLines,
  readReturnedLines,
  releaseLines,
  sellLines,
  takeBackAccounts,
  takeBackLines,
} from './lines/service.ts'
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
import { orders } from './table.ts'
import { acceptsPayment } from './transition.rules.ts'

export const orderPaymentEffects: PaymentEffects = {
  describe: async (db, id) => orderSubject({ id, number: await getOrderNumber(db, id) }),
  async onPaid(tx, platform, payment) {
    const order = await lockOrder(tx, payment.subjectId)
    if (!acceptsPayment(order) && order.paidAt) return 'DUPLICATE'
    // One that was cancelled meanwhile has given back the part that cards were to pay: the rest does not pay it.
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
    await releaseLines(tx, order.id)
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
    await followOrder('onRefunded', tx, id)
    const order = { id, userId, number: await getOrderNumber(tx, id) }
    await notifyOrderRefunded(tx, order, refundId, amountCents)
    const leftCents = sumLeft(await lockRefundablePayments(tx, id))
    // The order is not locked here: see `issueOrderRefund`. The codes themselves are.
    if (leftCents > 0) return
    const now = platform.now()
    const lines = await readReturnedLines(tx, id)
    await takeBackLines(tx, id, lines, now, false)
    // Only a refund that left nothing can have gone back twice.
    await takeBackStoreCredit(tx, payment, refund, accountLines(lines))
    await takeBackAccounts(tx, lines, now, true)
  },
  async onChargeback(tx, platform, payment, chargeback) {
    const lines = await listOrderLines(tx, payment.subjectId)
    await takeBackStoreCredit(tx, payment, chargeback, accountLines(lines))
    await blockLines(tx, lines, platform.now())
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
 * Sells an order's stock, delivers its digital lines, and marks it as PAID; an order of which everything is delivered becomes DELIVERED at
 * once.
 * @returns whether it is delivered; null when there is not enough stock, then nothing is sold
 */
export async function markOrderPaid(
  tx: Tx,
  platform: Platform,
  order: Pick<OrderRow, 'id' | 'userId' | 'number'>,
): Promise<{ isDelivered: boolean } | null> {
  const now = platform.now()
  if (!(await sellLines(tx, platform, order.id))) return null
  const { isWhole: isDelivered } = await deliverOrderLines(tx, platform, order)
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
