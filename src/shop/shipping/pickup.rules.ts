import type { CarrierCode, PickupPoint } from './pickup.contract.ts'

/** The names of carriers, as orders and tracking have them. */
export const carrierNames: Record<CarrierCode, string> = {
  postnl: 'PostNL',
  bpost: 'bpost',
  dhl: 'DHL',
  dpd: 'DPD',
}

/** `Media Markt, Boschdijktunnel 1, 5611 AG Eindhoven` without its name. */
export const pickupAddress = ({
  street,
  houseNumber,
  postalCode,
  city,
}: Pick<PickupPoint, 'street' | 'houseNumber' | 'postalCode' | 'city'>): string =>
  `${`${street} ${houseNumber}`.trim()}, ${postalCode} ${city}`

const days = ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo']

/** The opening hours in a few lines, days with the same hours together: `ma–vr 09:00–18:00`; empty when unknown. */
export function describeOpeningHours(hours: PickupPoint['openingHours']): string[] {
  if (hours.length === 0) return []
  const byDay = days.map((_, day) =>
    hours
      .filter(each => each.day === day)
      .map(({ from, until }) => `${from}–${until}`)
      .join(' en '),
  )
  const spans: { first: number; last: number; text: string }[] = []
  for (const [day, text] of byDay.entries()) {
    const span = spans.at(-1)
    if (span?.text === text) span.last = day
    else spans.push({ first: day, last: day, text })
  }
  return spans.map(({ first, last, text }) => {
    const name = first === last ? days[first] : `${days[first]}–${days[last]}`
    return `${name} ${text || 'gesloten'}`
  })
}

/** `380` → `380 m`, `1240` → `1,2 km`. */
export const formatDistance = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres)} m` : `${(metres / 1000).toFixed(1).replace('.', ',')} km`
