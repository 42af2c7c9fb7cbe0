import type { z } from 'zod'
import type { OrderStatus } from '../contract.ts'
import type { AdminOrderItem } from './contract.ts'

type Line = Pick<
  z.output<typeof AdminOrderItem>,
  'quantity' | 'refundedQuantity' | 'picked' | 'deliveredAt' | 'giftCards'
>

/** Whether lines can no longer be ticked, because the order is shipped. */
export const isPickingLocked = ({ status }: { status: OrderStatus }): boolean =>
  status === 'SHIPPED' || status === 'DELIVERED'

/** Whether a line is one of parcels, as far as it was not delivered digitally; gift cards are mailed. */
export const isShipped = ({ deliveredAt, giftCards }: Pick<Line, 'deliveredAt' | 'giftCards'>): boolean =>
  deliveredAt === null && giftCards === undefined

/** The lines to ship: those that were not refunded in full, nor delivered digitally. */
export const linesToPick = <L extends Line>({ items }: { items: L[] }): L[] =>
  items.filter(line => line.refundedQuantity < line.quantity && isShipped(line))

export const isPicked = (order: { items: Line[] }): boolean =>
  linesToPick(order).every(({ picked }) => picked)
