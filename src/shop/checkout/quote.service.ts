import { and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import { quoteCredit } from '../../money/credit/spend.service.ts'
import { creditMayBuy, providerOf } from '../../money/payments/uses.service.ts'
import { findVatTreatment } from '../../money/vat/treatment.service.ts'
import type { Settings } from '../../wire/settings.ts'
import type { TaxClass } from '../../wire/vat.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, isAnyOf } from '../../platform/db/sql.ts'
import { products } from '../products/catalog/table.ts'
import { isForSaleSql, isGiftCardSql } from '../products/variants/service.ts'
import { type OrderLine, priceOrder, type ShippingChoice } from '../orders/price.rules.ts'
import type { AutomaticPromotions } from '../promotions/automatic.service.ts'
import { listRefusedCodes } from '../promotions/labels.rules.ts'
import { assumedDestination, refuseDestination } from '../shipping/destination.rules.ts'
import { findShippingTerms, type NetShippingTerms } from '../shipping/terms.service.ts'
import { findCandidates, type PromotionCandidates } from '../promotions/service.ts'
import { chooseProvider, paymentUseOf, type UsedLine } from './paymentUse.rules.ts'
import { priceForTreatment } from './business.service.ts'
import type { CartQuote, Quote, quoteCart } from './contract.ts'

/**
 * Computes the present price of a basket. Products that are not for sale any more are left out. A code that an unpaid order of the
 * same customer holds counts as free, because ordering the same basket again leads to that order.
 */
export async function quoteBasket(
  platform: Pick<Platform, 'db' | 'config' | 'settings' | 'vatRates' | 'now'>,
  automatic: Pick<AutomaticPromotions, 'mayApply'>,
  userId: string,
  {
    items,
    codes,
    hasTracking,
    country,
    giftCards,
    useStoreCredit,
    business,
  }: z.output<typeof quoteCart.input>,
): Promise<CartQuote> {
  const { db, settings, now } = platform
  const at = now()
  const treatment = await findVatTreatment(db, platform, business && { ...business, name: '' }, country)
  const basket = await findQuoteLines(db, items)
  const { lines, trackingPrice, withShipping } = priceForTreatment(platform, treatment, basket)
  const { promotions, hasOrdered } = await findCandidates(db, automatic, { userId, codes, now: at })
  const candidates = { hasOrdered, promotions: promotions.map(each => ({ ...each, isHeld: false })) }
  const { terms, refusal } = await findShippingTo(db, settings.current, lines, country)
  const { payableByCredit: creditCents, ...quote } = quoteLines(
    lines,
    { codes, hasTracking, trackingPrice, shipping: withShipping(terms) },
    candidates,
    at,
  )
  const payableCents = payableByCredit(platform, basket, creditCents)
  const choice = { giftCards, useStoreCredit, userId, totalCents: quote.total, payableCents, now: at }
  const chosen = chooseProvider(basket, use => providerOf(platform, use))
  return {
    ...quote,
    ...(await quoteCredit(db, choice)),
    ...(treatment.basis === 'REVERSE_CHARGE' && { isReverseCharged: true }),
    ...(refusal !== null && country && { shippingRefusal: refusal }),
    ...('refusal' in chosen && { paymentRefusal: chosen.refusal }),
  }
}

/**
 * Finds the terms that decide the price of shipping there; without a country, to the nearest one that is shipped to.
 * @returns `refusal` in Dutch when it can't be shipped there
 */
export async function findShippingTo(
  db: Db,
  settings: Pick<Settings, 'shippingPricing' | 'freeShippingFrom' | 'shipsTo'>,
  lines: readonly OrderLine[],
  country: string | null | undefined,
): Promise<{ terms: NetShippingTerms; refusal: string | null }> {
  const { shipsTo } = settings
  const destination = country ?? assumedDestination(shipsTo)
  const { terms, refusal } = await findShippingTerms(db, settings, lines, destination)
  return { terms, refusal: refuseDestination(destination, shipsTo) ?? refusal }
}

export function quoteLines(
  lines: OrderLine[],
  { codes, ...choice }: ShippingChoice & { codes: readonly string[] },
  { promotions, hasOrdered }: PromotionCandidates,
  now: Date,
): Quote & { payableByCredit: number } {
  const priceWith = (hasTracking: boolean) =>
    priceOrder(lines, { ...choice, hasTracking }, promotions, { now, hasOrdered })
  const price = priceWith(choice.hasTracking)
  const tracked = priceWith(true)
  return {
    lines: lines.map(line => ({
      productId: line.productId,
      quantity: line.quantity,
      price: line.price,
      discount: price.lineDiscounts.get(line.productId) ?? 0,
      ...(line.isGiftCard && { isGiftCard: true }),
    })),
    products: price.products,
    promotions: price.applied,
    refused: listRefusedCodes(codes, price.refused, promotions),
    trackingPrice: tracked.isTracked ? tracked.trackingCost : choice.trackingPrice,
    trackingCost: price.trackingCost,
    shippingCost: price.shippingCost,
    total: price.total,
    payableByCredit: price.payableByCredit,
  }
}

/** The lines of a basket that are for sale, those of one product together. */
export async function findQuoteLines(
  db: Db,
  items: readonly { productId: string; quantity: number }[],
): Promise<
  (OrderLine & { taxClass: TaxClass; shippingCost: number; name: string; hasSexualContent: boolean })[]
> {
  const quantities = new Map<string, number>()
  for (const { productId, quantity } of items) {
    // As the database writes it.
    const id = productId.toLowerCase()
    quantities.set(id, (quantities.get(id) ?? 0) + quantity)
  }
  const found = await db
    .select({
      ...columnsOf(
        products,
        'id',
        'parentId',
        'categoryId',
        'price',
        'shippingCost',
        'showShippingOptions',
        'taxClass',
        'name',
        'hasSexualContent',
      ),
      isGiftCard: isGiftCardSql(),
    })
    .from(products)
    .where(and(isAnyOf(products.id, [...quantities.keys()]), isForSaleSql()))
  const byId = new Map(found.map(({ id, ...product }) => [id, product]))
  // In the order of the basket, in which a refusal names them.
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = byId.get(productId)
    return product ? [{ ...product, productId, quantity }] : []
  })
}

/** Cents of an order that gift cards and store credit may pay. @param cents all but its gift cards */
export const payableByCredit = (
  platform: Parameters<typeof creditMayBuy>[0],
  lines: readonly UsedLine[],
  cents: number,
): number => (lines.every(line => line.isGiftCard || creditMayBuy(platform, paymentUseOf(line))) ? cents : 0)
