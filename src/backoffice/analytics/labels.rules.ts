import type { Period, funnelSteps, VisitorType, WebsiteAnalytics } from './contract.ts'
import { countryName } from '../../wire/countries.ts'

export const periodNames: Record<Period, string> = {
  1: 'Vandaag',
  7: '7 dagen',
  30: '30 dagen',
  90: '90 dagen',
}

/** The name of the previous period. */
export const periodBefore: Record<Period, string> = {
  1: 'gisteren tot nu',
  7: 'vorige 7 dagen',
  30: 'vorige 30 dagen',
  90: 'vorige 90 dagen',
}

export const visitorNames: Record<VisitorType, string> = { human: 'Mens', bot: 'Bot', api: 'Programma' }

export const funnelStepNames: Record<(typeof funnelSteps)[number], string> = {
  product: 'Product bekeken',
  cart: 'In de winkelwagen gelegd',
  checkout: 'Afrekenen begonnen',
  paid: 'Betaald',
}

export const deviceNames: Record<WebsiteAnalytics['devices'][number]['device'], string> = {
  phone: 'Telefoon',
  desktop: 'Computer',
}

export const UNKNOWN = 'Onbekend'

/** The name of a referrer; without a host the address was typed, or the browser did not send one. */
export const referrerName = (host: string | null): string => host ?? 'Rechtstreeks'

const languages = new Intl.DisplayNames('nl', { type: 'language', languageDisplay: 'standard' })

/** `BE` → `België`; an unknown code is shown as it is. */
export const visitorCountryName = (code: string | null): string =>
  code === null ? UNKNOWN : countryName(code)

/** `nl-BE` → `Nederlands (België)`; an invalid tag is shown as it is. */
export function languageName(tag: string): string {
  try {
    return languages.of(tag.replaceAll('_', '-')) ?? tag
  } catch {
    return tag
  }
}

/** `134` → `2 min 14 s`, `4000` → `1 u 6 min`. */
export function durationName(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} u ${minutes % 60} min`
}

const hour = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'Europe/Brussels',
  hour: '2-digit',
  minute: '2-digit',
})
const shortDay = new Intl.DateTimeFormat('nl-NL', { timeZone: 'UTC', day: 'numeric', month: 'short' })
const longDay = new Intl.DateTimeFormat('nl-NL', {
  timeZone: 'UTC',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
})

const isDay = (at: string): boolean => at.length === 'yyyy-mm-dd'.length

/** `2026-11-20` → `20 nov`, `2026-11-20T13:00:00Z` → `14:00`. */
export const formatTrafficTick = (at: string): string => (isDay(at) ? shortDay : hour).format(new Date(at))

/** `2026-11-20` → `vrijdag 20 november`, `2026-11-20T13:00:00Z` → `14:00 tot 15:00`. */
export function formatTrafficMoment(at: string): string {
  const start = new Date(at)
  if (isDay(at)) return longDay.format(start)
  return `${hour.format(start)} tot ${hour.format(start.getTime() + 3_600_000)}`
}

/** Duration of a visit so far: `net binnen`, `12 min`, `1 u 6 min`. */
export const stayName = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'net binnen'
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} u ${minutes % 60} min`
}
