/** The offer of the simulated account: the carriers of the Benelux, a few services each, and a pick-up point in every neighbourhood. */

export interface SimulatedService {
  code: string
  name: string
  carrier: string
  lastMile: 'home_delivery' | 'mailbox' | 'service_point'
  isTracked: boolean
  isReturn: boolean
  /** Kilograms, included. */
  maxWeight: number
  /** Cents, by country; a country that is left out is not served. */
  prices: Record<string, number>
}

const carrierNames: Record<string, string> = { postnl: 'PostNL', bpost: 'bpost', dhl: 'DHL', dpd: 'DPD' }

export const carrierName = (code: string): string => carrierNames[code] ?? code

const home = { lastMile: 'home_delivery', isTracked: true, isReturn: false } as const
const point = { lastMile: 'service_point', isTracked: true, isReturn: false } as const
const back = { lastMile: 'home_delivery', isTracked: true, isReturn: true } as const
const near = (nl: number, be: number): Record<string, number> => ({
  NL: nl,
  BE: be,
  DE: be + 500,
  FR: be + 600,
})

const service = (
  code: string,
  name: string,
  maxWeight: number,
  prices: Record<string, number>,
  kind: Pick<SimulatedService, 'lastMile' | 'isTracked' | 'isReturn'>,
): SimulatedService => ({ code, name, carrier: code.split(':')[0] ?? '', maxWeight, prices, ...kind })

export const services: SimulatedService[] = [
  service('postnl:mailbox', 'PostNL Brievenbuspakje', 2, { NL: 439 }, { ...home, lastMile: 'mailbox' }),
  service('postnl:standard', 'PostNL Pakket', 23, near(695, 860), home),
  service('postnl:pakjegemak', 'PostNL Pakket naar een punt', 23, near(650, 820), point),
  service('postnl:return', 'PostNL Retour', 23, near(695, 860), back),
  service('bpost:home', 'bpost bpack 24h', 30, near(890, 710), home),
  service('bpost:pugo', 'bpost bpack naar een punt', 30, near(850, 650), point),
  service('bpost:return', 'bpost retour', 30, near(890, 710), back),
  service('dhl:home', 'DHL For You', 20, near(695, 990), home),
  service('dhl:servicepoint', 'DHL naar een punt', 20, near(620, 910), point),
  service('dhl:return', 'DHL retour', 20, near(695, 990), back),
  service('dpd:home', 'DPD Home', 31, near(725, 930), home),
  service('dpd:pickup', 'DPD naar een punt', 20, near(670, 880), point),
  service('dpd:return', 'DPD retour', 20, near(725, 930), back),
]

export const findService = (code: string): SimulatedService | undefined =>
  services.find(each => each.code === code)

/** Sendcloud's parcel statuses. */
export const statuses: Record<number, string> = {
  1: 'Announced',
  3: 'En route to sorting center',
  8: 'Delivery attempt failed',
  11: 'Delivered',
  12: 'Awaiting customer pickup',
  80: 'Unable to deliver',
  92: 'Driver en route',
  93: 'Shipment collected by customer',
  1000: 'Ready to send',
  1002: 'Announcement failed',
  2000: 'Cancelled',
}

export const codeOfStatus = (id: number): string => (statuses[id] ?? '').toUpperCase().replaceAll(' ', '_')

const postcodes: Record<string, RegExp> = { NL: /^[1-9]\d{3} ?[A-Z]{2}$/i, BE: /^[1-9]\d{3}$/ }

const shops = [
  {
    carrier: 'postnl',
    name: 'Boekhandel De Linde',
    type: 'servicepoint',
    street: 'Dorpsstraat',
    distance: 210,
  },
  { carrier: 'dhl', name: 'Avondwinkel Noord', type: 'servicepoint', street: 'Stationsplein', distance: 380 },
  { carrier: 'bpost', name: 'Dagbladhandel Anna', type: 'servicepoint', street: 'Kerkstraat', distance: 450 },
  { carrier: 'postnl', name: 'Pakketautomaat Station', type: 'locker', street: 'Perronweg', distance: 640 },
  { carrier: 'dpd', name: 'Fietsenmaker Wiel', type: 'servicepoint', street: 'Molenweg', distance: 920 },
  {
    carrier: 'gls',
    name: 'Een vervoerder die niemand kent',
    type: 'servicepoint',
    street: 'Elders',
    distance: 990,
  },
]

const hours = (from: string, until: string) => [{ start_time: from, end_time: until }]

/** The points near a postcode; null for one that does not exist. A postcode that begins with 9 has none in the Netherlands. */
export function pointsNear(country: string, postalCode: string): object[] | null {
  const format = postcodes[country]
  if (format && !format.test(postalCode)) return null
  if (country === 'NL' && postalCode.startsWith('9999')) return []
  return shops
    .filter(({ carrier }) => (country === 'NL' ? carrier !== 'bpost' : true))
    .map(({ carrier, name, type, street, distance }, index) => {
      const week = type === 'locker' ? hours('00:00', '23:59') : hours('09:00', '18:00')
      return {
        id: Number(`${postalCode.replaceAll(/\D/g, '') || '1'}${index + 1}`),
        name,
        carrier: { code: carrier, name: carrierName(carrier) },
        general_shop_type: type,
        address: {
          street,
          house_number: String(index + 1),
          postal_code: postalCode,
          city: country === 'BE' ? 'Gent' : 'Utrecht',
          country_code: country,
        },
        opening_times: {
          monday: week,
          tuesday: week,
          wednesday: week,
          thursday: week,
          friday: week,
          saturday: type === 'locker' ? week : hours('10:00', '17:00'),
          sunday: type === 'locker' ? week : null,
        },
        distance,
      }
    })
}
