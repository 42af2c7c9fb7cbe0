/** How a number compares with that of the previous period. */
export interface PeriodChange {
  direction: 'more' | 'less' | 'same' | 'new'
  /** `12% meer`, `3 keer zoveel`; empty without anything to compare with. */
  label: string
}

const percent = new Intl.NumberFormat('nl-NL', { style: 'percent' })

/** From this ratio on, it is shown as a factor instead of a percentage. */
const MANY_TIMES = 10

/** @param before the number of the previous period; 0 gives an empty label */
export function compareWithPrevious(now: number, before: number): PeriodChange {
  if (now === before) return { direction: 'same', label: 'evenveel' }
  if (before === 0) return { direction: 'new', label: '' }
  const ratio = now / before
  if (ratio >= MANY_TIMES) return { direction: 'more', label: `${Math.floor(ratio)} keer zoveel` }
  const share = Math.abs(ratio - 1)
  // Rounding to 0% would read as no change.
  const amount = share < 0.005 ? 'iets' : percent.format(share)
  return ratio > 1
    ? { direction: 'more', label: `${amount} meer` }
    : { direction: 'less', label: `${amount} minder` }
}

/** A share from 0 to 1; 0 of a total of 0. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
