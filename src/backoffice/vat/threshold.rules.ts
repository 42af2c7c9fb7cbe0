/** Cents a year without VAT, to consumers in all other member states together (Dir. 2006/112 art. 59c). */
export const THRESHOLD_CENTS = 10_000_00

/** How far the threshold is used, in whole percents. */
export const percentOfThreshold = (crossBorderCents: number): number =>
  Math.floor((Math.max(0, crossBorderCents) * 100) / THRESHOLD_CENTS)

/** The part of the threshold that was reached, in percent; null below the first. Above it means more than all of it. */
export const reachedPart = (crossBorderCents: number): 80 | 100 | null =>
  crossBorderCents > THRESHOLD_CENTS ? 100 : crossBorderCents * 100 >= THRESHOLD_CENTS * 80 ? 80 : null
