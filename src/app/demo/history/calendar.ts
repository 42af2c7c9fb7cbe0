import { toBrusselsDay } from '../../../wire/brusselsTime.ts'
import { shiftDay } from '../../../wire/workingDays.ts'
import { randomWhole, type SeededRandom } from '../random.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)
export const daysBefore = (now: Date, days: number): Date => addMs(now, -days * DAY)

const hourFormat = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  hourCycle: 'h23',
})

/** 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay()

/** Hours that Brussels is ahead of UTC from 3 o'clock on that day, by the day. */
const offsets = new Map<string, number>()
function offsetOf(day: string): number {
  const known = offsets.get(day)
  if (known !== undefined) return known
  const offset = Number(hourFormat.format(Date.parse(day) + 12 * HOUR)) - 12
  offsets.set(day, offset)
  return offset
}

/** A time of day in Brussels; in the night in which the clock changes it may be an hour off. */
export const brusselsTime = (day: string, minutes: number): Date =>
  new Date(Date.parse(day) - offsetOf(day) * HOUR + minutes * MINUTE)

/** A time of day in Brussels, so many days ago. */
export const timeDaysAgo = (now: Date, daysAgo: number, minutes: number): Date =>
  brusselsTime(shiftDay(toBrusselsDay(now), -daysAgo), minutes)

const minuteOfDay = (at: Date): number =>
  (at.getTime() - brusselsTime(toBrusselsDay(at), 0).getTime()) / MINUTE

/** The day or, when that is a Sunday, the next. */
const workday = (day: string): string => (weekdayOf(day) === 0 ? shiftDay(day, 1) : day)

/** When an order that was paid at this time is picked: the same afternoon, or the next morning that is no Sunday. */
export function nextPicking(paidAt: Date, dice: SeededRandom): Date {
  const day = toBrusselsDay(paidAt)
  return workday(day) === day && minuteOfDay(paidAt) < 13 * 60
    ? brusselsTime(day, 13 * 60 + randomWhole(dice, 10, 80))
    : nextMorning(paidAt, dice)
}

/** In the morning of the next working day. */
export const nextMorning = (at: Date, dice: SeededRandom, daysLater = 1): Date =>
  brusselsTime(workday(shiftDay(toBrusselsDay(at), daysLater)), 9 * 60 + randomWhole(dice, 5, 115))

/** When a parcel that was sent at this time has arrived, as an admin notes it. */
export const nextDelivery = (shippedAt: Date, days: number, dice: SeededRandom): Date =>
  brusselsTime(
    workday(shiftDay(toBrusselsDay(shippedAt), days)),
    randomWhole(dice, 10 * 60 + 30, 18 * 60 + 30),
  )
