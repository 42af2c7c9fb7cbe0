import type { OrderStatus } from './contract.ts'

/** What an order has been through; its status alone doesn't tell, because an admin may set any. */
export interface Course {
  status: OrderStatus
  paidAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
}

/** What a status means: for the pieces of an order, and which of its times is set when it is first reached. */
const meanings: Record<
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
export type Handling = 'HOLD' | 'SELL' | 'RELEASE' | 'RETURN'

export interface Move {
  /** What is done with its pieces; null when they are where they should be. */
  handling: Handling | null
  /** Whether it is paid by this, outside any provider. */
  paysByHand: boolean
  /** The times that this sets. */
  stamps: ('paidAt' | 'shippedAt' | 'deliveredAt')[]
}

const wasSent = ({ shippedAt, deliveredAt }: Course): boolean => shippedAt !== null || deliveredAt !== null

/** Whether its pieces have left the shelf, and not come back by a cancellation. */
export const isOut = (order: Course): boolean =>
  order.paidAt !== null && (order.status !== 'CANCELLED' || wasSent(order))

/** Whether it ends by giving all its money back: what was sent stays sent. */
export const cancelsInFull = (order: Course): boolean => order.status !== 'CANCELLED' && !wasSent(order)

/** What it takes to give an order this status by hand; null when it has it already. */
export function moveTo(order: Course, status: OrderStatus): Move | null {
  if (order.status === status) return null
  const { pieces, stamp } = meanings[status]
  const paysByHand = pieces === 'SOLD' && order.paidAt === null
  const reached = [paysByHand ? ('paidAt' as const) : null, stamp]
  const stamps = [...new Set(reached.filter(time => time !== null))].filter(time => order[time] === null)
  return { handling: handlingFor(order, pieces), paysByHand, stamps }
}

function handlingFor(order: Course, pieces: 'HELD' | 'SOLD' | 'FREE'): Handling | null {
  if (pieces === 'FREE') return !isOut(order) ? 'RELEASE' : wasSent(order) ? null : 'RETURN'
  if (isOut(order)) return null
  // Paid, cancelled, and opened again: it waits for nobody's payment.
  if (pieces === 'SOLD' || order.paidAt !== null) return 'SELL'
  return order.status === 'CANCELLED' ? 'HOLD' : null
}

/** Whether money that comes in makes this order a paid one, also when time had run out; else it goes back. */
export const takesPayment = (order: { paidAt: Date | null; isClosed: boolean }): boolean =>
  order.paidAt === null && !order.isClosed
