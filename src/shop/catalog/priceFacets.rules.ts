import type { ProductSearchResult, ProductSearchQuery } from './contract.ts'

/** The prices of a category's hits, ascending. */
export interface FacetBucket {
  id: string
  name: string
  prices: number[]
}

type FacetFilter = Pick<ProductSearchQuery, 'category' | 'minPrice' | 'maxPrice'>

/** Computes the facets and the number of hits from the prices of all hits, filtered or not. */
export function computeFacets(
  buckets: FacetBucket[],
  { category, minPrice, maxPrice }: FacetFilter,
): Pick<ProductSearchResult, 'total' | 'facets'> {
  const counted = buckets.map(bucket => ({
    ...bucket,
    count: countBetween(bucket.prices, minPrice, maxPrice),
  }))
  const chosen = category.length === 0 ? counted : counted.filter(({ id }) => category.includes(id))
  return {
    total: chosen.reduce((sum, { count }) => sum + count, 0),
    facets: {
      categories: counted.map(({ id, name, count }) => ({ id, name, count })),
      price: {
        min: chosen.reduce(
          (least, { prices }) => Math.min(least, prices[0] ?? least),
          chosen[0]?.prices[0] ?? 0,
        ),
        max: chosen.reduce((most, { prices }) => Math.max(most, prices.at(-1) ?? most), 0),
      },
    },
  }
}

export const countHits = (buckets: FacetBucket[]): number =>
  buckets.reduce((sum, { prices }) => sum + prices.length, 0)

const countBetween = (prices: number[], min = 0, max = Infinity): number =>
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
