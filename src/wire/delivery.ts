import { startOfBrusselsDay, toBrusselsDay } from './brusselsTime.ts'
import type { DeliverySettings } from './deliverySettings.ts'
import { addWorkingDays, isWorkingDay, shiftDay } from './workingDays.ts'

/** The countries for which a day is promised, with the setting of how long that takes. */
const daysByCountry = { NL: 'daysNL', BE: 'daysBE' } as const
export type PromisedCountry = keyof typeof daysByCountry

/** The weekdays on which parcels can leave, in the order of the week. */
export const sendingDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

/** `16:00` */
export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
export const MAX_DELIVERY_DAYS = 30

const isDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= MAX_DELIVERY_DAYS

/** Whether a day can be promised by these settings, which may be half typed. */
export const isCompleteDelivery = (settings: DeliverySettings): boolean =>
  clockTime.test(settings.cutOff) &&
  isDays(settings.daysNL) &&
  isDays(settings.daysBE) &&
  sendingDays.some(day => settings[day])

const brusselsClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
})

/** The day that is promised for an order of now. */
export interface DeliveryPromise {
  /** `16:00` while it can still leave today; null when it leaves on a later day. */
  orderBefore: string | null
  /** `2026-12-01` */
  day: string
}

export const isPromisedCountry = (country: string): country is PromisedCountry => country in daysByCountry

/**
 * Parcels leave on the first sending day: today before the cut-off. They arrive so many working days later, counted without the public
 * holidays of both countries, since carriers rest on either.
 */
export function promiseDelivery(
  settings: DeliverySettings,
  country: PromisedCountry,
  now: Date,
): DeliveryPromise {
  const { cutOff } = settings
  const isSendingDay = (day: string) => {
    const name = sendingDays[new Date(day).getUTCDay() - 1]
    return name !== undefined && settings[name] && isWorkingDay(day)
  }
  const today = toBrusselsDay(now)
  const leavesToday = isSendingDay(today) && brusselsClock.format(now) < cutOff
  let leaves = leavesToday ? today : shiftDay(today, 1)
  // There is one within some weeks, whichever weekday it is and however many holidays.
  while (!isSendingDay(leaves)) leaves = shiftDay(leaves, 1)
  return {
    orderBefore: leavesToday ? cutOff : null,
    day: addWorkingDays(leaves, settings[daysByCountry[country]]),
  }
}

const longDay = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

/** `2026-12-01` → `dinsdag 1 december` */
export const formatPromisedDay = (day: string): string => longDay.format(startOfBrusselsDay(day))

/** `Vandaag voor 16.00 besteld: dinsdag 1 december in huis` */
export const promiseText = ({ orderBefore, day }: DeliveryPromise): string =>
  `${orderBefore === null ? 'Nu besteld' : `Vandaag voor ${orderBefore.replace(':', '.')} besteld`}: ${formatPromisedDay(day)} in huis`
