import type { ShippingPricing } from '../../wire/settings.ts'
import type { Parcel, ShippingRate } from './contract.ts'

/** The weight of a product in grams and its sizes in centimetres; 0 and null when unknown. */
export interface ParcelItem {
  quantity: number
  weight: number
  length: number | null
  width: number | null
  height: number | null
}

/** The terms that decide the price of standard shipping. */
export interface ShippingTerms {
  pricing: ShippingPricing
  /** Cents, with FREE_FROM. */
  freeFrom: number
  /** Cents: the cheapest rate that takes the parcel. Null when nothing is shipped, or when no rate is needed. */
  rateCents: number | null
}

export const freeShipping: ShippingTerms = { pricing: 'FREE', freeFrom: 0, rateCents: null }

/**
 * Cents for standard shipping: of an order of whichever screen, quote or checkout.
 * @param productCents the products at the prices that customers see, without gift cards: before discounts, so that none makes an order dearer
 */
export function calculateShippingCost(
  { pricing, freeFrom, rateCents }: ShippingTerms,
  productCents: number,
): number {
  if (pricing === 'FREE' || rateCents === null) return 0
  return pricing === 'FREE_FROM' && productCents >= freeFrom ? 0 : rateCents
}

const byLength = (a: number, b: number): number => b - a

/**
 * The parcel of these products, stacked on their largest sides. Its weight is at least a gram, which the lightest rate takes; its sides
 * are unknown when one of any product is.
 */
export function packParcel(items: readonly ParcelItem[]): Omit<Parcel, 'country'> {
  const weight = items.reduce((sum, item) => sum + item.quantity * item.weight, 0)
  const sides = items.map(({ length, width, height }) =>
    [length, width, height].flatMap(side => (side ? [side] : [])).toSorted(byLength),
  )
  if (items.length === 0 || sides.some(({ length }) => length < 3)) return { weight: Math.max(1, weight) }
  const [length, width, height] = [
    Math.max(...sides.map(([longest]) => longest as number)),
    Math.max(...sides.map(([, middle]) => middle as number)),
    items.reduce((sum, { quantity }, index) => sum + quantity * (sides[index]?.[2] as number), 0),
  ]
  return { weight: Math.max(1, weight), length, width, height }
}

type Sides = Pick<Parcel, 'length' | 'width' | 'height'>
type Limits = Pick<ShippingRate, 'maxLength' | 'maxWidth' | 'maxHeight'>

const downwards = (a: number, b: number): number => b - a

/**
 * Whether a parcel fits a rate's limits, in its best orientation: the longest side is compared with the longest limit, and
 * so on. Unknown sides and limits that are not set are not compared.
 */
export function parcelFitsRate(parcel: Sides, rate: Limits): boolean {
  const limits = [rate.maxLength, rate.maxWidth, rate.maxHeight].map(limit => limit ?? Infinity)
  const sorted = limits.toSorted(downwards)
  return [parcel.length, parcel.width, parcel.height]
    .filter(side => side !== null && side !== undefined)
    .toSorted(downwards)
    .every((side, place) => side <= (sorted[place] ?? Infinity))
}
