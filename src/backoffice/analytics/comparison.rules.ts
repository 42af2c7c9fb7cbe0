/** How a figure stands against the one of the period before. */
export interface PeriodChange {
  direction: 'more' | 'less' | 'same' | 'new'
  /** `12% meer`, `3 keer zoveel`; empty where there was nothing to compare with. */
  label: string
}

const percent = new Intl.NumberFormat('nl-NL', { style: 'percent' })

/** From here on a percentage says less than how many times. */
const MANY_TIMES = 10

/** @param before the figure of the period before; of nothing no share can be said */
export function compareWithPrevious(now: number, before: number): PeriodChange {
  if (now === before) return { direction: 'same', label: 'evenveel' }
  if (before === 0) return { direction: 'new', label: '' }
  const ratio = now / before
  if (ratio >= MANY_TIMES) return { direction: 'more', label: `${Math.floor(ratio)} keer zoveel` }
  const share = Math.abs(ratio - 1)
  // Rounded to nothing it would read as if nothing had changed.
  const amount = share < 0.005 ? 'iets' : percent.format(share)
  return ratio > 1
    ? { direction: 'more', label: `${amount} meer` }
    : { direction: 'less', label: `${amount} minder` }
}

/** What a part is of a whole, 0 to 1; of nothing it is nothing. */
export const shareOf = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)
