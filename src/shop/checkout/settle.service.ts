import { cancelMinutePurchase, creditMinutePurchase } from '../../money/minutes/service.ts'
import type { PaymentKind, ProviderPayment } from '../../money/payments/contract.ts'
import { isSettled } from '../../money/payments/rules.ts'
import {
  attachProviderId,
  applyProviderPayment,
  markPaymentExpired,
  findPaymentByProviderId,
  findPayment,
  recordPaymentProblem,
  type PaymentGateways,
  type PaymentRow,
} from '../../money/payments/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { defineJob } from '../../platform/jobs.ts'
import { applyGiftPaid, applyGiftPaymentFailed } from './gift.service.ts'
import { invoiceJob } from './invoice.service.ts'
import { notifyPaymentIssues, notifyMinutesCredited, notifyPaymentMismatch } from './news.service.ts'
import { applyOrderPaid, applyOrderPaymentFailed } from './order.service.ts'
import { reconcileRefunds, refundDuplicatePayment } from './payback.service.ts'

/**
 * The one way in which a payment takes effect, whoever asks: the webhook, the customer's return, or the reconciler.
 * Fetches the truth from the provider, then applies it once, with all that follows, in one transaction.
 * @returns the payment as it is now
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settlePayment(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
  timeoutMs?: number,
): Promise<PaymentRow> {
  // Nothing leaves PAID, so there is nothing to wait for.
  if (payment.status === 'PAID') return payment
  return refreshPayment(platform, gateways, payment, timeoutMs)
}

/** Fetches the truth of a payment, and applies it. @throws Problem PROVIDER_UNAVAILABLE */
async function refreshPayment(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
  timeoutMs?: number,
): Promise<PaymentRow> {
  if (!payment.providerId) return payment
  const truth = await gateways.byName(payment.provider).fetch(payment.providerId, timeoutMs)
  if (truth) return applyWithEffects(platform, payment, truth)
  await handleUnknownPayment(platform, payment)
  return payment
}

/** Milliseconds for which a payment is asked after that the provider does not know. */
const UNKNOWN_PAYMENT_GRACE_MS = 24 * 3_600_000

/** It stays open, whoever is wrong; after a day of that a person is to look. */
async function handleUnknownPayment(platform: Platform, payment: PaymentRow): Promise<void> {
  const { db, log, now } = platform
  const isOld = now().getTime() - payment.createdAt.getTime() > UNKNOWN_PAYMENT_GRACE_MS
  if (isSettled(payment.status) || !isOld)
    return log.warn({ paymentId: payment.id }, 'the provider does not know this payment; it stays as it is')
  log.error({ paymentId: payment.id }, 'the provider has not known this payment for a day')
  await db.transaction(async tx => {
    await recordPaymentProblem(tx, payment.id, 'the provider does not know it')
    await notifyPaymentMismatch(tx, payment)
  })
}

/** Asks after a payment that was settled before, until the provider answers: its bank may have taken it back. */
export const refreshPaymentJob = defineJob<{ paymentId: string }>('payments.look')

/** @throws Problem PROVIDER_UNAVAILABLE, for the job to try again */
export async function refreshPaymentById(
  platform: Platform,
  gateways: PaymentGateways,
  paymentId: string,
): Promise<void> {
  const payment = await findPayment(platform.db, paymentId)
  if (payment) await refreshPayment(platform, gateways, payment)
}

/**
 * A webhook names a payment by the provider's id. It may come before we have written that id down, and after a crash
 * we never do; the provider also keeps ours, and by that the payment is found.
 * @throws Problem PROVIDER_UNAVAILABLE
 */
export async function settlePaymentByProviderId(
  platform: Platform,
  gateways: PaymentGateways,
  provider: string,
  providerId: string,
): Promise<void> {
  const { db, log } = platform
  const known = await findPaymentByProviderId(db, provider, providerId)
  if (known) return refreshOrDefer(platform, gateways, known)
  const truth = await gateways.byName(provider).fetch(providerId)
  const adopted = truth?.paymentId
    ? await attachProviderId(db, truth.paymentId, provider, providerId)
    : undefined
  if (truth && adopted) await applyWithEffects(platform, adopted, truth)
  else log.warn({ known: truth !== null }, 'a webhook spoke of a payment that is not ours')
}

/**
 * Asks after a payment. The reconciler comes back to what is not settled; news of what is would be lost with a provider that is
 * away, so a job remembers it.
 * @throws Problem PROVIDER_UNAVAILABLE of what is not paid
 */
export async function refreshOrDefer(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
): Promise<void> {
  try {
    await refreshPayment(platform, gateways, payment)
  } catch (error) {
    const job = { paymentId: payment.id }
    if (isSettled(payment.status))
      await platform.db.transaction(tx => platform.jobs.send(tx, refreshPaymentJob, job))
    // Nobody waits for news of what is paid.
    if (payment.status !== 'PAID') throw error
  }
}

/** An attempt that never reached the provider gives up what it held. */
export const expireUnstartedPayment = (platform: Platform, payment: PaymentRow): Promise<PaymentRow> =>
  inPaymentTransaction(platform, payment, async tx => {
    const expired = await markPaymentExpired(tx, payment.id, platform.now())
    if (expired) await applyEffects(tx, platform, expired)
    return expired
  })

/** Applies a truth together with all that follows from it. */
const applyWithEffects = (
  platform: Platform,
  payment: PaymentRow,
  truth: ProviderPayment,
): Promise<PaymentRow> =>
  inPaymentTransaction(platform, payment, async tx => {
    const applied = await applyProviderPayment(tx, payment.id, truth, platform.now())
    if (applied?.hasMoved) await applyEffects(tx, platform, applied.payment)
    if (applied) await notifyPaymentIssues(tx, platform, applied)
    if (applied?.payment.status === 'PAID')
      await reconcileRefunds(tx, platform, applied.payment, truth.refunds)
    return applied?.hasMoved ? applied.payment : undefined
  })

/** Moves a payment in one transaction. Returns the payment as it is then. */
async function inPaymentTransaction(
  platform: Platform,
  payment: PaymentRow,
  change: (tx: Tx) => Promise<PaymentRow | undefined>,
): Promise<PaymentRow> {
  const moved = await platform.db.transaction(change)
  if (moved?.kind === 'MINUTES' && moved.status === 'PAID') {
    platform.bus.publish('minutes.changed', { userId: moved.userId })
  }
  return moved ?? (await findPayment(platform.db, payment.id)) ?? payment
}

/** What a payment that moved means for what it pays. */
async function applyEffects(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { kind, status } = payment
  if (status === 'PAID') return paidEffects[kind](tx, platform, payment)
  if (isSettled(status)) return failedEffects[kind](tx, platform, payment)
}

async function applyMinutesPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { jobs, now } = platform
  const { subjectId } = payment
  if (!(await creditMinutePurchase(tx, subjectId, now())))
    return refundDuplicatePayment(tx, platform, payment)
  await notifyMinutesCredited(tx, subjectId)
  return jobs.send(tx, invoiceJob, { kind: 'MINUTES', subjectId })
}

type EffectByKind = Record<PaymentKind, (tx: Tx, platform: Platform, payment: PaymentRow) => Promise<void>>
const paidEffects: EffectByKind = { ORDER: applyOrderPaid, MINUTES: applyMinutesPaid, GIFT: applyGiftPaid }
const failedEffects: EffectByKind = {
  ORDER: applyOrderPaymentFailed,
  MINUTES: (tx, _, { subjectId }) => cancelMinutePurchase(tx, subjectId),
  GIFT: applyGiftPaymentFailed,
}
