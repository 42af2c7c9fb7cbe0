import type { OrderStatus } from '../contract.ts'

/** The fields that decide whether a customer may cancel; the same in the browser, whose times are texts. */
interface CancellableOrder {
  status: OrderStatus
  shippedAt: Date | string | null
  deliveredAt: Date | string | null
  trackingCode: string | null
  items: { picked: boolean; deliveredAt: Date | string | null }[]
}

/**
 * Whether a customer may still cancel a paid order: nobody has begun to pack it, and nothing of it was delivered. Content that was
 * delivered digitally can't be given back, so an order with such a line is not cancelled as a whole.
 */
export const canCancelOrder = ({
  status,
  shippedAt,
  deliveredAt,
  trackingCode,
  items,
}: CancellableOrder): boolean =>
  status === 'PAID' &&
  shippedAt === null &&
  deliveredAt === null &&
  trackingCode === null &&
  items.every(item => !item.picked && item.deliveredAt === null)
