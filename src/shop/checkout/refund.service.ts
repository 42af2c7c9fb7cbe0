import { recordAuditEntry } from '../../people/audit/service.ts'
import { restockProducts } from '../catalog/stock.service.ts'
import { notifyUser } from '../../people/notifications/service.ts'
import { isCancelledByFullRefund, hasSoldStock } from '../orders/transition.rules.ts'
import { planOrderRefund, remainingQuantities } from '../orders/refund.rules.ts'
import { updateOrder, listRefundableLines, lockOrder, markLinesRefunded } from '../orders/service.ts'
import { getRefund, lockRefundablePayment } from '../../money/payments/refund.service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { creditNoteJob } from './invoice.service.ts'
import { createRefund } from './payback.service.ts'

export interface OrderRefundRequest {
  orderId: string
  /** Cents; left out with `items`, or to give back all that is left. */
  amount?: number | null | undefined
  items?: { itemId: string; quantity: number }[] | null | undefined
  /** Whether what came back can be sold again. */
  restock: boolean
  reason: string | null
}

/** What went back, and what could still go back; cents. */
export interface OrderRefundResult {
  refundId: string
  amount: number
  left: number
}

/**
 * Gives money of an order back: an amount, the price of lines, or all that is left. The payment's row is locked, so that
 * two admins at once can't give back more than was paid. Given back in full before it was sent, the order is cancelled.
 * @throws Problem NOT_FOUND (order, line); REFUND_TOO_LARGE with `left`; ORDER_NOT_PAID
 */
export function issueOrderRefund(
  platform: Platform,
  wanted: OrderRefundRequest,
  key: IdempotencyKey,
): Promise<OrderRefundResult> {
  const { db, jobs } = platform
  return db.transaction(async tx => {
    const { id: refundId, isNew } = await claimIdempotencyKey(tx, key)
    const order = await lockOrder(tx, wanted.orderId)
    const payment = await lockRefundablePayment(tx, order.id)
    if (!payment) throw new Problem('ORDER_NOT_PAID')
    if (!isNew)
      return { refundId, amount: (await getRefund(tx, refundId)).amountCents, left: payment.leftCents }
    const lines = await listRefundableLines(tx, order.id)
    const { amount, taken } = planOrderRefund(wanted, lines, payment.leftCents)
    const left = payment.leftCents - amount
    // With the last of the money the order ends, whichever lines were named: nothing of it is left to be delivered.
    const ends = left === 0 && isCancelledByFullRefund(order)
    const back = ends ? remainingQuantities(lines) : taken
    const reason = wanted.reason ?? ''
    const refund = { id: refundId, paymentId: payment.id, amountCents: amount, reason, credits: true }
    await createRefund(tx, platform, refund)
    await markLinesRefunded(tx, back)
    // What a cancellation put back is on the shelf already.
    if (wanted.restock && hasSoldStock(order)) await restockProducts(tx, order.id, back, 'paid back')
    if (ends) await updateOrder(tx, order.id, { status: 'CANCELLED' })
    const details = { refundId, amountCents: amount, restocked: wanted.restock }
    await recordAuditEntry(tx, { by: key.userId, action: 'ORDER_REFUNDED', subjectId: order.id, details })
    await jobs.send(tx, creditNoteJob, { refundId })
    await notifyUser(tx, order.userId, {
      kind: 'ORDER_REFUNDED',
      params: { number: order.number, cents: amount },
      about: refundId,
      path: `/order-confirmation/${order.id}`,
    })
    return { refundId, amount, left }
  })
}
