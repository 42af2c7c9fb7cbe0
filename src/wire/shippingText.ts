import { countryName } from './country.ts'
import { formatCents } from './money.ts'
import type { PublicShopSettings } from './settings.ts'

const list = new Intl.ListFormat('nl', { type: 'conjunction' })

/** More countries than these are not named: the list would be longer than what it promises. */
const NAMED_COUNTRIES = 3

/** What the shop says of its shipping in a few words, everywhere the same: by how it is charged, and where it goes. */
export const shippingPromise = ({
  shippingPricing,
  freeShippingFrom,
  shipsTo,
}: Pick<PublicShopSettings, 'shippingPricing' | 'freeShippingFrom' | 'shipsTo'>): string => {
  if (shippingPricing === 'ZONES') return 'Verzendkosten zie je voordat je bestelt'
  const free =
    shippingPricing === 'FREE_FROM'
      ? `Gratis verzending vanaf ${formatCents(freeShippingFrom)}`
      : 'Gratis verzending'
  if (shipsTo.length > NAMED_COUNTRIES) return free
  return `${free} in ${list.format(shipsTo.map(countryName))}`
}
