import { CUSTOM_PATTERN_STEPS, encodeCustomPattern } from '../../toys/pattern.rules.ts'

/** Maximum number of custom patterns; the oldest is dropped. */
export const MAX_CUSTOM_PATTERNS = 6

/**
 * A pattern from the recorded strengths (0–20, one per step), without the zeros at its start and end.
 * Null when there are too few of them.
 */
export function recordingToPattern(recorded: readonly number[]): string | null {
  const first = recorded.findIndex(strength => strength > 0)
  const last = recorded.findLastIndex(strength => strength > 0)
  const strengths = first < 0 ? [] : recorded.slice(first, last + 1).slice(0, CUSTOM_PATTERN_STEPS.most)
  return strengths.length < CUSTOM_PATTERN_STEPS.least ? null : encodeCustomPattern(strengths)
}

/** Adds a pattern at the front; an existing one moves there. */
export const addCustomPattern = (kept: readonly string[], pattern: string): string[] =>
  [pattern, ...kept.filter(each => each !== pattern)].slice(0, MAX_CUSTOM_PATTERNS)
