import type { z } from 'zod'
import { lockRefundablePayments, sumLeft } from '../../../money/payments/refund.service.ts'
import { recordAuditEntry } from '../../../people/audit/service.ts'
import { notifyAdmins } from '../../../people/notifications/service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { canCancelOrder } from './cancellation.rules.ts'
import { type Order, orderCancelledMail } from '../contract.ts'
import { cancelLines, takeBackAccounts } from '../lines/service.ts'
import { notifyBuyers, orderSubject, queueOrderMails } from '../notices.service.ts'
import { refundLockedOrder } from './service.ts'
import {
  findOwnOrder,
  listItemsOfOrder,
  lockOrder,
  orderNotFound,
  type OrderRow,
  readOwnOrder,
  updateOrder,
} from '../service.ts'

/**
 * Cancels a customer's own paid order while nobody packs it: its units return to stock, and all that is left of its payment is
 * refunded. The order is locked first, as by picking, shipping and refunds, so that one of them wins.
 * @throws Problem NOT_FOUND, ORDER_NOT_CANCELLABLE
 */
export const cancelOwnOrder = (
  platform: Platform,
  userId: string,
  orderId: string,
): Promise<z.input<typeof Order>> =>
  platform.db.transaction(async tx => {
    await findOwnOrder(tx, userId, orderId)
    const order = await lockOrder(tx, orderId)
    // A login of the account with a guest's address may have taken it over before it was locked.
    if (order.userId !== userId) throw orderNotFound()
    if (!canCancelOrder({ ...order, items: await listItemsOfOrder(tx, orderId) }))
      throw new Problem(
        'ORDER_NOT_CANCELLABLE',
        order.status === 'CANCELLED' ? { message: 'Deze bestelling is al geannuleerd.' } : {},
      )
    const refundCents = await refundOrRestock(tx, platform, order)
    const details = { amountCents: refundCents }
    await recordAuditEntry(tx, { by: userId, action: 'ORDER_CANCELLED', subjectId: orderId, details })
    await notifyBuyers(tx, platform, [order], 'ORDER_CANCELLED')
    const more = { isPaid: true, byBuyer: true, refundCents }
    await queueOrderMails(tx, platform, orderCancelledMail, [{ orderId, more }])
    const { adminPath: path } = orderSubject(order)
    const about = `${orderId} ${platform.now().toISOString()}`
    await notifyAdmins(tx, { kind: 'CANCELLED_BY_BUYER', params: { number: order.number }, about, path })
    return readOwnOrder({ ...platform, db: tx }, userId, orderId)
  })

/** @returns the refunded cents: 0 for an order that was free, or of which everything was refunded already */
async function refundOrRestock(tx: Tx, platform: Platform, order: OrderRow): Promise<number> {
  const { id, userId } = order
  if (sumLeft(await lockRefundablePayments(tx, id)) > 0) {
    const request = { restock: true, reason: 'Door de klant geannuleerd' }
    const key = { userId, key: null, operation: 'cancel', input: request }
    return (await refundLockedOrder(tx, platform, order, request, key)).amount
  }
  const lines = await cancelLines(tx, platform.now(), userId, id, true)
  await updateOrder(tx, id, { status: 'CANCELLED', now: platform.now() })
  await takeBackAccounts(tx, lines, platform.now())
  return 0
}
