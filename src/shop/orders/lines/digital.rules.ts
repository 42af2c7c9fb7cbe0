/** A line of an order, as far as it says how far the order is delivered. */
export interface DigitalLine {
  quantity: number
  refundedQuantity: number
  isDigital: boolean
  isDelivered: boolean
}

/**
 * Whether an order ends here: every line is digital and delivered, but for lines that were refunded in full. An order with a
 * line that is sent, or that is delivered by hand, does not.
 */
export const isDeliveredWhole = (lines: DigitalLine[]): boolean =>
  lines.some(({ isDelivered }) => isDelivered) &&
  lines.every(
    ({ isDigital, isDelivered, quantity, refundedQuantity }) =>
      isDigital && (isDelivered || refundedQuantity === quantity),
  )

/**
 * Whether its buyer can still withdraw from a line. Not from a digital one that was delivered: by ordering, its buyer asked
 * for it at once and gave up the right to withdraw (Dir. 2011/83, article 16(m)). Before it is delivered the right stays.
 */
export const canWithdraw = ({
  isDigital,
  deliveredAt,
}: {
  isDigital: boolean
  deliveredAt: unknown
}): boolean => !isDigital || deliveredAt === null
