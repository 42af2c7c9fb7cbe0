import { startOfBrusselsDay, toBrusselsDay, clockTime } from './brusselsTime.ts'
import type { DeliverySettings } from './deliverySettings.ts'
import { addWorkingDays, isWorkingDay, parcelCalendar, shiftDay, sendingDays } from './workingDays.ts'
import { MAX_DELIVERY_DAYS } from './limits.ts'
import { countryName } from './countries.ts'

/** The countries beside the Netherlands and Belgium for which a day can be promised, the nearest first. */
export const otherPromisedCountries = ['DE', 'FR', 'IT', 'ES', 'GB', 'US', 'CA', 'AU'] as const
const promisedCountries = ['NL', 'BE', ...otherPromisedCountries] as const
type PromisedCountry = (typeof promisedCountries)[number]

const isPromisedCountry = (country: string): country is PromisedCountry =>
  (promisedCountries as readonly string[]).includes(country)

const isDays = (days: number): boolean => Number.isInteger(days) && days >= 1 && days <= MAX_DELIVERY_DAYS

/** Whether a day can be promised by these settings, which may be half typed. */
export const isCompleteDelivery = (settings: DeliverySettings): boolean =>
  clockTime.test(settings.cutOff) &&
  isDays(settings.daysNL) &&
  isDays(settings.daysBE) &&
  otherPromisedCountries.every(country => isDays(settings[`days${country}`] ?? 1)) &&
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

/**
 * Parcels leave on the first sending day: today before the cut-off. They arrive so many working days later, counted without the public
 * holidays of Belgium, the Netherlands and, where they are known, the country that they go to, since carriers rest on each.
 * @param country ISO 3166 alpha-2
 * @returns null for a country without a number of days
 */
export function promiseDelivery(
  settings: DeliverySettings,
  country: string,
  now: Date,
): DeliveryPromise | null {
  const days = isPromisedCountry(country) ? (settings[`days${country}`] ?? null) : null
  if (days === null) return null
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
    day: addWorkingDays(leaves, days, parcelCalendar(country)),
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

/** More countries than these beside the first are not told apart. */
const NAMED_OTHERS = 2

/**
 * The text that a product says for whoever may buy it: the day for the nearest country that is shipped to, and those of others where
 * they differ. Null where no day is promised.
 */
export function promiseTextForAll(
  settings: DeliverySettings,
  shipsTo: readonly string[],
  now: Date,
): string | null {
  const [first, ...rest] = promisedCountries
    .filter(country => shipsTo.includes(country))
    .map(country => ({ country, promise: promiseDelivery(settings, country, now) }))
    .flatMap(({ country, promise }) => (promise ? [{ country, promise }] : []))
  if (!first) return null
  const text = promiseText(first.promise)
  const others = rest.filter(({ promise }) => promise.day !== first.promise.day)
  if (others.length === 0) return text
  if (others.length > NAMED_OTHERS) return `${text} (${countryName(first.country)})`
  const byDay = Map.groupBy(others, ({ promise }) => promise.day)
  const days = [...byDay].map(
    ([day, there]) =>
      `${there.map(({ country }) => countryName(country)).join(' en ')}: ${formatPromisedDay(day)}`,
  )
  return `${text} (${days.join(', ')})`
}
