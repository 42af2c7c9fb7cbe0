import type { z } from 'zod'
import { giftReturnedMail } from '../../live/gifts/contract.ts'
import { loadGiftPurchaseDetails } from '../../live/gifts/giftPurchase.service.ts'
import { minutesPaidTwiceMail } from '../../money/minutes/contract.ts'
import { getMinutePurchaseInvoiceData } from '../../money/minutes/service.ts'
import { notifyUser, notifyAdmins, notifyUsers } from '../../people/notifications/service.ts'
import { orderPaidTwiceMail, orderRefundedMail, type orderPaidMail } from '../orders/contract.ts'
import { readOrderMailData, type OrderRow } from '../orders/service.ts'
import { type AppliedPayment, findPayment, type PaymentRow } from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import { queueMail, queueMails } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import type { MailTemplate } from '../../wire/mail.ts'

/** What a payment is of, in the words of a sentence, and where an admin finds it. */
async function describeSubject(
  tx: Tx,
  { kind, subjectId }: PaymentRow,
): Promise<{ subject: string; path: string }> {
  if (kind === 'MINUTES') return { subject: 'een aankoop van minuten', path: '/admin/refunds' }
  if (kind === 'GIFT') return { subject: 'een cadeau', path: '/admin/gifts' }
  const { number } = await readOrderMailData(tx, subjectId)
  return { subject: `bestelling ${number}`, path: `/admin/orders/${subjectId}` }
}

/** What admins have to know of what the provider said. */
export async function notifyPaymentIssues(
  tx: Tx,
  { log }: Platform,
  { payment, problem, chargeBack }: AppliedPayment,
): Promise<void> {
  const { id: paymentId } = payment
  if (problem) {
    log.error({ paymentId, problem }, 'a payment does not add up')
    await notifyPaymentMismatch(tx, payment)
  }
  if (chargeBack) {
    const { id: about, amountCents: cents } = chargeBack
    log.error({ paymentId, cents }, 'a payment was charged back')
    const { subject, path } = await describeSubject(tx, payment)
    await notifyAdmins(tx, { kind: 'CHARGE_BACK', params: { subject, cents }, about, path })
  }
}

/** The provider says something else of a payment than we do. */
export async function notifyPaymentMismatch(tx: Tx, payment: PaymentRow): Promise<void> {
  const { subject, path } = await describeSubject(tx, payment)
  await notifyAdmins(tx, { kind: 'PAYMENT_MISMATCH', params: { subject }, about: payment.id, path })
}

/** Tells the buyer and every admin that a second payment goes back. */
export async function notifyDuplicatePayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { id: about, kind, subjectId, userId, amountCents: cents } = payment
  const { subject, path } = await describeSubject(tx, payment)
  await notifyAdmins(tx, { kind: 'SECOND_PAYMENT', params: { subject, cents }, about, path })
  const page = kind === 'ORDER' ? orderPath(subjectId) : '/dashboard'
  await notifyUser(tx, userId, { kind: 'PAID_TWICE', params: { subject, cents }, about, path: page })
  if (kind === 'ORDER') await queueOrderMail(tx, platform, subjectId, orderPaidTwiceMail)
  else if (kind === 'MINUTES') await mailDuplicateMinutesPayment(tx, platform, payment)
  else await mailDuplicateGiftPayment(tx, platform, payment)
}

async function mailDuplicateMinutesPayment(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  { subjectId, amountCents: totalCents }: PaymentRow,
): Promise<void> {
  const { email } = await getMinutePurchaseInvoiceData(tx, subjectId)
  const props = { totalCents, url: `${origin()}/dashboard`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, minutesPaidTwiceMail, email, props)
}

async function mailDuplicateGiftPayment(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  { subjectId, amountCents: totalCents }: PaymentRow,
): Promise<void> {
  const { email } = await loadGiftPurchaseDetails(tx, subjectId)
  const props = { totalCents, url: `${origin()}/gifts`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, giftReturnedMail, email, { why: 'TWICE', ...props })
}

/** Tells the buyer and every admin that a payment came when its order could not go on. */
export async function notifyLatePayment(
  tx: Tx,
  platform: Platform,
  payment: PaymentRow,
  { id, number, isClosed: wasCancelled }: OrderRow,
): Promise<void> {
  const news = { params: { number, cents: payment.amountCents }, about: payment.id }
  await notifyAdmins(tx, { kind: 'LATE_PAYMENT', ...news, path: `/admin/orders/${id}` })
  await notifyUser(tx, payment.userId, { kind: 'PAID_TOO_LATE', ...news, path: orderPath(id) })
  await queueOrderMail(tx, platform, id, orderRefundedMail, { wasCancelled })
}

/**
 * Tells a buyer in the shop itself what became of an order. The order is locked, and becomes this
 * in the same transaction: the moment is what tells it from another time that it did.
 */
export const notifyBuyer = (
  tx: Tx,
  { now }: Platform,
  { id, userId, number }: Pick<OrderRow, 'id' | 'userId' | 'number'>,
  kind: 'ORDER_PAID' | 'ORDER_SHIPPED' | 'ORDER_DELIVERED' | 'ORDER_CANCELLED',
): Promise<void> =>
  notifyUser(tx, userId, {
    kind,
    params: { number },
    about: `${id} ${now().toISOString()}`,
    path: orderPath(id),
  })

/** Tells the buyers of several orders, as `notifyBuyer` does one. */
export const notifyBuyers = (
  tx: Tx,
  { now }: Platform,
  told: Pick<OrderRow, 'id' | 'userId' | 'number'>[],
  kind: 'ORDER_SHIPPED',
): Promise<void> =>
  notifyUsers(
    tx,
    told.map(({ id, userId, number }) => ({
      userId,
      kind,
      params: { number },
      about: `${id} ${now().toISOString()}`,
      path: orderPath(id),
    })),
  )

const orderPath = (orderId: string): string => `/order-confirmation/${orderId}`

type OrderMailProps = z.input<typeof orderPaidMail.props>

/**
 * Keeps a mail about an order for its buyer.
 * @param more what this template says beyond the order itself
 */
export async function queueOrderMail<Props extends z.ZodType<unknown, OrderMailProps>>(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  orderId: string,
  template: MailTemplate<Props>,
  more?: Omit<z.input<Props>, keyof OrderMailProps>,
): Promise<void> {
  const { email, ...facts } = await readOrderMailData(tx, orderId)
  const props = { ...facts, url: origin() + orderPath(orderId), shopName: settings.current.shopName, ...more }
  await queueMail(tx, jobs, template, email, props as z.input<Props>)
}

/**
 * Keeps mails about several orders for their buyers, as `queueOrderMail` does one, in two statements.
 */
export const queueOrderMails = <Props extends z.ZodType<unknown, OrderMailProps>>(
  tx: Tx,
  { jobs, settings, origin }: Platform,
  template: MailTemplate<Props>,
  letters: { order: OrderRow; email: string; more: Omit<z.input<Props>, keyof OrderMailProps> }[],
): Promise<void> =>
  queueMails(
    tx,
    jobs,
    template,
    letters.map(({ order, email, more }) => {
      const facts = {
        number: order.number,
        totalCents: order.totalAmount,
        isSent: order.shippingStreet !== null,
      }
      const props = {
        ...facts,
        url: origin() + orderPath(order.id),
        shopName: settings.current.shopName,
        ...more,
      }
      return { recipient: email, props: props as z.input<Props> }
    }),
  )

export async function notifyMinutesCredited(tx: Tx, purchaseId: string): Promise<void> {
  const { userId, minutes } = await getMinutePurchaseInvoiceData(tx, purchaseId)
  await notifyUser(tx, userId, {
    kind: 'MINUTES_CREDITED',
    params: { minutes },
    about: purchaseId,
    path: '/live',
  })
}

type RefundAmount = { id: string; amountCents: number }

/** Money is to go back that no provider can give back. */
export async function notifyManualRefund(
  tx: Tx,
  { id, amountCents: cents, paymentId }: RefundAmount & { paymentId: string },
): Promise<void> {
  const { subject, path } = await describeSubject(tx, (await findPayment(tx, paymentId)) as PaymentRow)
  await notifyAdmins(tx, { kind: 'REFUND_BY_HAND', params: { subject, cents }, about: id, path })
}

/** A person gave money back at the provider. Its buyer hears of it as of any refund of what was billed. */
export async function notifyExternalRefund(
  tx: Tx,
  payment: PaymentRow,
  { id: about, amountCents: cents, credits }: RefundAmount & { credits: boolean },
): Promise<void> {
  const { subject, path } = await describeSubject(tx, payment)
  await notifyAdmins(tx, { kind: 'REFUND_OUTSIDE', params: { subject, cents }, about, path })
  if (!credits) return
  const { kind, userId, subjectId } = payment
  if (kind === 'MINUTES') {
    const facts = { minutes: 0, cents }
    return notifyUser(tx, userId, { kind: 'MINUTES_REFUNDED', params: facts, about, path: '/dashboard' })
  }
  if (kind === 'GIFT')
    return notifyUser(tx, userId, { kind: 'GIFT_REFUNDED', params: { cents }, about, path: '/gifts' })
  const { number } = await readOrderMailData(tx, subjectId)
  const facts = { number, cents }
  await notifyUser(tx, userId, { kind: 'ORDER_REFUNDED', params: facts, about, path: orderPath(subjectId) })
}

/** A refund does not arrive, whichever attempt it was; a person is to see to it. */
export async function notifyRefundFailed(
  tx: Tx,
  { id, attempt, amountCents: cents, payment }: RefundAmount & { attempt: number; payment: PaymentRow },
): Promise<void> {
  const { subject, path } = await describeSubject(tx, payment)
  const about = `${id} ${attempt}`
  await notifyAdmins(tx, { kind: 'REFUND_FAILED', params: { subject, cents }, about, path })
}
