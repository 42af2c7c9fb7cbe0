import { deliverLines, takeBackLines } from '../../downloads/delivery.service.ts'
import { goods } from './goods.service.ts'
import type { LineKind } from './kind.service.ts'

/** Downloads are delivered with their payment, or by hand when their product had no files yet. */
export const digital: LineKind = {
  ...goods,
  includes: ({ isDigital }) => isDigital,
  isOpenedByLink: true,
  deliver(tx, { now }, order, lines) {
    // A product that is sent may still have codes of before.
    const due = lines.filter(({ isDigital, deliveredAt }) => isDigital && deliveredAt === null)
    const left = due.map(line => ({ ...line, quantity: line.quantity - line.refundedQuantity }))
    return deliverLines(tx, order, left, now())
  },
  takeBack(tx, lines, { productIds, now }) {
    const returned = lines.map(({ returned: quantity, ...line }) => ({ ...line, quantity }))
    return takeBackLines(tx, returned, productIds, now)
  },
}
