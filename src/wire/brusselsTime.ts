const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const brusselsDayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Brussels' })

/** The date in Belgium, such as `2026-12-24`. */
export const toBrusselsDay = (now: Date): string => brusselsDayFormat.format(now)

/** Midnight in Belgium, at which a day begins. */
export function startOfBrusselsDay(day: string): Date {
  const utc = Date.parse(day)
  const summer = new Date(utc - 2 * HOUR_MS)
  return toBrusselsDay(summer) === day ? summer : new Date(utc - HOUR_MS)
}

/** `2026-12` and 1 → `2027-01`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7)
}

const minuteFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time on the clocks of Brussels, to the minute: `2026-11-27T00:00`. */
export const formatBrusselsTime = (time: Date): string => minuteFormat.format(time).replace(' ', 'T')

/**
 * The moment at which the clocks of Brussels show a time: `2026-11-27T00:00`. In the hour that they show twice it is the first one;
 * in the hour that they skip it is as long after the change as the time is after the begin of that hour.
 * @returns null for a text that names no time, such as one on 30 February
 */
export function parseBrusselsTime(local: string): Date | null {
  const asUtc = localTimePattern.test(local) ? Date.parse(`${local}Z`) : Number.NaN
  // Some days that do not exist are read as one of the next month.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(local)) return null
  const offsetAt = (time: number) => Date.parse(`${formatBrusselsTime(new Date(time))}Z`) - floorMinute(time)
  // The offsets a day before and after: equal, unless the clocks change in between.
  const offsets = [offsetAt(asUtc - 24 * HOUR_MS), offsetAt(asUtc + 24 * HOUR_MS)]
  const found = offsets.map(offset => asUtc - offset).filter(time => asUtc - offsetAt(time) === time)
  return new Date(found.length > 0 ? Math.min(...found) : asUtc - (offsets[0] ?? 0))
}

/** As `<input type="datetime-local">` has it. */
const localTimePattern = /^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/

const floorMinute = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS

/** `16:00` */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
