/** Cents a year without VAT, to consumers in all other member states together (Dir. 2006/112 art. 59c). */
export const THRESHOLD_CENTS = 10_000_00

/** How far the threshold is used, in whole percents. */
export const percentOfThreshold = (crossBorderCents: number): number =>
  Math.floor((Math.max(0, crossBorderCents) * 100) / THRESHOLD_CENTS)

/** Cents without VAT to consumers in all other member states together, in a calendar year and in the one before. */
export interface CrossBorderYears {
  crossBorderCents: number
  lastYearCents: number
}

/** A seller who was above it in a year is above it in all of the next. */
export const wasOverLastYear = ({ lastYearCents }: CrossBorderYears): boolean =>
  lastYearCents > THRESHOLD_CENTS

/** The part of the threshold that was reached, in percent; null below the first. Above it means more than all of it. */
export function reachedPart(years: CrossBorderYears): 80 | 100 | null {
  const { crossBorderCents } = years
  if (crossBorderCents > THRESHOLD_CENTS || wasOverLastYear(years)) return 100
  return crossBorderCents * 100 >= THRESHOLD_CENTS * 80 ? 80 : null
}
