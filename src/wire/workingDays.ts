import { startOfBrusselsDay, toBrusselsDay } from './brusselsTime.ts'
import { keysOf } from './records.ts'

const DAY_MS = 24 * 3_600_000

/** The other countries whose public holidays are known here. */
type OtherCountry = 'DE' | 'FR' | 'IT' | 'ES'

/**
 * The countries whose public holidays are no working days; both where the shop is in one of them and its customers in both, and one more
 * for a parcel that goes there.
 */
export type HolidayCalendar = 'BE' | 'NL' | 'BE and NL' | `BE, NL and ${OtherCountry}`

/** The day that is so many days after a day (`2026-11-20`). */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Easter Sunday of a year (Meeus, Astronomical Algorithms, chapter 8: the anonymous Gregorian computus). */
export function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const sum = h + l - 7 * m + 114
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** The King's Day in the Netherlands: 27 April, or the day before when that is a Sunday. */
const kingsDay = (year: number): string =>
  new Date(Date.UTC(year, 3, 27)).getUTCDay() === 0 ? dayOf(year, 4, 26) : dayOf(year, 4, 27)

/**
 * Days after Easter Sunday, and dates: Belgium (KB of 18 April 1974), the Netherlands (Algemene termijnenwet, article 3); of the others
 * those of the whole country (France: Code du travail, L3133-1; Italy: Legge 151/2025 for 4 October), not those of a region.
 */
const holidays: Record<'BE' | 'NL' | OtherCountry, { movable: number[]; fixed: string }> = {
  BE: { movable: [1, 39, 50], fixed: '01-01 05-01 07-21 08-15 11-01 11-11 12-25' },
  NL: { movable: [-2, 1, 39, 50], fixed: '01-01 05-05 12-25 12-26' },
  DE: { movable: [-2, 1, 39, 50], fixed: '01-01 05-01 10-03 12-25 12-26' },
  FR: { movable: [1, 39, 50], fixed: '01-01 05-01 05-08 07-14 08-15 11-01 11-11 12-25' },
  IT: { movable: [1], fixed: '01-01 01-06 04-25 05-01 06-02 08-15 10-04 11-01 12-08 12-25 12-26' },
  ES: { movable: [-2], fixed: '01-01 01-06 05-01 08-15 10-12 11-01 12-06 12-08 12-25' },
}

/** The calendar of a parcel from the shop to a country. */
export const parcelCalendar = (country: string): HolidayCalendar =>
  country === 'DE' || country === 'FR' || country === 'IT' || country === 'ES'
    ? `BE, NL and ${country}`
    : 'BE and NL'

/** The public holidays of a year. */
export function publicHolidays(year: number, calendar: HolidayCalendar = 'BE and NL'): Set<string> {
  const easter = easterSunday(year)
  const days = keysOf(holidays).flatMap(country =>
    calendar.includes(country)
      ? [
          ...holidays[country].movable.map(after => shiftDay(easter, after)),
          ...holidays[country].fixed.split(' ').map(date => `${year}-${date}`),
        ]
      : [],
  )
  return new Set(calendar === 'BE' ? days : [...days, kingsDay(year)])
}

/** Whether a day (`2026-11-20`) is a Monday to Friday without a public holiday. */
export function isWorkingDay(day: string, calendar?: HolidayCalendar): boolean {
  const weekday = new Date(day).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !publicHolidays(Number(day.slice(0, 4)), calendar).has(day)
}

/** The working day that is so many working days after a day. */
export function addWorkingDays(day: string, count: number, calendar?: HolidayCalendar): string {
  let left = count
  let at = day
  while (left > 0) {
    at = shiftDay(at, 1)
    if (isWorkingDay(at, calendar)) left -= 1
  }
  return at
}

/** The number of working days after `from`, up to and including `until`. */
export function workingDaysBetween(from: string, until: string, calendar?: HolidayCalendar): number {
  let count = 0
  for (let day = shiftDay(from, 1); day <= until; day = shiftDay(day, 1))
    if (isWorkingDay(day, calendar)) count += 1
  return count
}

/** The working days within which a message is answered; the same as for complaints and withdrawals. */
export const ANSWER_WORKING_DAYS = 5

/** Until when (exclusive) something is done in time: the end of the last of so many working days after the day on which it came. */
export const dueAfterWorkingDays = (receivedAt: Date, count: number, calendar?: HolidayCalendar): Date =>
  startOfBrusselsDay(shiftDay(addWorkingDays(toBrusselsDay(receivedAt), count, calendar), 1))

/** Until when (exclusive) a message is answered in time. */
export const answerDueAt = (receivedAt: Date): Date => dueAfterWorkingDays(receivedAt, ANSWER_WORKING_DAYS)

/** The working days that are left until a time (exclusive), after today: 0 is today, -1 is too late. */
export function workingDaysLeft(dueAt: Date, now: Date, calendar?: HolidayCalendar): number {
  if (now >= dueAt) return -1
  return workingDaysBetween(toBrusselsDay(now), toBrusselsDay(new Date(dueAt.getTime() - 1)), calendar)
}

/** The weekdays on which parcels can leave, in the order of the week. */
export const sendingDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
