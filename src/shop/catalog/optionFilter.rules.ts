/** A variant has a value of at most so many options. */
export const MAX_OPTIONS = 3
export type OptionCount = 0 | 1 | 2 | 3

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

interface CountedFacet {
  facet: string
  count: number
}

/** Values of one option; more would help nobody to choose. */
const MAX_VALUES = 60
const MAX_NAMES = 8

/**
 * The options that can be chosen from. @param order facets in the order of their owners; others come after them
 * @param counted of each chosen option those that the other choices leave, and under `null` those that all choices leave
 */
export function listOptionFacets(
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

export { nameOf as optionOfFacet }
