import type { OrderStatus } from './contract.ts'

/** The history of an order. The status alone is not enough, because an admin may set any status. */
export interface OrderProgress {
  status: OrderStatus
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
}

/** The stock action of a status, and the time that is set when it is first reached. */
const statusEffects: Record<
  OrderStatus,
  { pieces: 'HELD' | 'SOLD' | 'FREE'; stamp: 'paidAt' | 'shippedAt' | 'deliveredAt' | null }
> = {
  PENDING: { pieces: 'HELD', stamp: null },
  PAID: { pieces: 'SOLD', stamp: 'paidAt' },
  PROCESSING: { pieces: 'SOLD', stamp: null },
  SHIPPED: { pieces: 'SOLD', stamp: 'shippedAt' },
  DELIVERED: { pieces: 'SOLD', stamp: 'deliveredAt' },
  CANCELLED: { pieces: 'FREE', stamp: null },
}

/** `SELL` sells the held stock, or free stock without a hold; `RETURN` restocks sold units. */
export type StockAction = 'HOLD' | 'SELL' | 'RELEASE' | 'RETURN'

const wasShipped = ({ shippedAt, deliveredAt }: OrderProgress): boolean =>
  shippedAt !== null || deliveredAt !== null

/** Whether its stock was sold and not put back by a cancellation. */
export const hasSoldStock = (order: OrderProgress): boolean =>
  order.paidAt !== null && (order.status !== 'CANCELLED' || wasShipped(order))

/** Whether a refund in full cancels it: an order that was shipped is not cancelled. */
export const isCancelledByFullRefund = (order: OrderProgress): boolean =>
  order.status !== 'CANCELLED' && !wasShipped(order)

/**
 * Plans the transition to a status that an admin sets; null when the order has that status already.
 * @returns the stock action, null when the stock does not change; whether this records a payment outside any provider; and
 * the columns that are set to the current time
 */
export function planTransition(order: OrderProgress, status: OrderStatus) {
  if (order.status === status) return null
  const { pieces, stamp } = statusEffects[status]
  const recordsManualPayment = pieces === 'SOLD' && order.paidAt === null
  const reached = [recordsManualPayment ? ('paidAt' as const) : null, stamp]
  const timestamps = [...new Set(reached.filter(time => time !== null))].filter(time => order[time] === null)
  return { stockAction: stockActionFor(order, pieces), recordsManualPayment, timestamps }
}

function stockActionFor(order: OrderProgress, pieces: 'HELD' | 'SOLD' | 'FREE'): StockAction | null {
  if (pieces === 'FREE') return !hasSoldStock(order) ? 'RELEASE' : wasShipped(order) ? null : 'RETURN'
  if (hasSoldStock(order)) return null
  // Paid, cancelled and reopened: it needs no new payment.
  if (pieces === 'SOLD' || order.paidAt !== null) return 'SELL'
  return order.status === 'CANCELLED' ? 'HOLD' : null
}

/** Whether a payment makes this order PAID, also after its hold expired; else the payment is refunded. */
export const acceptsPayment = (order: { paidAt: Date | null; isClosed: boolean }): boolean =>
  order.paidAt === null && !order.isClosed
