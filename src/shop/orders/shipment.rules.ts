import { Problem } from '../../wire/problem.ts'
import { STANDARD_POST } from './contract.ts'

/** How an order goes; left out or null where nothing is said. */
export interface ShipmentInput {
  trackingCode?: string | null | undefined
  shippingCarrier?: string | null | undefined
}

interface StoredShipment {
  /** Its buyer paid for tracking. */
  hasTracking: boolean
  trackingCode: string | null
  shippingCarrier: string | null
}

/** How an order is shipped: what is given goes before what is stored, and without paid tracking it goes by standard post. */
export const resolveShipment = (
  order: StoredShipment,
  given: ShipmentInput,
): Pick<StoredShipment, 'trackingCode' | 'shippingCarrier'> => ({
  trackingCode: given.trackingCode ?? order.trackingCode,
  shippingCarrier:
    given.shippingCarrier ?? order.shippingCarrier ?? (order.hasTracking ? null : STANDARD_POST),
})

/**
 * Why an order can't become SHIPPED, whichever way it would; null when it can.
 * @param unpickedLines lines that go along and are not picked yet
 * @returns Problem TRACKING_REQUIRED, or ITEMS_NOT_PICKED with how many are `left`
 */
export function findShipProblem(
  order: StoredShipment,
  unpickedLines: number,
  given: ShipmentInput = {},
): Problem | null {
  if (order.hasTracking && resolveShipment(order, given).trackingCode === null)
    return new Problem('TRACKING_REQUIRED')
  return unpickedLines > 0 ? new Problem('ITEMS_NOT_PICKED', { left: unpickedLines }) : null
}
