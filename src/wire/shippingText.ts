import { formatCents } from './money.ts'
import type { PublicShopSettings } from './settings.ts'

/** What the shop says of its shipping in a few words, everywhere the same. */
export const shippingPromise = ({
  shippingPricing,
  freeShippingFrom,
  shipsTo,
}: Pick<PublicShopSettings, 'shippingPricing' | 'freeShippingFrom' | 'shipsTo'>): string => {
  if (shippingPricing === 'FREE_FROM') return `Gratis verzending vanaf ${formatCents(freeShippingFrom)}`
  if (shippingPricing === 'ZONES') return 'Verzendkosten zie je voordat je bestelt'
  return shipsTo.includes('NL') ? 'Gratis verzending in Nederland' : 'Gratis verzending'
}
