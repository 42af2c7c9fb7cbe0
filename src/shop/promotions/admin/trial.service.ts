import { and, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findVatTreatment } from '../../../money/vat/treatment.service.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isAnyOf } from '../../../platform/db/sql.ts'
import { products } from '../../products/catalog/table.ts'
import { isActiveSql } from '../../products/variants/service.ts'
import { priceForTreatment } from '../../checkout/business.service.ts'
import { findQuoteLines, findShippingTo, quoteLines } from '../../checkout/quote.service.ts'
import { findPromotions } from '../service.ts'
import { Problem } from '../../../wire/problem.ts'
import { parseBrusselsTime } from '../../../wire/brusselsTime.ts'
import type { tryPromotions } from './contract.ts'

type TrialItem = z.output<typeof tryPromotions.input>['items'][number]

/**
 * Computes the price of a basket for a customer who has used nothing yet, at the present prices.
 * @throws Problem NOT_FOUND for a product that is not for sale
 */
export async function tryBasket(
  platform: Platform,
  by: string,
  { items, codes, hasTracking, country, isFirstOrder, at }: z.output<typeof tryPromotions.input>,
): Promise<z.input<typeof tryPromotions.output>> {
  const {
    db,
    settings: { current },
    now,
  } = platform
  const time = (at === null ? null : parseBrusselsTime(at)) ?? now()
  const basket = await findQuoteLines(db, await resolveSellableItems(db, items))
  const treatment = await findVatTreatment(db, platform, null, country)
  const { lines, trackingPrice, withShipping } = priceForTreatment(platform, treatment, basket)
  const found = await findPromotions(db, { userId: by, codes, now: time })
  const unused = found.promotions.map(promotion => ({ ...promotion, isUsed: false, isHeld: false }))
  const { terms, refusal } = await findShippingTo(db, current, lines, country)
  const { payableByCredit: _, ...quote } = quoteLines(
    lines,
    { codes, hasTracking, trackingPrice, shipping: withShipping(terms) },
    { promotions: unused, hasOrdered: !isFirstOrder },
    time,
  )
  return { ...quote, ...(refusal !== null && { shippingRefusal: refusal }) }
}

/** The items that are sold of the chosen products: of one with variants the cheapest, whose price it shows. */
async function resolveSellableItems(db: Db, items: readonly TrialItem[]): Promise<TrialItem[]> {
  const ids = items.map(({ productId }) => productId)
  const cheapest = sql<string | null>`case when ${products.options} is null then ${products.id} else (
    select variant.id from products variant where variant.parent_id = "products"."id" and variant.is_active
    order by variant.price, variant.position, variant.id limit 1
  ) end`
  const found = await db
    .select({ id: products.id, sold: cheapest })
    .from(products)
    .where(and(isAnyOf(products.id, ids), isActiveSql()))
  const sold = new Map(found.map(({ id, sold: own }) => [id, own]))
  return items.map(({ productId, quantity }) => {
    const own = sold.get(productId.toLowerCase())
    if (!own) throw new Problem('NOT_FOUND', { message: 'Een van deze producten is niet te koop.' })
    return { productId: own, quantity }
  })
}
