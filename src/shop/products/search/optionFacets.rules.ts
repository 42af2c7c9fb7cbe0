import { countBetween, type FacetBucket, type FacetFilter } from './priceFacets.rules.ts'

/** A row of `option_sets`: the options of products, by their active variants. */
export interface OptionSetRow {
  id: number
  /** In the owner's order. */
  facets: string[]
  /** Of each variant: the positions of its facets, from 1. */
  variants: number[][]
}

/** The option sets of a search's hits, with numbers for facets: of many products with their own sets each is compared often. */
export interface OptionSets {
  /** A facet's number is its position here. */
  facets: string[]
  sets: {
    id: number
    /** In the owner's order. */
    facets: number[]
    /** The facets of each variant. */
    variants: number[][]
  }[]
}

export function numberFacets(rows: readonly OptionSetRow[]): OptionSets {
  const numbers = new Map<string, number>()
  const sets = rows.map(({ id, facets, variants }) => {
    const own = facets.map(facet => {
      const number = numbers.get(facet) ?? numbers.size
      numbers.set(facet, number)
      return number
    })
    return {
      id,
      facets: own,
      variants: variants.map(positions => positions.map(position => own[position - 1] as number)),
    }
  })
  return { facets: [...numbers.keys()], sets }
}

/** A variant has a value of at most so many options. */
const MAX_OPTIONS = 3

/** A facet `maat:38` has a name and a value. */
const nameOf = (facet: string): string => facet.slice(0, facet.indexOf(':'))

/**
 * The chosen facets by option: those of one are alternatives. Without those that name no option; of more options than a variant can
 * have, nothing matches.
 */
export function groupFacets(chosen: readonly string[]): string[][] {
  const facets = chosen.filter(facet => facet.indexOf(':') > 0)
  const groups = [...Map.groupBy(facets, nameOf).values()]
  return groups.length > MAX_OPTIONS ? [[]] : groups
}

/** Whether a variant has one of the facets of each group, which has a mark for each. */
function matchesGroups(variant: readonly number[], marks: readonly Uint8Array[]): boolean {
  for (const group of marks) if (!variant.some(facet => group[facet] === 1)) return false
  return true
}

const markGroups = ({ facets }: OptionSets, groups: readonly (readonly string[])[]): Uint8Array[] =>
  groups.map(group => Uint8Array.from(facets, facet => Number(group.includes(facet))))

/** The ids of the sets of which a variant has one of the facets of each group. */
export function findMatchingSets(optionSets: OptionSets, groups: readonly string[][]): Set<number> {
  const marks = markGroups(optionSets, groups)
  const found = new Set<number>()
  for (const { id, variants } of optionSets.sets)
    if (variants.some(variant => matchesGroups(variant, marks))) found.add(id)
  return found
}

interface CountedFacet {
  facet: string
  count: number
}

/** At most so many facets are counted, the commonest: a filter can't show more. */
const MAX_FACETS = 300

const commonest = <F extends CountedFacet>(counted: F[]): F[] =>
  counted.toSorted((a, b) => b.count - a.count || compare(a.facet, b.facet)).slice(0, MAX_FACETS)

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** How many products of the buckets have each set, as the filters leave them. */
function countBySet(buckets: readonly FacetBucket[], { category, minPrice, maxPrice }: FacetFilter) {
  const counts = new Map<number, number>()
  for (const { id, optionSet, prices } of buckets) {
    if (optionSet === null || (category.length > 0 && !category.includes(id))) continue
    const count = countBetween(prices, minPrice, maxPrice)
    if (count > 0) counts.set(optionSet, (counts.get(optionSet) ?? 0) + count)
  }
  return counts
}

/** How many products have each facet in a variant that also has one of the facets of each group. */
function countFacets(
  optionSets: OptionSets,
  products: ReadonlyMap<number, number>,
  groups: readonly string[][],
): CountedFacet[] {
  const marks = markGroups(optionSets, groups)
  const counts = new Float64Array(optionSets.facets.length)
  /** By which set a facet was counted last, because several of its variants may have it. */
  const countedBy = new Int32Array(optionSets.facets.length)
  for (const { id, variants } of optionSets.sets) {
    const count = products.get(id)
    if (count === undefined) continue
    for (const variant of variants) {
      if (!matchesGroups(variant, marks)) continue
      for (const facet of variant) {
        if (countedBy[facet] === id) continue
        countedBy[facet] = id
        counts[facet] = (counts[facet] ?? 0) + count
      }
    }
  }
  const counted = optionSets.facets.map((facet, at) => ({ facet, count: counts[at] ?? 0 }))
  return commonest(counted.filter(({ count }) => count > 0))
}

interface SearchOptions {
  buckets: readonly FacetBucket[]
  optionSets: OptionSets
}

/** The facets of a search's hits, without filters: those of an option by their average position among its values, as their owners have them. */
export function orderFacets({ buckets, optionSets }: SearchOptions): string[] {
  const products = countBySet(buckets, { category: [] })
  const { facets, sets } = optionSets
  const names = new Map<string, number>()
  const optionOf = facets.map(facet => {
    const name = nameOf(facet)
    const option = names.get(name) ?? names.size
    names.set(name, option)
    return option
  })
  const sums = facets.map(facet => ({ facet, count: 0, rank: 0, position: 0 }))
  for (const set of sets) {
    const count = products.get(set.id)
    if (count === undefined) continue
    const ranks = new Uint16Array(names.size)
    for (const [at, facet] of set.facets.entries()) {
      const option = optionOf[facet] as number
      const rank = ((ranks[option] as number) += 1)
      const sum = sums[facet] as (typeof sums)[number]
      sum.count += count
      sum.rank += count * rank
      sum.position += count * (at + 1)
    }
  }
  const placed = sums.flatMap(({ facet, count, rank, position }) =>
    count > 0 ? [{ facet, count, rank: rank / count, position: position / count }] : [],
  )
  const byOption = Map.groupBy(commonest(placed), ({ facet }) => nameOf(facet))
  const options = [...byOption].map(([name, own]) => ({
    name,
    position: own.reduce((sum, { position }) => sum + position, 0) / own.length,
    facets: own.toSorted((a, b) => a.rank - b.rank || compare(a.facet, b.facet)).map(({ facet }) => facet),
  }))
  return options
    .toSorted((a, b) => a.position - b.position || compare(a.name, b.name))
    .flatMap(({ facets }) => facets)
}

/**
 * The options that can be chosen, with the number of products for each value, as the other filters leave them: those of one variant where
 * several are chosen. Undefined when no hit has options.
 */
export function computeOptionFacets(
  hits: SearchOptions,
  { option, ...filter }: FacetFilter & { option: readonly string[] },
) {
  const order = orderFacets(hits)
  if (order.length === 0) return undefined
  const groups = groupFacets(option)
  const products = countBySet(hits.buckets, filter)
  const count = (chosen: string[][]) => countFacets(hits.optionSets, products, chosen)
  const counted = new Map<string | null, CountedFacet[]>([[null, count(groups)]])
  for (const group of groups) {
    const [first] = group
    if (first) counted.set(nameOf(first), count(groups.filter(other => other !== group)))
  }
  return listOptionFacets(order, counted, option)
}

/** Values of one option; more would help nobody to choose. */
const MAX_VALUES = 60
const MAX_NAMES = 8

/**
 * The options that can be chosen from. @param order facets in the order of their owners; others come after them
 * @param counted of each chosen option those that the other choices leave, and under `null` those that all choices leave
 */
function listOptionFacets(
  order: readonly string[],
  counted: ReadonlyMap<string | null, readonly CountedFacet[]>,
  chosen: readonly string[],
) {
  const all = [...new Set([...order, ...[...counted.values()].flat().map(({ facet }) => facet)])]
  const names = [...new Set(all.map(nameOf))].slice(0, MAX_NAMES)
  return names.flatMap(name => {
    const counts = new Map(
      (counted.get(name) ?? counted.get(null) ?? []).map(({ facet, count }) => [facet, count]),
    )
    const values = all
      .filter(facet => nameOf(facet) === name)
      .map(facet => ({ facet, value: facet.slice(name.length + 1), count: counts.get(facet) ?? 0 }))
      .filter(({ facet, count }) => count > 0 || chosen.includes(facet))
      .slice(0, MAX_VALUES)
      .map(({ value, count }) => ({ value, count }))
    return values.length > 0 ? [{ name, values }] : []
  })
}
