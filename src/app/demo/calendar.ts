import { shiftDay } from '../../wire/workingDays.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const hoursBefore = (now: Date, hours: number): Date => addMs(now, -Math.round(hours * HOUR))

const hourFormat = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** A time of a day in Brussels, so many days after that of `at`; in the night in which the clock changes it may be an hour off. */
export function daysLater(at: Date, days: number, minutes: number): Date {
  const midnight = Date.parse(shiftDay(toBrusselsDay(at), days))
  const aheadOfUtc = Number(hourFormat.format(midnight + 12 * HOUR)) - 12
  return new Date(midnight - aheadOfUtc * HOUR + minutes * MINUTE)
}

export const daysAgo = (now: Date, days: number, minutes: number): Date => daysLater(now, -days, minutes)
