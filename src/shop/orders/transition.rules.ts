import type { OrderStatus } from './contract.ts'

/** What an order has been through; its status alone doesn't tell, because an admin may set any. */
export interface OrderProgress {
  status: OrderStatus
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
}

/** What a status means: for the pieces of an order, and which of its times is set when it is first reached. */
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

/** `SELL` claims what is held, or takes it anew; `RETURN` puts what was sold back on the shelf. */
export type StockAction = 'HOLD' | 'SELL' | 'RELEASE' | 'RETURN'

export interface OrderTransition {
  /** What is done with its pieces; null when they are where they should be. */
  stockAction: StockAction | null
  /** Whether it is paid by this, outside any provider. */
  recordsManualPayment: boolean
  /** The times that this sets. */
  timestamps: ('paidAt' | 'shippedAt' | 'deliveredAt')[]
}

const wasShipped = ({ shippedAt, deliveredAt }: OrderProgress): boolean =>
  shippedAt !== null || deliveredAt !== null

/** Whether its pieces have left the shelf, and not come back by a cancellation. */
export const hasSoldStock = (order: OrderProgress): boolean =>
  order.paidAt !== null && (order.status !== 'CANCELLED' || wasShipped(order))

/** Whether it ends by giving all its money back: what was sent stays sent. */
export const isCancelledByFullRefund = (order: OrderProgress): boolean =>
  order.status !== 'CANCELLED' && !wasShipped(order)

/** What it takes to give an order this status by hand; null when it has it already. */
export function planTransition(order: OrderProgress, status: OrderStatus): OrderTransition | null {
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
  // Paid, cancelled, and opened again: it waits for nobody's payment.
  if (pieces === 'SOLD' || order.paidAt !== null) return 'SELL'
  return order.status === 'CANCELLED' ? 'HOLD' : null
}

/** Whether money that comes in makes this order a paid one, also when time had run out; else it goes back. */
export const acceptsPayment = (order: { paidAt: Date | null; isClosed: boolean }): boolean =>
  order.paidAt === null && !order.isClosed
