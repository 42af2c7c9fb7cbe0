/** Directive 98/6/EC, article 6a. */
export const OMNIBUS_DAYS = 30
export const OMNIBUS_WINDOW_MS = OMNIBUS_DAYS * 24 * 3600_000

export interface DatedPriceChange {
  oldCents: number | null
  newCents: number
  at: Date
}

/**
 * The lowest price of the 30 days before a reduction, which its announcement must name.
 * @param entries those since 30 days before `at`, oldest first, with the one before them if there is one; none from `at` on
 * @param present the price just before the reduction
 */
export const computePriorPrice = (entries: readonly DatedPriceChange[], present: number, at: Date): number =>
  Math.min(present, ...pricesBetween(entries, at.getTime() - OMNIBUS_WINDOW_MS, at.getTime()))

export interface LowestPriceResult {
  lowestCents: number
  priorCents: number | null
  since: Date | null
}

/**
 * Computes the lowest prices of the Omnibus directive.
 * @param entries those of the last 30 days before the last change, oldest first, with the one before them if there is one
 */
export function computeLowestPrice(
  entries: readonly DatedPriceChange[],
  present: number,
  now: Date,
): LowestPriceResult {
  const last = entries.at(-1)
  const lowestCents = computePriorPrice(entries, present, now)
  const isReduced = last !== undefined && last.oldCents !== null && last.newCents < last.oldCents
  const priorCents = isReduced
    ? computePriorPrice(entries.slice(0, -1), last.oldCents as number, last.at)
    : null
  return { lowestCents, priorCents, since: last?.at ?? null }
}

/** The prices that were in force at any moment of an interval: each lasts until the next. */
function pricesBetween(entries: readonly DatedPriceChange[], from: number, until: number): number[] {
  const [first] = entries
  const standing = entries.filter(({ at }, index) => {
    const next = entries[index + 1]?.at.getTime() ?? Infinity
    return at.getTime() <= until && next > from
  })
  const earlier = first && first.at.getTime() > from && first.oldCents !== null ? [first.oldCents] : []
  return [...earlier, ...standing.map(({ newCents }) => newCents)]
}
