import { and, eq } from 'drizzle-orm'
import type { VatTreatment } from '../../money/vat/contract.ts'
import { deliveryPriceFor } from '../../money/vat/delivery.rules.ts'
import { priceFor } from '../../money/vat/rules.ts'
import { addresses } from '../../people/addresses/table.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { isDigital } from '../products/catalog/rules.ts'
import type { ShippingTerms } from '../shipping/price.rules.ts'
import { type NetShippingTerms, rateWithVat } from '../shipping/terms.service.ts'
import type { TaxClass } from '../../wire/vat.ts'

type VatPlatform = Pick<Platform, 'settings' | 'vatRates' | 'now'>

type PricedLine = Parameters<typeof isDigital>[0] & {
  /** Cents incl. VAT, each. */
  price: number
  quantity: number
  taxClass: TaxClass
  isGiftCard: boolean
}

/**
 * Lines and tracking at the prices of this treatment: a business that accounts for the VAT itself pays them without. A promotion from a sum
 * on is promised at the prices that it sees, which stay with the lines.
 */
export function priceForTreatment<Line extends PricedLine>(
  platform: VatPlatform,
  treatment: VatTreatment,
  lines: readonly Line[],
): {
  lines: (Line & { priceWithVat: number })[]
  trackingPrice: number
  withShipping: (terms: NetShippingTerms) => ShippingTerms
} {
  const { vatRates, now, settings } = platform
  const priced = (cents: number, taxClass: TaxClass) =>
    priceFor(cents, taxClass, treatment, vatRates.current, now())
  const goods = lines
    .filter(line => !line.isGiftCard && !isDigital(line))
    .map(({ price, quantity, taxClass }) => ({ grossCents: price * quantity, taxClass }))
  const delivery = (cents: number) => deliveryPriceFor(cents, goods, treatment, vatRates.current, now())
  return {
    lines: lines.map(line => ({
      ...line,
      price: line.isGiftCard ? line.price : priced(line.price, line.taxClass),
      priceWithVat: line.price,
    })),
    trackingPrice: delivery(settings.current.trackingCost),
    withShipping: ({ netRateCents, place, ...terms }) => ({
      ...terms,
      rateCents:
        netRateCents === null || treatment.basis === 'REVERSE_CHARGE'
          ? netRateCents
          : rateWithVat(platform, netRateCents, place, goods),
    }),
  }
}

/** The country of someone's own address, as it writes it; undefined when there is none. */
export async function findAddressCountry(
  db: Db,
  userId: string,
  addressId: string,
): Promise<string | undefined> {
  const [address] = await db
    .select({ country: addresses.country })
    .from(addresses)
    .where(and(eq(addresses.id, addressId), eq(addresses.userId, userId)))
  return address?.country
}
