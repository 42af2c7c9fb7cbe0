import { cancelPurchase, creditPurchase } from '../minutes/service.ts'
import type { Truth } from '../payments/contract.ts'
import { refundInFull } from '../payments/refund.service.ts'
import { isSettled } from '../payments/rules.ts'
import {
  adoptProviderId,
  applyTruth,
  expireUnstarted,
  findByProviderId,
  findPayment,
  noteProblem,
  type PaymentGateways,
  type PaymentRow,
} from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import type { Platform } from '../platform/platform.ts'
import { invoiceJob } from './invoice.service.ts'
import { orderPaid, orderUnpaid } from './order.service.ts'

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
  // Nothing leaves PAID, so there is nothing to ask.
  if (!payment.providerId || payment.status === 'PAID') return payment
  const truth = await gateways[payment.kind].fetch(payment.providerId, timeoutMs)
  if (truth) return apply(platform, payment, truth)
  await hearNothing(platform, payment)
  return payment
}

/** Milliseconds for which a payment is asked after that the provider does not know. */
const UNKNOWN_PATIENCE = 24 * 3_600_000

/** It stays open, whoever is wrong; after a day of that a person is to look. */
async function hearNothing({ db, log, now }: Platform, payment: PaymentRow): Promise<void> {
  if (now().getTime() - payment.createdAt.getTime() < UNKNOWN_PATIENCE)
    return log.warn({ paymentId: payment.id }, 'the provider does not know this payment; it stays open')
  log.error({ paymentId: payment.id }, 'the provider has not known this payment for a day')
  await noteProblem(db, payment.id, 'the provider does not know it')
}

/**
 * A webhook names a payment by the provider's id. It may come before we have written that id down, and after a crash
 * we never do; the provider also keeps ours, and by that the payment is found.
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settleByProviderId(
  platform: Platform,
  gateways: PaymentGateways,
  providerId: string,
): Promise<void> {
  const { db, log } = platform
  const known = await findByProviderId(db, gateways.ORDER.name, providerId)
  if (known) {
    await settle(platform, gateways, known)
    return
  }
  const truth = await gateways.ORDER.fetch(providerId)
  const adopted = truth?.paymentId ? await adoptProviderId(db, truth.paymentId, providerId) : undefined
  if (truth && adopted) await apply(platform, adopted, truth)
  else log.warn({ known: truth !== null }, 'a webhook spoke of a payment that is not ours')
}

/** An attempt that never reached the provider gives up what it held. */
export const giveUp = (platform: Platform, payment: PaymentRow): Promise<PaymentRow> =>
  move(platform, payment, tx => expireUnstarted(tx, payment.id, platform.now()))

async function apply(platform: Platform, payment: PaymentRow, truth: Truth): Promise<PaymentRow> {
  const now = await move(platform, payment, tx => applyTruth(tx, payment.id, truth, platform.now()))
  if (now.problem)
    platform.log.error({ paymentId: now.id, problem: now.problem }, 'a payment does not add up')
  return now
}

/** Moves a payment together with all that follows from it. Returns the payment as it is then. */
async function move(
  platform: Platform,
  payment: PaymentRow,
  change: (tx: Db) => Promise<PaymentRow | null>,
): Promise<PaymentRow> {
  const moved = await platform.db.transaction(async tx => {
    const changed = await change(tx)
    if (changed) await follow({ ...platform, db: tx }, changed)
    return changed
  })
  if (moved?.kind === 'MINUTES' && moved.status === 'PAID') {
    platform.bus.publish('minutes.changed', { userId: moved.userId })
  }
  return moved ?? (await findPayment(platform.db, payment.id)) ?? payment
}

/** What a payment that moved means for what it pays. `platform.db` is the transaction. */
async function follow(platform: Platform, payment: PaymentRow): Promise<void> {
  const { kind, status } = payment
  if (status === 'PAID')
    return kind === 'ORDER' ? orderPaid(platform, payment) : minutesPaid(platform, payment)
  if (!isSettled(status)) return
  return kind === 'ORDER' ? orderUnpaid(platform, payment) : cancelPurchase(platform.db, payment.subjectId)
}

async function minutesPaid({ db: tx, jobs, log, now }: Platform, payment: PaymentRow): Promise<void> {
  const { subjectId } = payment
  if (await creditPurchase(tx, subjectId, now())) {
    return jobs.send(tx, invoiceJob, { kind: 'MINUTES', subjectId })
  }
  log.warn({ paymentId: payment.id }, 'minutes were paid a second time; the money goes back')
  await refundInFull(tx, jobs, payment, 'paid a second time')
}
