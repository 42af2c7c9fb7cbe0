import type { AdminOrder } from './contract.ts'

/**
 * The digital lines of a paid order that nothing was delivered for; those that were refunded in full need nothing. Gift cards are made when
 * it is paid.
 */
export const undeliveredLines = ({ items, paidAt, status }: AdminOrder): AdminOrder['items'] =>
  paidAt === null || status === 'CANCELLED' || status === 'DELIVERED'
    ? []
    : items.filter(
        ({ isDigital, giftCards, deliveredAt, quantity, refundedQuantity }) =>
          isDigital && giftCards === undefined && deliveredAt === null && refundedQuantity < quantity,
      )
