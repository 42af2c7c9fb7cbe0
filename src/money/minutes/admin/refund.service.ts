import type { Platform } from '../../../platform/platform.ts'
import type { HasLiveSession } from '../return.service.ts'
import type { z } from 'zod'
import type { refundMinutes } from './contract.ts'
import type { IdempotencyKey } from '../../../platform/db/idempotency.ts'
import { getMinutePurchase, countRefundedMinutes, deductUnusedMinutes, findMinuteLot } from '../service.ts'
import { countUnused } from '../rules.ts'
import { claimRefund } from '../../payments/refund.service.ts'
import { Problem } from '../../../wire/problem.ts'
import { minutesSubject } from '../payment.service.ts'
import { refundPurchase } from '../../credit/refund.service.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { creditNoteJob } from '../../invoices/issue.service.ts'
import { notifyUser } from '../../../people/notifications/service.ts'

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
    const { requestId: refundId, leftCents, earlierCents } = claimed
    const resultOf = async (minutes: number, amount: number) => {
      const left = countUnused(await findMinuteLot(tx, purchase.id))
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
    const refund = { amountCents, reason: reason ?? '', userId: buyerId, subject: minutesSubject }
    const refundIds = await refundPurchase(tx, platform, claimed, refund)
    const details = { refundId, minutes, amountCents }
    await recordAuditEntry(tx, { by: key.userId, action: 'MINUTES_REFUNDED', subjectId: purchaseId, details })
    for (const id of refundIds) await jobs.send(tx, creditNoteJob, { refundId: id })
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
