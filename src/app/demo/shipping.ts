import { REST_OF_WORLD } from '../../shop/shipping/contract.ts'
import type { History } from './history/history.ts'

interface DemoRate {
  /** Grams. */
  weightTo: number
  weightFrom?: number
  /** Cents. */
  price: number
  serviceName: string
  /** Length, width and height in centimetres. */
  limits?: [number, number, number]
}

interface DemoZone {
  name: string
  countries: string[]
  carrier: string
  deliveryTime: string
  rates: DemoRate[]
}

const [netherlands, belgium, europe, world] = [
  '1-2 werkdagen',
  '2-3 werkdagen',
  '3-5 werkdagen',
  '5-10 werkdagen',
] as const

const eu = 'AT BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT PL PT RO SE SI SK'.split(' ')

/** Consecutive rates: each begins where the one before ends. */
const consecutiveRates = (serviceName: string, ...to: [weightTo: number, price: number][]): DemoRate[] =>
  to.map(([weightTo, price], place) => ({
    serviceName,
    weightTo,
    price,
    weightFrom: to[place - 1]?.[0] ?? 0,
  }))

/** Zones and rates for the demo, as the carriers publish them. */
const demoZones: DemoZone[] = [
  {
    name: 'Nederland',
    countries: ['NL'],
    carrier: 'PostNL',
    deliveryTime: netherlands,
    rates: [
      { serviceName: 'Brievenbuspakje', weightTo: 2000, price: 439, limits: [38, 26, 3.2] },
      ...consecutiveRates('Pakket', [10_000, 825], [23_000, 1345]),
    ],
  },
  {
    name: 'Nederland',
    countries: ['NL'],
    carrier: 'DHL',
    deliveryTime: netherlands,
    rates: consecutiveRates('Pakket', [10_000, 695]),
  },
  {
    name: 'Nederland',
    countries: ['NL'],
    carrier: 'DPD',
    deliveryTime: netherlands,
    rates: consecutiveRates('Pakket', [10_000, 725]),
  },
  {
    name: 'België',
    countries: ['BE'],
    carrier: 'bpost',
    deliveryTime: belgium,
    rates: consecutiveRates('Pakket', [2000, 710], [5000, 860], [10_000, 1030], [30_000, 1855]),
  },
  {
    name: 'Europese Unie',
    countries: eu,
    carrier: 'bpost',
    deliveryTime: europe,
    rates: consecutiveRates('Pakket Europa', [2000, 1410], [5000, 1950], [10_000, 2450], [30_000, 3990]),
  },
  {
    name: 'Wereld',
    countries: [REST_OF_WORLD],
    carrier: 'bpost',
    deliveryTime: world,
    rates: consecutiveRates('Pakket wereld', [2000, 3200], [5000, 4950], [10_000, 8500]),
  },
  {
    name: 'Wereld',
    countries: [REST_OF_WORLD],
    carrier: 'FedEx',
    deliveryTime: world,
    rates: consecutiveRates('International', [5000, 9500]),
  },
]

/** The zones and rates, in this order. */
export function addShipping({ rows, newId }: History, at: Date): void {
  for (const { rates, deliveryTime, ...zone } of demoZones) {
    const zoneId = newId(at)
    rows.shippingZones.push({ id: zoneId, ...zone })
    for (const { limits, weightFrom = 0, ...rate } of rates)
      rows.shippingRates.push({
        id: newId(at),
        ...rate,
        weightFrom,
        deliveryTime,
        zoneId,
        maxLength: limits?.[0] ?? null,
        maxWidth: limits?.[1] ?? null,
        maxHeight: limits?.[2] ?? null,
      })
  }
}
