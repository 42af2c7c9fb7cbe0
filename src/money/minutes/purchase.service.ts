import type { z } from 'zod'
import { assertTermsAccepted } from '../../people/accounts/terms.service.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import type { Db } from '../../platform/db.ts'
import type { IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { creditNoteJob } from '../invoices/issue.service.ts'
import { claimRefund, createRefund } from '../payments/refund.service.ts'
import type { purchaseMinutes, refundMinutes } from './contract.ts'
import {
  addMinutePurchase,
  countRefundedMinutes,
  countUnusedMinutes,
  deductUnusedMinutes,
  getMinutePurchase,
} from './service.ts'
import { assertNothingOwed } from './debt.service.ts'
import { minutesSubject } from './payment.service.ts'
import { addPayment, type PaymentGateways } from '../payments/service.ts'
import { startPurchase } from '../payments/start.service.ts'
import { findMinutePackages, lockMinutePackages } from './packages.service.ts'
import { buildMinutePackages } from './rules.ts'

/**
 * Refunds unused minutes of a purchase and removes them from the balance, in one transaction. Locks the payment, then
 * the user: a minute is either spent or refunded, and nothing is refunded twice.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; REFUND_TOO_LARGE with `left`; CONFLICT while the buyer is in a session,
 * whose minutes are deducted with a delay
 */
export async function issueMinutesRefund(
  platform: Platform,
  hasLiveSession: HasLiveSession,
  { purchaseId, minutes: asked, reason }: z.output<typeof refundMinutes.input>,
  key: IdempotencyKey,
): Promise<z.output<typeof refundMinutes.output>> {
  const { db, bus, jobs } = platform
  const { userId, ...result } = await db.transaction(async tx => {
    const purchase = await getMinutePurchase(tx, purchaseId)
    const { userId: buyerId } = purchase
    const claimed = await claimRefund(tx, key, purchaseId, 'Deze minuten zijn nog niet betaald.')
    const { refundId, paymentId, leftCents, earlierCents } = claimed
    const resultOf = async (minutes: number, amount: number) => {
      const left = await countUnusedMinutes(tx, purchase)
      return { userId: buyerId, refundId, minutes, amount, left }
    }
    if (earlierCents !== null) return resultOf(await countRefundedMinutes(tx, refundId), earlierCents)
    if (await hasLiveSession(tx, buyerId))
      throw new Problem('CONFLICT', {
        message: 'Deze klant is nu in een sessie. Probeer het daarna opnieuw.',
      })
    const deducted = await deductUnusedMinutes(tx, purchase, refundId, asked ?? null)
    const { minutes, valueCents: amountCents } = deducted
    if (amountCents < 1 || amountCents > leftCents) throw new Problem('REFUND_TOO_LARGE', { left: leftCents })
    const refund = { id: refundId, paymentId, amountCents, reason: reason ?? '', credits: true }
    await createRefund(tx, platform, refund, minutesSubject)
    const details = { refundId, minutes, amountCents }
    await recordAuditEntry(tx, { by: key.userId, action: 'MINUTES_REFUNDED', subjectId: purchaseId, details })
    await jobs.send(tx, creditNoteJob, { refundId })
    await notifyUser(tx, buyerId, {
      kind: 'MINUTES_REFUNDED',
      params: { minutes, cents: amountCents },
      about: refundId,
      path: minutesSubject.buyerPath,
    })
    return resultOf(minutes, amountCents)
  })
  bus.publish('minutes.changed', { userId })
  return result
}

/** Whether a user is in a live session now. Passed by `app/api.ts`, because `money` may not import `live`. */
export type HasLiveSession = (db: Db, userId: string) => Promise<boolean>

export const listPackagesForUser = async (db: Db, hasLiveSession: HasLiveSession, userId: string) =>
  buildMinutePackages((await findMinutePackages(db)).packages, await hasLiveSession(db, userId))

/**
 * Starts a minute purchase at the current price.
 * @throws Problem NOT_FOUND for an unknown package; PRICE_CHANGED with `price` and `minutes`; PAYMENT_OWED; TERMS_CHANGED outside of a session; PROVIDER_UNAVAILABLE
 */
export const beginMinutesPurchase = (
  platform: Platform,
  gateways: PaymentGateways,
  hasLiveSession: HasLiveSession,
  choice: z.output<typeof purchaseMinutes.input>,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl: string }> =>
  startPurchase(platform, gateways, key, async (tx, id) => {
    await assertNothingOwed(tx, key.userId)
    const { packages: offered } = await lockMinutePackages(tx)
    const isInSession = await hasLiveSession(tx, key.userId)
    // A session that runs is not interrupted by new terms.
    if (!isInSession) await assertTermsAccepted(tx, platform.content, key.userId)
    const packages = buildMinutePackages(offered, isInSession)
    const offer = packages.find(each => each.id === choice.packageId)
    if (!offer) throw new Problem('NOT_FOUND', { message: 'Dit minutenpakket bestaat niet.' })
    const { price, minutes } = offer
    if (price !== choice.price || minutes !== choice.minutes)
      throw new Problem('PRICE_CHANGED', { price, minutes })
    const { userId } = key
    const now = platform.now()
    const provider = gateways.forKind('MINUTES').name
    await addMinutePurchase(tx, id, userId, offer, now)
    return addPayment(tx, { kind: 'MINUTES', subjectId: id, userId, provider, amountCents: price }, now)
  })
