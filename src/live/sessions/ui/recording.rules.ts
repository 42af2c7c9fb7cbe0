import { CUSTOM_PATTERN_STEPS, encodeCustomPattern } from '../../toys/pattern.rules.ts'

/** How many of one's own are kept; the oldest makes room. */
export const MAX_CUSTOM_PATTERNS = 6

/**
 * A pattern of what was recorded, a strength (0–20) a step: the silence before it began and after it ended is no part.
 * Null when there is too little of it.
 */
export function recordingToPattern(recorded: readonly number[]): string | null {
  const first = recorded.findIndex(strength => strength > 0)
  const last = recorded.findLastIndex(strength => strength > 0)
  const strengths = first < 0 ? [] : recorded.slice(first, last + 1).slice(0, CUSTOM_PATTERN_STEPS.most)
  return strengths.length < CUSTOM_PATTERN_STEPS.least ? null : encodeCustomPattern(strengths)
}

/** With a new one in front; one that is there already moves there. */
export const addCustomPattern = (kept: readonly string[], pattern: string): string[] =>
  [pattern, ...kept.filter(each => each !== pattern)].slice(0, MAX_CUSTOM_PATTERNS)
