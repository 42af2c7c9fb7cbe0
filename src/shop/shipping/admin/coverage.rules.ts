import type { AdminShippingRate } from './contract.ts'

type RateWeights = Pick<AdminShippingRate, 'serviceName' | 'weightFrom' | 'weightTo' | 'isActive'>

/** A problem with the weights of a zone's rates; in grams, `from` exclusive and `to` inclusive. */
export type CoverageIssue =
  | { kind: 'EMPTY' }
  | { kind: 'GAP'; from: number; to: number }
  | { kind: 'OVERLAP'; serviceName: string; from: number; to: number }

/** Finds weights below the maximum that no rate covers, and weights that one service covers twice. */
export function findCoverageIssues(rates: RateWeights[]): CoverageIssue[] {
  const active = rates.filter(({ isActive }) => isActive).toSorted((a, b) => a.weightFrom - b.weightFrom)
  if (active.length === 0) return [{ kind: 'EMPTY' }]
  return [...findGaps(active), ...findOverlaps(active)]
}

function findGaps(sorted: RateWeights[]): CoverageIssue[] {
  const gaps: CoverageIssue[] = []
  let reached = 0
  for (const { weightFrom, weightTo } of sorted) {
    if (weightFrom > reached) gaps.push({ kind: 'GAP', from: reached, to: weightFrom })
    reached = Math.max(reached, weightTo)
  }
  return gaps
}

function findOverlaps(sorted: RateWeights[]): CoverageIssue[] {
  return sorted.flatMap((rate, place) =>
    sorted
      .slice(place + 1)
      .filter(({ serviceName, weightFrom }) => serviceName === rate.serviceName && weightFrom < rate.weightTo)
      .map(({ serviceName, weightFrom, weightTo }) => ({
        kind: 'OVERLAP' as const,
        serviceName,
        from: weightFrom,
        to: Math.min(weightTo, rate.weightTo),
      })),
  )
}

/** `750` → `750 g`, `2500` → `2,5 kg`. */
export const formatGrams = (grams: number): string =>
  grams < 1000 ? `${grams} g` : `${(grams / 1000).toLocaleString('nl-NL')} kg`

export function coverageIssueText(odd: CoverageIssue): string {
  if (odd.kind === 'EMPTY') return 'Deze zone heeft geen actief tarief: er wordt niets aangeboden.'
  const { from, to } = odd
  if (odd.kind === 'OVERLAP')
    return `${odd.serviceName} heeft van ${formatGrams(from)} tot ${formatGrams(to)} twee tarieven.`
  return from === 0
    ? `Tot ${formatGrams(to)} is er geen tarief.`
    : `Tussen ${formatGrams(from)} en ${formatGrams(to)} is er geen tarief.`
}
