import type { AppliedPromotion } from '../promotions/contract.ts'
import {
  type Promotion,
  type PromotionContext,
  type PromotionLine,
  priceOf,
  shownPriceOf,
} from '../promotions/conditions.rules.ts'
import { applyPromotions, type PromotionResult } from '../promotions/rules.ts'
import { sumOf } from '../promotions/shares.rules.ts'
import { calculateShippingCost, freeShipping, type ShippingTerms } from '../shipping/price.rules.ts'
import { calculateTrackingCost, isOrderTracked } from './rules.ts'

/** The price of an order, in cents; the same for the summary before it and for the order itself. */
export interface OrderPrice {
  /** The lines at their prices, before discounts. */
  products: number
  /** By product; products without a discount are left out. */
  lineDiscounts: ReadonlyMap<string, number>
  isTracked: boolean
  /** The amount that is charged for tracking. */
  trackingCost: number
  /** The amount that is charged for standard shipping. */
  shippingCost: number
  total: number
  /** The part of the total that gift cards and store credit can pay: all but gift cards. */
  payableByCredit: number
  applied: AppliedPromotion[]
  refused: PromotionResult['refused']
}

export type OrderLine = PromotionLine & { showShippingOptions: boolean; isGiftCard: boolean }

/** The choice of a customer, and the amount that is charged for it now. */
export interface ShippingChoice {
  hasTracking: boolean
  /** Cents: the current price of tracking. */
  trackingPrice: number
  /** The terms that decide the price of standard shipping; free when left out. */
  shipping?: ShippingTerms
}

/** The lines at their prices, less the discounts, with shipping and tracking. */
export function priceOrder(
  lines: OrderLine[],
  { hasTracking, trackingPrice, shipping = freeShipping }: ShippingChoice,
  promotions: readonly Promotion[],
  buyer: Pick<PromotionContext, 'now' | 'hasOrdered'>,
): OrderPrice {
  const trackingCents = calculateTrackingCost(lines, hasTracking, trackingPrice)
  const others = lines.filter(({ isGiftCard }) => !isGiftCard)
  const products = sumOf(lines, priceOf)
  const giftCards = products - sumOf(others, priceOf)
  const shippingCents = calculateShippingCost(shipping, sumOf(others, shownPriceOf))
  const { lineDiscounts, trackingDiscount, shippingDiscount, applied, refused } = applyPromotions(
    // A gift card is worth its price: no promotion lowers or counts it.
    others,
    promotions,
    { ...buyer, trackingCents, shippingCents },
  )
  const discount = [...lineDiscounts.values()].reduce((sum, cents) => sum + cents, 0)
  const trackingCost = trackingCents - trackingDiscount
  const shippingCost = shippingCents - shippingDiscount
  const total = products - discount + trackingCost + shippingCost
  return {
    products,
    lineDiscounts,
    isTracked: isOrderTracked(lines, hasTracking),
    trackingCost,
    shippingCost,
    total,
    payableByCredit: total - giftCards,
    applied,
    refused,
  }
}
