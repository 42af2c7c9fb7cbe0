import { countryCode } from '../../../wire/countries.ts'
import type { Order } from '../contract.ts'

export interface TrackedParcel {
  /** The carrier as stored, such as `PostNL`. */
  carrier: string
  code: string
  postalCode: string | null
  /** The country's name, as in addresses. */
  country: string | null
}

/** The tracking page of the carrier, or a web search for an unknown carrier. */
export function trackingUrl({ carrier, code, postalCode, country }: TrackedParcel): string {
  const item = encodeURIComponent(code)
  const postcode = encodeURIComponent((postalCode ?? '').replaceAll(/\s/g, ''))
  const land = countryCode(country ?? '')
  switch (carrier.trim().toLowerCase()) {
    case 'bpost':
      return `https://track.bpost.cloud/btr/web/#/search?itemCode=${item}&lang=nl&postalCode=${postcode}`
    case 'postnl':
      // The carrier's page needs the country and postcode.
      if (!land || !postcode) break
      return `https://jouw.postnl.nl/track-and-trace/${item}-${land}-${postcode}`
    case 'dhl':
      return `https://my.dhlecommerce.nl/home/tracktrace/${item}`
    case 'dpd':
      return `https://tracking.dpd.de/status/nl_NL/parcel/${item}`
  }
  return `https://duckduckgo.com/?q=${encodeURIComponent(`${carrier} ${code}`)}`
}

type ShippedOrder = Pick<Order, 'trackingCode' | 'shippingCarrier' | 'shippingPostalCode' | 'shippingCountry'>

/** The tracking of a shipped order; null when it has none. */
export function parcelTracking(order: ShippedOrder): { carrier: string; code: string; url: string } | null {
  const { trackingCode: code, shippingCarrier: carrier, shippingPostalCode, shippingCountry } = order
  if (!code || !carrier) return null
  const url = trackingUrl({ carrier, code, postalCode: shippingPostalCode, country: shippingCountry })
  return { carrier, code, url }
}
