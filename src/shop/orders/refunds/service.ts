import { and, eq } from 'drizzle-orm'
import { creditNoteJob } from '../../../money/invoices/issue.service.ts'
import { lockAccounts, type PurchaseRefund, refundPurchase } from '../../../money/credit/refund.service.ts'
import { claimRefund, type ClaimedRefund } from '../../../money/payments/refund.service.ts'
import { users } from '../../../people/accounts/table.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import type { IdempotencyKey } from '../../../platform/db/idempotency.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { followOrder } from '../effects.service.ts'
import type { ReturnedLine } from '../lines/kind.service.ts'
import { accountLines, readReturnedLines, takeBackAccounts, takeBackLines } from '../lines/service.ts'
import { orderSubject } from '../notices.service.ts'
import { notifyOrderRefunded } from '../payment.service.ts'
import { centsByClass, planOrderRefund, remainingQuantities, voucherCents } from './rules.ts'
import type { OrderRefund, OrderRefundRequest } from '../contract.ts'
import { lockOrder, type OrderRow, updateOrder } from '../service.ts'
import { listRefundableLines, markLinesRefunded } from './refundedLines.service.ts'
import { hasSoldStock, isCancelledByFullRefund } from '../transition.rules.ts'

/**
 * Refunds an order: an amount, the price of lines, or the whole amount that is left. Lines that were free are taken back without a refund. A full refund before
 * shipping cancels the order. The payment's row is locked, so that two admins at once can't refund more than was paid. This locks the
 * order and then its payment; the payment engine locks a payment and then its order. They can't deadlock, because the
 * engine locks the order only while a payment becomes PAID or fails, and a refund locks only PAID payments. If the
 * engine ever locks the order of a PAID payment, one of the two lock orders must change.
 * @throws Problem NOT_FOUND (order, line); REFUND_TOO_LARGE with `left`; ORDER_NOT_PAID; GIFT_CARD_USED for cards that were spent from;
 * NO_STORE_CREDIT for a guest
 */
export const issueOrderRefund = (
  platform: Platform,
  request: OrderRefundRequest,
  key: IdempotencyKey,
): Promise<OrderRefund> =>
  platform.db.transaction(async tx =>
    refundLockedOrder(tx, platform, await lockOrder(tx, request.orderId), request, key),
  )

/** The same for an order that the caller has locked. */
export async function refundLockedOrder(
  tx: Tx,
  platform: Platform,
  order: OrderRow,
  request: Omit<OrderRefundRequest, 'orderId'>,
  key: IdempotencyKey,
): Promise<OrderRefund> {
  if (request.asStoreCredit) await assertHasAccount(tx, order)
  const claimed = await claimRefund(tx, key, order.id)
  const { requestId: refundId, leftCents, earlierCents } = claimed
  if (earlierCents !== null) return { refundId, amount: earlierCents, left: leftCents }
  const lines = await listRefundableLines(tx, order.id)
  const { amount, taken } = planOrderRefund(request, lines, leftCents, order)
  const left = leftCents - amount
  // A full refund cancels the order, whichever lines were named, because nothing is left to deliver.
  const ends = left === 0 && isCancelledByFullRefund(order)
  const returned = ends ? remainingQuantities(lines) : taken
  await markLinesRefunded(tx, returned)
  const back = await readReturnedLines(tx, order.id, returned, left === 0)
  // A cancellation has restocked the units already.
  const restock = hasSoldStock(order) ? request.restock : null
  await takeBackLines(tx, order.id, back, platform.now(), restock)
  if (ends) await updateOrder(tx, order.id, { status: 'CANCELLED', now: platform.now() })
  await followOrder('onRefund', tx, order, left === 0)
  const forCards = voucherCents({ amount, taken: returned }, lines, leftCents)
  const refund = {
    amountCents: amount,
    voucherCents: forCards,
    classCents: centsByClass(amount - forCards, returned, lines),
    reason: request.reason ?? '',
    asStoreCredit: request.asStoreCredit,
  }
  // Of units that were free nothing goes back: they are only taken back.
  const refundIds = amount > 0 ? await refundWithAccounts(tx, platform, claimed, order, back, refund) : []
  // A cancellation lets it follow already.
  if (!ends) await followOrder('onRefunded', tx, order.id)
  const details = {
    refundId,
    amountCents: amount,
    restocked: request.restock,
    ...(request.asStoreCredit && { asStoreCredit: true }),
  }
  await recordAuditEntry(tx, { by: key.userId, action: 'ORDER_REFUNDED', subjectId: order.id, details })
  for (const id of refundIds) await platform.jobs.send(tx, creditNoteJob, { refundId: id })
  if (amount > 0) await notifyOrderRefunded(tx, order, refundId, amount)
  return { refundId, amount, left }
}

/** The order is locked, so that nobody claims it meanwhile. */
async function assertHasAccount(tx: Tx, { userId }: OrderRow): Promise<void> {
  if ((await tx.$count(users, and(eq(users.id, userId), eq(users.role, 'GUEST')))) > 0)
    throw new Problem('NO_STORE_CREDIT')
}

/** Gives the money back and takes back accounts that were bought, last of all: accounts are locked after everything else. */
async function refundWithAccounts(
  tx: Tx,
  platform: Platform,
  claimed: ClaimedRefund,
  order: OrderRow,
  lines: ReturnedLine[],
  refund: Pick<PurchaseRefund, 'amountCents' | 'voucherCents' | 'classCents' | 'reason' | 'asStoreCredit'>,
): Promise<string[]> {
  const { userId } = order
  const itemIds = accountLines(lines)
  if (itemIds.length > 0) {
    const paymentIds = claimed.payments.map(({ id }) => id)
    await lockAccounts(tx, { paymentIds, itemIds, userId })
    await takeBackAccounts(tx, lines, platform.now())
  }
  return refundPurchase(tx, platform, claimed, { ...refund, userId, subject: orderSubject(order) })
}
