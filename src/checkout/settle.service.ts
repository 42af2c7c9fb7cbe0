import { emailOf } from '../accounts/service.ts'
import { removeBought } from '../cart/service.ts'
import { claimStock, releaseStock, takeStock } from '../catalog/stock.service.ts'
import { cancelPurchase, creditPurchase } from '../minutes/service.ts'
import { orderPaidMail, orderRefundedMail } from '../orders/contract.ts'
import { onPaid } from '../orders/rules.ts'
import { lockOrder, markCancelled, markPaid, wantedBy, type OrderRow } from '../orders/service.ts'
import {
  adoptProviderId,
  applyTruth,
  expireUnstarted,
  findByProviderId,
  findPayment,
  newestPayment,
  refundInFull,
  type PaymentGateways,
  type PaymentRow,
} from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import { queueMail } from '../platform/mail.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * The one way in which a payment takes effect, whoever asks: the webhook, the customer's return, or the reconciler.
 * Fetches the truth from the provider, then applies it once, with all that follows, in one transaction.
 * @returns the payment as it is now
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settle(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
  timeoutMs?: number,
): Promise<PaymentRow> {
  if (!payment.providerId) return payment
  const truth = await gateways[payment.kind].fetch(payment.providerId, timeoutMs)
  if (!truth) {
    platform.log.error({ paymentId: payment.id }, 'the provider does not know this payment; it stays open')
    return payment
  }
  return move(platform, payment, tx => applyTruth(tx, payment.id, truth, platform.now()))
}

/** An attempt that never reached the provider gives up what it held. */
export const giveUp = (platform: Platform, payment: PaymentRow): Promise<PaymentRow> =>
  move(platform, payment, tx => expireUnstarted(tx, payment.id, platform.now()))

async function move(
  platform: Platform,
  payment: PaymentRow,
  apply: (tx: Db) => Promise<PaymentRow | null>,
): Promise<PaymentRow> {
  const moved = await platform.db.transaction(async tx => {
    const changed = await apply(tx)
    if (changed) await follow({ ...platform, db: tx }, changed)
    return changed
  })
  if (moved?.kind === 'MINUTES' && moved.status === 'PAID') {
    platform.bus.publish('minutes.changed', { userId: moved.userId })
  }
  return moved ?? (await findPayment(platform.db, payment.id)) ?? payment
}

/**
 * A webhook names a payment by the provider's id. It may come before we have written that id down, and after a crash
 * we never do; the provider also keeps ours, and by that the payment is found.
 */
export async function settleByProviderId(
  platform: Platform,
  gateways: PaymentGateways,
  providerId: string,
): Promise<void> {
  const { db } = platform
  const known = await findByProviderId(db, gateways.ORDER.name, providerId)
  const payment = known ?? (await adopt(db, gateways, providerId))
  if (payment) await settle(platform, gateways, payment)
}

async function adopt(db: Db, gateways: PaymentGateways, providerId: string): Promise<PaymentRow | undefined> {
  const truth = await gateways.ORDER.fetch(providerId)
  return truth?.paymentId ? adoptProviderId(db, truth.paymentId, providerId) : undefined
}

/** What a payment that moved means for what it pays. `platform.db` is the transaction. */
async function follow(platform: Platform, payment: PaymentRow): Promise<void> {
  const { db: tx } = platform
  if (payment.status === 'PAID') {
    return payment.kind === 'ORDER' ? settleOrder(platform, payment) : settleMinutes(platform, payment)
  }
  if (payment.status === 'OPEN' || payment.status === 'PENDING' || payment.status === 'AUTHORIZED') return
  // Only the newest attempt can end what it pays; an older one says nothing any more.
  const newest = await newestPayment(tx, payment.subjectId)
  if (newest?.id !== payment.id) return
  if (payment.kind === 'MINUTES') return cancelPurchase(tx, payment.subjectId)
  const order = await lockOrder(tx, payment.subjectId)
  if (order.status !== 'PENDING') return
  await releaseStock(tx, order.id)
  await markCancelled(tx, order.id)
}

async function settleMinutes({ db: tx, jobs, now }: Platform, payment: PaymentRow): Promise<void> {
  const credited = await creditPurchase(tx, payment.subjectId, now())
  if (!credited) await refundInFull(tx, jobs, payment, 'paid a second time')
}

async function settleOrder(platform: Platform, payment: PaymentRow): Promise<void> {
  const { db: tx, jobs } = platform
  const order = await lockOrder(tx, payment.subjectId)
  const step = onPaid[order.status]
  if (step === 'REFUND') return refundInFull(tx, jobs, payment, 'paid a second time')
  if (step === 'CLAIM') {
    if (await completeOrder(platform, order)) return
  } else if (await takeAndComplete(platform, order)) return
  // Nothing is left to send: the money goes back, and the customer hears of it.
  await refundInFull(tx, jobs, payment, 'sold out before the payment came in')
  if (order.status !== 'CANCELLED') await markCancelled(tx, order.id)
  await mailAbout(platform, order, orderRefundedMail)
}

/** Turns a PENDING order into a paid one, from what it holds, or anew when its hold has expired. */
export async function completeOrder(platform: Platform, order: OrderRow): Promise<boolean> {
  const claimed = await claimStock(platform.db, order.id)
  if (claimed === 0) return takeAndComplete(platform, order)
  await complete(platform, order)
  return true
}

async function takeAndComplete(platform: Platform, order: OrderRow): Promise<boolean> {
  const taken = await takeStock(platform.db, await wantedBy(platform.db, order.id))
  if (taken) await complete(platform, order)
  return taken
}

async function complete(platform: Platform, order: OrderRow): Promise<void> {
  const { db: tx, now } = platform
  await markPaid(tx, order.id, now())
  const bought = await wantedBy(tx, order.id)
  await removeBought(
    tx,
    order.userId,
    bought.map(line => line.productId),
  )
  await mailAbout(platform, order, orderPaidMail)
}

async function mailAbout(
  { db: tx, jobs, config, origin }: Platform,
  order: OrderRow,
  template: typeof orderPaidMail,
): Promise<void> {
  await queueMail(tx, jobs, template, await emailOf(tx, order.userId), {
    number: order.number,
    url: `${origin()}/order-confirmation/${order.id}`,
    totalCents: order.totalAmount,
    shopName: config.shopName,
  })
}
