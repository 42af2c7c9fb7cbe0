import { formatCents } from './money.ts'
import type { PublicShopSettings } from './settings.ts'
import { countryName } from './countries.ts'

const list = new Intl.ListFormat('nl', { type: 'conjunction' })

/** More countries than these are not named: the list would be longer than the rest of the promise. */
const NAMED_COUNTRIES = 3

/** The sentence of the shop about its shipping in a few words, everywhere the same: how it is charged, and where it goes. */
export const shippingPromise = ({
  shippingPricing,
  freeShippingFrom,
  shipsTo,
}: Pick<PublicShopSettings, 'shippingPricing' | 'freeShippingFrom' | 'shipsTo'>): string => {
  const where =
    shipsTo.length > NAMED_COUNTRIES ? `${shipsTo.length} landen` : list.format(shipsTo.map(countryName))
  if (shippingPricing === 'ZONES') return `Verzending in ${where}, kosten vooraf duidelijk`
  if (shippingPricing === 'FREE') return `Gratis verzending in ${where}`
  return `Gratis verzending vanaf ${formatCents(freeShippingFrom)} in ${where}`
}
