import { OWN_STEPS, ownPattern } from '../toys/pattern.rules.ts'

/** How many of one's own are kept; the oldest makes room. */
export const MOST_KEPT = 6

/**
 * A pattern of what was recorded, a strength (0–20) a step: the silence before it began and after it ended is no part.
 * Null when there is too little of it.
 */
export function patternOf(recorded: readonly number[]): string | null {
  const first = recorded.findIndex(strength => strength > 0)
  const last = recorded.findLastIndex(strength => strength > 0)
  const strengths = first < 0 ? [] : recorded.slice(first, last + 1).slice(0, OWN_STEPS.most)
  return strengths.length < OWN_STEPS.least ? null : ownPattern(strengths)
}

/** With a new one in front; one that is there already moves there. */
export const withPattern = (kept: readonly string[], pattern: string): string[] =>
  [pattern, ...kept.filter(each => each !== pattern)].slice(0, MOST_KEPT)
