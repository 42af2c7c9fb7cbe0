import type { AdminOrder } from './contract.ts'

/** The digital lines of a paid order that nothing was delivered for; those that were refunded in full need nothing. */
export const undeliveredLines = ({ items, paidAt, status }: AdminOrder): AdminOrder['items'] =>
  paidAt === null || status === 'CANCELLED' || status === 'DELIVERED'
    ? []
    : items.filter(
        ({ isDigital, deliveredAt, quantity, refundedQuantity }) =>
          isDigital && deliveredAt === null && refundedQuantity < quantity,
      )
