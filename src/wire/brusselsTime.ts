const HOUR_MS = 3_600_000

const brusselsDayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })

/** The date in Belgium, such as `2026-12-24`. */
export const toBrusselsDay = (now: Date): string => brusselsDayFormat.format(now)

/** Midnight in Belgium, at which a day begins. */
export function startOfBrusselsDay(day: string): Date {
  const utc = Date.parse(day)
  const summer = new Date(utc - 2 * HOUR_MS)
  return toBrusselsDay(summer) === day ? summer : new Date(utc - HOUR_MS)
}
