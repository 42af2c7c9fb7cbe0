import type { ProductSearchResult, ProductSearchQuery } from '../catalog/contract.ts'

/** The prices of those hits of a category that have the same options, ascending. The buckets of a category follow each other. */
export interface FacetBucket {
  id: string
  name: string
  /** Null: without variants to choose from. */
  optionSet: number | null
  prices: number[]
}

export type FacetFilter = Pick<ProductSearchQuery, 'category' | 'minPrice' | 'maxPrice'>

/** Computes the facets and the number of hits from the prices of all hits, filtered or not. */
export function computeFacets(
  buckets: FacetBucket[],
  { category, minPrice, maxPrice }: FacetFilter,
): Pick<ProductSearchResult, 'total' | 'facets'> {
  const counted = countByCategory(buckets, minPrice, maxPrice)
  const chosen = category.length === 0 ? counted : counted.filter(({ id }) => category.includes(id))
  return {
    total: chosen.reduce((sum, { count }) => sum + count, 0),
    facets: {
      categories: counted.map(({ id, name, count }) => ({ id, name, count })),
      price: {
        min: chosen.reduce((least, { min }) => Math.min(least, min), chosen[0]?.min ?? 0),
        max: chosen.reduce((most, { max }) => Math.max(most, max), 0),
      },
    },
  }
}

export const countHits = (buckets: FacetBucket[]): number =>
  buckets.reduce((sum, { prices }) => sum + prices.length, 0)

function countByCategory(buckets: FacetBucket[], minPrice?: number, maxPrice?: number) {
  const counted: { id: string; name: string; count: number; min: number; max: number }[] = []
  for (const { id, name, prices } of buckets) {
    const [min = 0] = prices
    const own = { id, name, count: countBetween(prices, minPrice, maxPrice), min, max: prices.at(-1) ?? 0 }
    const same = counted.at(-1)
    if (same?.id !== id) counted.push(own)
    else {
      same.count += own.count
      same.min = Math.min(same.min, own.min)
      same.max = Math.max(same.max, own.max)
    }
  }
  return counted
}

export const countBetween = (prices: number[], min = 0, max = Infinity): number =>
  Math.max(0, countBelow(prices, max + 1) - countBelow(prices, min))

/** How many prices are lower, by binary search. */
function countBelow(prices: number[], limit: number): number {
  let [from, to] = [0, prices.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((prices[middle] ?? Infinity) < limit) from = middle + 1
    else to = middle
  }
  return from
}
