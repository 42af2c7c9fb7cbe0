import type { OrderStatus } from '../contract.ts'
import { findShipProblem } from '../shipments/rules.ts'
import type { AdminOrderSummary } from './contract.ts'
import { problems } from '../../../wire/problem.ts'

type ShipCandidate = Pick<
  AdminOrderSummary,
  'status' | 'isDigital' | 'hasTracking' | 'trackingCode' | 'shippingCarrier'
>

const refusalByStatus: Record<Exclude<OrderStatus, 'PAID' | 'PROCESSING'>, string> = {
  PENDING: problems.ORDER_NOT_PAID.message,
  SHIPPED: 'Deze bestelling is al verzonden.',
  DELIVERED: 'Deze bestelling is al bezorgd.',
  CANCELLED: 'Deze bestelling is geannuleerd.',
}

/**
 * Why an order can't be part of a bulk shipment; null when it can.
 * @param unpickedLines lines to ship that are not picked yet
 */
export function findShipRefusal(order: ShipCandidate, unpickedLines: number): string | null {
  const { status } = order
  if (status !== 'PAID' && status !== 'PROCESSING') return refusalByStatus[status]
  const problem = findShipProblem(order, unpickedLines)
  if (problem?.code !== 'ITEMS_NOT_PICKED') return problem?.message ?? null
  return unpickedLines === 1
    ? 'Nog 1 regel is niet gepickt.'
    : `Nog ${unpickedLines} regels zijn niet gepickt.`
}
