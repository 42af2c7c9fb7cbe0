import { recordAuditEntry } from '../../people/audit/service.ts'
import { giftReturnedMail } from '../../live/gifts/contract.ts'
import {
  createGiftPurchase,
  cancelGiftPurchase,
  loadGiftPurchaseDetails,
  lockGift,
  markGiftPurchaseRefunded,
  markGiftPurchasePaid,
} from '../../live/gifts/giftPurchase.service.ts'
import { notifyUser, notifyAdmins } from '../../people/notifications/service.ts'
import { getRefund, lockRefundablePayment } from '../../money/payments/refund.service.ts'
import {
  addPayment,
  findFirstPayment,
  type PaymentAttempt,
  type PaymentGateways,
  type PaymentRow,
} from '../../money/payments/service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import { queueMail } from '../../platform/mail.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { creditNoteJob, invoiceJob } from './invoice.service.ts'
import { refundDuplicatePayment, createRefund, refundInFull } from './payback.service.ts'
import { ensurePaymentUrl } from './service.ts'

interface GiftPurchaseInput {
  giftId: string
  isAnonymous: boolean
  buyerName: string | null
  /** Cents, as the customer saw it. */
  expectedPrice?: number | null | undefined
}

/**
 * Gives a creator a gift, at the price of this moment. A single one is held for as long as stock is.
 * @throws Problem NOT_FOUND; CONFLICT for one's own wish; PRICE_CHANGED with `price`; GIFT_GIVEN; GIFT_HELD; PROVIDER_UNAVAILABLE
 * with the `purchaseId`, which the same key goes on with.
 */
export async function beginGiftPurchase(
  platform: Platform,
  gateways: PaymentGateways,
  choice: GiftPurchaseInput,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl: string }> {
  const { purchaseId, payment } = await platform.db.transaction(async tx => {
    const { id, isNew } = await claimIdempotencyKey(tx, key)
    const begin = () =>
      addGiftPurchaseWithPayment(tx, platform, gateways.forKind('GIFT').name, choice, key.userId, id)
    return { purchaseId: id, payment: isNew ? await begin() : await findFirstPayment(tx, id) }
  })
  if (!payment) throw new Problem('NOT_FOUND')
  return { purchaseId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { purchaseId }) }
}

/** The purchase and its payment. */
async function addGiftPurchaseWithPayment(
  tx: Tx,
  { config, now: clock }: Platform,
  provider: string,
  { giftId, isAnonymous, buyerName, expectedPrice }: GiftPurchaseInput,
  userId: string,
  id: string,
): Promise<PaymentAttempt> {
  const now = clock()
  const gift = await lockGift(tx, giftId, userId)
  const { price: amountCents } = gift
  if (amountCents !== (expectedPrice ?? amountCents))
    throw new Problem('PRICE_CHANGED', { price: amountCents })
  const attempt = { kind: 'GIFT', subjectId: id, userId, provider, amountCents } as const
  const payment = await addPayment(tx, attempt, now)
  const heldUntil = new Date(now.getTime() + config.holdMinutes * 60_000)
  const giving = { id, buyerId: userId, paymentId: payment.id, isAnonymous, buyerName, heldUntil }
  await createGiftPurchase(tx, gift, giving, now)
  return payment
}

/** What a payment that turned out paid means for its gift. */
export async function applyGiftPaid(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { jobs, now } = platform
  const { subjectId, userId } = payment
  const taken = await markGiftPurchasePaid(tx, subjectId, now())
  if (taken === 'TWICE') return refundDuplicatePayment(tx, platform, payment)
  if (taken === 'LATE') return refundLateGiftPayment(tx, platform, payment)
  const { giving, ownerId } = await loadGiftPurchaseDetails(tx, subjectId)
  const facts = { giver: giving.buyerName, gift: giving.giftName }
  await notifyUser(tx, ownerId, { kind: 'GIFT', params: facts, about: subjectId, path: '/studio' })
  await notifyUser(tx, userId, { kind: 'GIFT_GIVEN', params: facts, about: subjectId, path: '/gifts' })
  return jobs.send(tx, invoiceJob, { kind: 'GIFT', subjectId })
}

/** Someone else gave it, or nobody can any more: all of the money goes back. */
async function refundLateGiftPayment(tx: Tx, platform: Platform, payment: PaymentRow): Promise<void> {
  const { jobs, settings, log, origin } = platform
  const { id: about, amountCents: cents, userId } = payment
  log.warn({ paymentId: payment.id }, 'a gift was paid too late; the money goes back')
  await refundInFull(tx, platform, payment, 'paid when it could not be given any more')
  await notifyAdmins(tx, { kind: 'LATE_GIFT', params: { cents }, about, path: '/admin/gifts' })
  await notifyUser(tx, userId, { kind: 'GIFT_TOO_LATE', params: { cents }, about, path: '/gifts' })
  const { email } = await loadGiftPurchaseDetails(tx, payment.subjectId)
  const props = { totalCents: cents, url: `${origin()}/gifts`, shopName: settings.current.shopName }
  await queueMail(tx, jobs, giftReturnedMail, email, { why: 'LATE', ...props })
}

/** What a payment that came to nothing means for its gift. */
export const applyGiftPaymentFailed = (tx: Tx, _: Platform, { subjectId }: PaymentRow): Promise<void> =>
  cancelGiftPurchase(tx, subjectId)

interface GiftRefundRequest {
  purchaseId: string
  reason: string
}

/**
 * Gives all of the money of a gift back, once; a single gift can then be given again.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; REFUND_TOO_LARGE when all of it went back already
 */
export const issueGiftRefund = (
  platform: Platform,
  { purchaseId, reason }: GiftRefundRequest,
  key: IdempotencyKey,
): Promise<{ refundId: string; amount: number }> =>
  platform.db.transaction(async tx => {
    const { id: refundId, isNew } = await claimIdempotencyKey(tx, key)
    const { giving } = await loadGiftPurchaseDetails(tx, purchaseId)
    if (!isNew) return { refundId, amount: (await getRefund(tx, refundId)).amountCents }
    const payment = await lockRefundablePayment(tx, purchaseId)
    if (!payment || !giving.paidAt)
      throw new Problem('ORDER_NOT_PAID', { message: 'Dit cadeau is niet betaald.' })
    const { id: paymentId, leftCents: amountCents } = payment
    if (amountCents === 0) throw new Problem('REFUND_TOO_LARGE', { left: 0 })
    const refund = { id: refundId, paymentId, amountCents, reason, credits: true }
    await createRefund(tx, platform, refund)
    await markGiftPurchaseRefunded(tx, purchaseId)
    const details = { refundId, amountCents }
    await recordAuditEntry(tx, { by: key.userId, action: 'GIFT_REFUNDED', subjectId: purchaseId, details })
    await platform.jobs.send(tx, creditNoteJob, { refundId })
    const facts = { cents: amountCents }
    await notifyUser(tx, giving.buyerId, {
      kind: 'GIFT_REFUNDED',
      params: facts,
      about: refundId,
      path: '/gifts',
    })
    return { refundId, amount: amountCents }
  })
