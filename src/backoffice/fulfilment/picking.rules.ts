import type { z } from 'zod'
import type { OrderStatus } from '../../shop/orders/contract.ts'
import type { AdminOrderItem } from './contract.ts'

type Line = Pick<z.output<typeof AdminOrderItem>, 'quantity' | 'refundedQuantity' | 'picked' | 'deliveredAt'>

/** Whether lines can no longer be ticked, because the order is shipped. */
export const isPickingLocked = ({ status }: { status: OrderStatus }): boolean =>
  status === 'SHIPPED' || status === 'DELIVERED'

/** The lines to ship: those that were not refunded in full, nor delivered digitally. */
export const linesToPick = <L extends Line>({ items }: { items: L[] }): L[] =>
  items.filter(
    ({ quantity, refundedQuantity, deliveredAt }) => refundedQuantity < quantity && deliveredAt === null,
  )

export const isPicked = (order: { items: Line[] }): boolean =>
  linesToPick(order).every(({ picked }) => picked)
