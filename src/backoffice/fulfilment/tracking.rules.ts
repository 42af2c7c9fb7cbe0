import { trackingUrl } from '../../shop/orders/tracking.rules.ts'

interface ShippedOrder {
  trackingCode: string | null
  shippingCarrier: string | null
  shippingPostalCode: string | null
  shippingCountry: string | null
}

/** How a parcel is followed; null when it can't be. */
export function parcelTracking(order: ShippedOrder): { carrier: string; code: string; url: string } | null {
  const { trackingCode: code, shippingCarrier: carrier, shippingPostalCode, shippingCountry } = order
  if (!code || !carrier) return null
  const parcel = { postalCode: shippingPostalCode, country: shippingCountry }
  return { carrier, code, url: trackingUrl({ ...parcel, carrier, code }) }
}
