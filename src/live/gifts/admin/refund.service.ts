import type { Platform } from '../../../platform/platform.ts'
import type { z } from 'zod'
import type { refundGiftPurchase } from './contract.ts'
import type { IdempotencyKey } from '../../../platform/db/idempotency.ts'
import { loadGiftPurchaseDetails, markGiftPurchaseRefunded } from '../giftPurchase.service.ts'
import { claimRefund, createRefund } from '../../../money/payments/refund.service.ts'
import { Problem } from '../../../wire/problem.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { creditNoteJob } from '../../../money/invoices/issue.service.ts'
import { giftSubject, notifyGiftRefunded, takeBackGift } from '../payment.service.ts'

/**
 * Refunds all of a gift, once; a single gift can then be given again.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; REFUND_TOO_LARGE when all of it was refunded already
 */
export const issueGiftRefund = (
  platform: Platform,
  { purchaseId, reason }: z.output<typeof refundGiftPurchase.input>,
  key: IdempotencyKey,
): Promise<{ refundId: string; amount: number }> =>
  platform.db.transaction(async tx => {
    const unpaidMessage = 'Dit cadeau is niet betaald.'
    const { giving } = await loadGiftPurchaseDetails(tx, purchaseId)
    const claimed = await claimRefund(tx, key, purchaseId, unpaidMessage)
    const { requestId: refundId, payments, leftCents: amountCents, earlierCents } = claimed
    if (earlierCents !== null) return { refundId, amount: earlierCents }
    if (!giving.paidAt) throw new Problem('ORDER_NOT_PAID', { message: unpaidMessage })
    if (amountCents === 0) throw new Problem('REFUND_TOO_LARGE', { left: 0 })
    const [payment] = payments
    if (!payment) throw new Error('a claimed refund has a payment')
    const refund = {
      id: refundId,
      requestId: refundId,
      paymentId: payment.id,
      amountCents,
      reason,
      credits: true,
    }
    await createRefund(tx, platform, refund, giftSubject)
    await markGiftPurchaseRefunded(tx, purchaseId)
    await takeBackGift(tx, platform, purchaseId, refundId)
    const details = { refundId, amountCents }
    await recordAuditEntry(tx, { by: key.userId, action: 'GIFT_REFUNDED', subjectId: purchaseId, details })
    await platform.jobs.send(tx, creditNoteJob, { refundId })
    await notifyGiftRefunded(tx, giving.buyerId, refundId, amountCents)
    return { refundId, amount: amountCents }
  })
