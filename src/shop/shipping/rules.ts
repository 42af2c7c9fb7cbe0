import type { Parcel, ShippingRate } from './contract.ts'

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
