import type { ProductSearchQuery } from '../catalog/contract.ts'
import type { FacetBucket } from './priceFacets.rules.ts'

/** The hits of a search that has few, in order of relevance: a list for each of their fields, which takes less memory than objects. */
export interface FewHits {
  ids: string[]
  /** The index of each one's category among the search's. */
  categories: number[]
  /** Null: without variants to choose from. */
  optionSets: (number | null)[]
  /** Cents. */
  prices: number[]
  /** The position of each by the time when it was added, the oldest first. */
  positions: number[]
}

const idAt = ({ ids }: FewHits, index: number): string => ids[index] ?? ''
const valueAt = (values: readonly number[], index: number): number => values[index] ?? 0

interface FewHitsPage extends Omit<ProductSearchQuery, 'q' | 'option' | 'category'> {
  /** Null: of any category. */
  categories: ReadonlySet<number> | null
  /** The option sets with the chosen values; null without a choice. */
  optionSets: ReadonlySet<number> | null
}

/** The ids of the products on a page of few hits. */
export function pageOfFewHits(
  hits: FewHits,
  { categories, optionSets, minPrice = 0, maxPrice = Infinity, sort, page, pageSize }: FewHitsPage,
): string[] {
  const chosen: number[] = []
  for (const [index, price] of hits.prices.entries()) {
    if (price < minPrice || price > maxPrice) continue
    if (categories && !categories.has(valueAt(hits.categories, index))) continue
    const optionSet = hits.optionSets[index] ?? null
    if (optionSets && (optionSet === null || !optionSets.has(optionSet))) continue
    chosen.push(index)
  }
  const compare = comparisons(hits)[sort]
  if (compare) chosen.sort(compare)
  return chosen.slice((page - 1) * pageSize, page * pageSize).map(index => idAt(hits, index))
}

type Comparison = (a: number, b: number) => number

/** The order that SQL has for more hits (`sortKeysFor`). */
function comparisons(hits: FewHits): Record<ProductSearchQuery['sort'], Comparison | null> {
  const byPrice: Comparison = (a, b) =>
    valueAt(hits.prices, a) - valueAt(hits.prices, b) || (idAt(hits, a) < idAt(hits, b) ? -1 : 1)
  return {
    popularity: null,
    'price-low': byPrice,
    'price-high': (a, b) => byPrice(b, a),
    newest: (a, b) => valueAt(hits.positions, b) - valueAt(hits.positions, a),
  }
}

/** The prices of few hits by category and option set. @param categories in the order of the facets */
export function bucketsOfFewHits(
  hits: FewHits,
  categories: readonly Pick<FacetBucket, 'id' | 'name'>[],
): FacetBucket[] {
  const byCategory = categories.map(() => new Map<number | null, number[]>())
  for (let index = 0; index < hits.prices.length; index += 1) {
    const bySet = byCategory[valueAt(hits.categories, index)]
    const optionSet = hits.optionSets[index] ?? null
    const prices = bySet?.get(optionSet)
    if (prices) prices.push(valueAt(hits.prices, index))
    else bySet?.set(optionSet, [valueAt(hits.prices, index)])
  }
  return categories.flatMap(({ id, name }, category) =>
    Array.from(byCategory[category] ?? [], ([optionSet, prices]) => ({
      id,
      name,
      optionSet,
      prices: prices.sort((a, b) => a - b),
    })),
  )
}
