import { Problem } from '../../../wire/problem.ts'
import { type Order, STANDARD_POST } from '../contract.ts'

/** Carrier and tracking code; omitted or null when unknown. */
export type ShipmentInput = Partial<Record<'trackingCode' | 'shippingCarrier', string | null | undefined>>

type StoredShipment = Pick<Order, 'hasTracking' | 'trackingCode' | 'shippingCarrier'>
/** An order that may be shipped: a digital one has nothing to ship. */
type ShipCandidate = StoredShipment & Pick<Order, 'isDigital'>

/**
 * The carrier and code of a shipment: the given ones before the stored ones, and standard post without paid tracking.
 */
export const resolveShipment = (
  order: StoredShipment,
  given: ShipmentInput,
): Pick<StoredShipment, 'trackingCode' | 'shippingCarrier'> => ({
  trackingCode: given.trackingCode ?? order.trackingCode,
  shippingCarrier:
    given.shippingCarrier ?? order.shippingCarrier ?? (order.hasTracking ? null : STANDARD_POST),
})

/**
 * Why an order can't become SHIPPED, for every way of shipping; null when it can.
 * @param unpickedLines the number of lines to ship that are not picked yet
 * @returns Problem NOTHING_TO_SHIP, TRACKING_REQUIRED, or ITEMS_NOT_PICKED with how many are `left`
 */
export function findShipProblem(
  order: ShipCandidate,
  unpickedLines: number,
  given: ShipmentInput = {},
): Problem | null {
  if (order.isDigital) return new Problem('NOTHING_TO_SHIP')
  if (order.hasTracking && resolveShipment(order, given).trackingCode === null)
    return new Problem('TRACKING_REQUIRED')
  return unpickedLines > 0 ? new Problem('ITEMS_NOT_PICKED', { left: unpickedLines }) : null
}
