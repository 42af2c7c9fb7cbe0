import type { OrderStatus } from '../../shop/orders/contract.ts'

interface Line {
  quantity: number
  refundedQuantity: number
  picked: boolean
}

/** Once it is sent, its lines are not ticked by accident. */
export const isPickingLocked = ({ status }: { status: OrderStatus }): boolean =>
  status === 'SHIPPED' || status === 'DELIVERED'

/** The lines that go along: what was paid back in full does not. */
export const linesToPick = <L extends Line>({ items }: { items: L[] }): L[] =>
  items.filter(({ quantity, refundedQuantity }) => refundedQuantity < quantity)

export const isPicked = (order: { items: Line[] }): boolean =>
  linesToPick(order).every(({ picked }) => picked)
