import { planOrderRefund } from '../../shop/orders/refunds/rules.ts'
import { stockEntries } from '../../shop/products/catalog/table.ts'
import { withdrawalLines, withdrawals } from '../../shop/withdrawals/table.ts'
import { daysLater, addMs, HOUR, hoursBefore } from './calendar.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'
import { recordRefund } from './payments.ts'

/** The withdrawals and refunds that the orders tell of. */
export function addReturns(history: History, orders: BuiltOrder[]): void {
  for (const built of orders) {
    const { refund, withdrawal, placedAt } = built.plan
    const at = built.deliveredAt ? daysLater(built.deliveredAt, 2, 10 * 60) : addMs(placedAt, 3 * HOUR)
    if (refund) refundOrder(history, built, refund, at)
    if (withdrawal) addWithdrawal(history, built, withdrawal)
  }
}

/** Refunds lines of an order, or all of it, as `issueOrderRefund` does, with the same rules. */
function refundOrder(
  history: History,
  { order, paid, items, plan }: BuiltOrder,
  { product, reason }: { product?: string; reason: string },
  at: Date,
): void {
  if (!paid) throw new Error(`order ${order.number} is not paid`)
  const named = items.filter((_, index) => plan.lines[index]?.product.slug === product)
  const asked = named.map(({ id, quantity }) => ({ itemId: id, quantity }))
  const { amount: amountCents, taken } = planOrderRefund(
    { items: product ? asked : undefined },
    items.map(item => ({ ...item, isGiftCard: false })),
    order.totalAmount,
    order,
  )
  for (const item of items) {
    const pieces = taken.find(({ itemId }) => itemId === item.id)?.quantity ?? 0
    item.refundedQuantity += pieces
    const back = { productId: item.productId, kind: 'RETURN' as const, pieces, orderId: order.id }
    if (pieces > 0) history.add(stockEntries, at, { ...back, reason: 'paid back' })
  }
  const refundId = recordRefund(history, paid, { amountCents, reason }, at)
  history.recordAudit('ORDER_REFUNDED', order.id, { refundId, amountCents, restocked: true }, at)
}

/** A withdrawal from a line: received and, when that is told, decided the day after, and refunded when the parcel is back. */
function addWithdrawal(
  history: History,
  built: BuiltOrder,
  { hoursAgo, product, remark, isAccepted }: NonNullable<BuiltOrder['plan']['withdrawal']>,
): void {
  const { id: orderId, number: orderNumber } = built.order
  const { email, firstName, lastName } = built.plan.customer
  const items = built.items.filter((_, index) => built.plan.lines[index]?.product.slug === product)
  const itemIds = items.map(({ id }) => id)
  const receivedAt = hoursBefore(history.now, hoursAgo)
  const id = history.newId(receivedAt)
  const said = { name: `${firstName} ${lastName}`, email, orderNumber, orderId, itemIds, remark, receivedAt }
  const row = history.rows.add(withdrawals, { id, ...said })
  const about = { params: { number: orderNumber }, about: id, path: `/admin/orders/${orderId}` }
  history.recordNotification(history.adminId, { kind: 'WITHDRAWAL', ...about }, receivedAt)
  if (isAccepted === undefined) return
  const decidedAt = daysLater(receivedAt, 1, 10 * 60)
  Object.assign(row, { handledAt: decidedAt, accepted: isAccepted, answer: 'Per product beslist.' })
  const decision = { accepted: isAccepted, reason: isAccepted ? null : ('SEAL_BROKEN' as const) }
  const lines = itemIds.map(itemId => ({ itemId, ...decision }))
  for (const line of lines) history.rows.add(withdrawalLines, { withdrawalId: id, ...line, decidedAt })
  history.recordAudit('WITHDRAWAL_LINES_DECIDED', id, { lines }, decidedAt)
  const refundedAt = daysLater(decidedAt, 4, 10 * 60)
  if (isAccepted) refundOrder(history, built, { product, reason: 'Herroeping' }, refundedAt)
}
