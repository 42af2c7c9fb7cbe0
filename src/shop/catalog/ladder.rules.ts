import type { FoundProducts, ProductSearch } from './contract.ts'

/** The prices of a category's hits, the lowest first. */
export interface Shelf {
  id: string
  name: string
  prices: number[]
}

type Choice = Pick<ProductSearch, 'category' | 'minPrice' | 'maxPrice'>

/** How many hits there are, and what could be chosen from: told from the prices alone, whatever is chosen. */
export function choices(
  shelves: Shelf[],
  { category, minPrice, maxPrice }: Choice,
): Pick<FoundProducts, 'total' | 'facets'> {
  const counted = shelves.map(shelf => ({ ...shelf, count: countBetween(shelf.prices, minPrice, maxPrice) }))
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

export const countHits = (shelves: Shelf[]): number =>
  shelves.reduce((sum, { prices }) => sum + prices.length, 0)

const countBetween = (prices: number[], min = 0, max = Infinity): number =>
  Math.max(0, below(prices, max + 1) - below(prices, min))

/** How many prices are lower, by halves. */
function below(prices: number[], limit: number): number {
  let [from, to] = [0, prices.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((prices[middle] as number) < limit) from = middle + 1
    else to = middle
  }
  return from
}
