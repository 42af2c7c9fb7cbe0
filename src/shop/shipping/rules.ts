import type { Parcel, ShippingRate } from './contract.ts'

type Sides = Pick<Parcel, 'length' | 'width' | 'height'>
type Limits = Pick<ShippingRate, 'maxLength' | 'maxWidth' | 'maxHeight'>

const known = (sides: (number | null | undefined)[]): number[] =>
  sides.filter(side => side !== null && side !== undefined)

const downwards = (a: number, b: number): number => b - a

/**
 * Whether a parcel fits a rate's limits, in its best orientation: the longest side is compared with the longest limit, and
 * so on. Unknown sides and limits that are not set are not compared.
 */
export function parcelFitsRate(parcel: Sides, rate: Limits): boolean {
  const limits = [rate.maxLength, rate.maxWidth, rate.maxHeight].map(
    limit => limit ?? Number.POSITIVE_INFINITY,
  )
  const sorted = limits.toSorted(downwards)
  return known([parcel.length, parcel.width, parcel.height])
    .toSorted(downwards)
    .every((side, place) => side <= (sorted[place] as number))
}
