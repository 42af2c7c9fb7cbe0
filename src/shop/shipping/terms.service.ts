import { and, sql } from 'drizzle-orm'
import { deliveryWithVat } from '../../money/vat/delivery.rules.ts'
import { currentTerms, decideTreatment, type TaxedLine } from '../../money/vat/rules.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, isAnyOf } from '../../platform/db/sql.ts'
import type { Settings } from '../../wire/settings.ts'
import { products } from '../products/catalog/table.ts'
import { isGiftCardSql } from '../products/variants/service.ts'
import { destinationCode, destinationName } from './destination.rules.ts'
import { packParcel, type ShippingTerms } from './price.rules.ts'
import { findRatesForParcel } from './service.ts'

/** The terms that decide the price of standard shipping, before the VAT of the contents. */
export interface NetShippingTerms extends Omit<ShippingTerms, 'rateCents'> {
  /** Cents without VAT: the cheapest rate that takes the parcel. Null when nothing is shipped, or when no rate is needed. */
  netRateCents: number | null
  /** ISO 3166 alpha-2; null for a country that nothing is shipped to. */
  place: string | null
}

export const freeOfRates: NetShippingTerms = { pricing: 'FREE', freeFrom: 0, netRateCents: null, place: null }

/**
 * Cents that a consumer there pays for a rate.
 * @param goods those that are sent, in cents incl. VAT; none: ordinary ones
 */
export const rateWithVat = (
  { settings, vatRates, now }: Pick<Platform, 'settings' | 'vatRates' | 'now'>,
  netCents: number,
  place: string | null,
  goods: readonly TaxedLine[] = [],
): number => {
  const treatment = decideTreatment(currentTerms(settings.current), { place, evidence: [] })
  return deliveryWithVat(netCents, goods, treatment, vatRates.current, now())
}

type ShippingSettings = Pick<Settings, 'shippingPricing' | 'freeShippingFrom'>

/**
 * Finds the terms that decide the price of standard shipping for a basket, in two statements; in none while it is always free.
 * @param country as an address has it
 * @returns `refusal` in Dutch, instead of terms, when no rate takes the parcel there
 */
export async function findShippingTerms(
  db: Db,
  { shippingPricing: pricing, freeShippingFrom: freeFrom }: ShippingSettings,
  items: readonly { productId: string; quantity: number }[],
  country: string,
): Promise<{ terms: NetShippingTerms; refusal: string | null }> {
  if (pricing === 'FREE') return { terms: freeOfRates, refusal: null }
  const parcelItems = await findParcelItems(db, items)
  const code = destinationCode(country)
  const terms = { pricing, freeFrom, netRateCents: null, place: code }
  // A country that nothing is shipped to is refused as such.
  if (parcelItems.length === 0 || code === null) return { terms, refusal: null }
  const [cheapest] = await findRatesForParcel(db, { ...packParcel(parcelItems), country: code })
  if (cheapest) return { terms: { ...terms, netRateCents: cheapest.price }, refusal: null }
  const refusal = `Voor dit pakket naar ${destinationName(code)} hebben we geen verzendtarief. Verdeel het over meer bestellingen, of vraag ons wat kan.`
  return { terms, refusal }
}

/** The products of these that are shipped, with their weights and dimensions. */
async function findParcelItems(db: Db, items: readonly { productId: string; quantity: number }[]) {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of items) {
    const id = productId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  const isShipped = sql`(${products.showShippingOptions} or ${products.shippingCost} > 0) and not ${isGiftCardSql()}`
  const found = await db
    .select(columnsOf(products, 'id', 'weight', 'length', 'width', 'height'))
    .from(products)
    .where(and(isAnyOf(products.id, [...quantities.keys()]), isShipped))
  return found.map(({ id, ...measures }) => ({ ...measures, quantity: quantities.get(id) ?? 0 }))
}
