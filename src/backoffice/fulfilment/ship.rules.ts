import type { OrderStatus } from '../../shop/orders/contract.ts'
import { problems } from '../../wire/problem.ts'

interface Parcel {
  status: OrderStatus
  hasTracking: boolean
  trackingCode: string | null
}

const refused: Record<Exclude<OrderStatus, 'PAID' | 'PROCESSING'>, string> = {
  PENDING: problems.ORDER_NOT_PAID.message,
  SHIPPED: 'Deze bestelling is al verzonden.',
  DELIVERED: 'Deze bestelling is al bezorgd.',
  CANCELLED: 'Deze bestelling is geannuleerd.',
}

/**
 * Why an order can't be sent along with others; null when it can. What its buyer paid tracking for gets a code of its own.
 * @param left lines that are not picked yet
 */
export function findShipRefusal({ status, hasTracking, trackingCode }: Parcel, left: number): string | null {
  if (status !== 'PAID' && status !== 'PROCESSING') return refused[status]
  if (hasTracking && trackingCode === null) return 'Deze bestelling gaat met tracking: vul eerst een code in.'
  if (left === 0) return null
  return left === 1 ? 'Nog 1 regel is niet gepickt.' : `Nog ${left} regels zijn niet gepickt.`
}
