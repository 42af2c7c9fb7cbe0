import { and, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { columnsOf, isAnyOf } from '../../platform/sql.ts'
import type { Settings } from '../../wire/settings.ts'
import { products } from '../catalog/table.ts'
import { isGiftCardSql } from '../catalog/variants.service.ts'
import { destinationCode, destinationName } from './destination.rules.ts'
import { freeShipping, packParcel, type ShippingTerms } from './price.rules.ts'
import { findRatesForParcel } from './service.ts'

type ShippingSettings = Pick<Settings, 'shippingPricing' | 'freeShippingFrom'>

/**
 * What decides the price of standard shipping for a basket, in two statements; in none while it is always free.
 * @param country as an address has it
 * @returns `refusal` in Dutch, instead of terms, when no rate takes the parcel there
 */
export async function findShippingTerms(
  db: Db,
  { shippingPricing: pricing, freeShippingFrom: freeFrom }: ShippingSettings,
  items: readonly { productId: string; quantity: number }[],
  country: string,
): Promise<{ terms: ShippingTerms; refusal: string | null }> {
  if (pricing === 'FREE') return { terms: freeShipping, refusal: null }
  const parcelItems = await findParcelItems(db, items)
  const terms = { pricing, freeFrom, rateCents: null }
  const code = destinationCode(country)
  // A country that nothing is shipped to is refused as such.
  if (parcelItems.length === 0 || code === null) return { terms, refusal: null }
  const [cheapest] = await findRatesForParcel(db, { ...packParcel(parcelItems), country: code })
  if (cheapest) return { terms: { ...terms, rateCents: cheapest.price }, refusal: null }
  const refusal = `Voor dit pakket naar ${destinationName(code)} hebben we geen verzendtarief. Verdeel het over meer bestellingen, of vraag ons wat kan.`
  return { terms, refusal }
}

/** The products of these that are shipped, with what they weigh and measure. */
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
