/** Formats dates and durations for nl-NL in the shop's time zone. Money is formatted by `formatCents` of `wire/money.ts`. */

const zone = { timeZone: 'Europe/Brussels' } as const
const date = new Intl.DateTimeFormat('nl-NL', { ...zone, day: 'numeric', month: 'long', year: 'numeric' })
const time = new Intl.DateTimeFormat('nl-NL', { ...zone, hour: '2-digit', minute: '2-digit' })

/** `2026-11-20T13:05:00Z` → `20 november 2026`. */
export const formatDate = (iso: string): string => date.format(new Date(iso))

/** `2026-11-20T13:05:00Z` → `20 november 2026 om 14:05`. */
export const formatDateTime = (iso: string): string => `${formatDate(iso)} om ${formatTime(iso)}`

/** `2026-11-20T13:05:00Z` → `14:05`. */
export const formatTime = (iso: string): string => time.format(new Date(iso))

/** `1` → `1 minuut`, `20` → `20 minuten`. */
export const formatMinutes = (minutes: number): string => `${minutes} ${minutes === 1 ? 'minuut' : 'minuten'}`

const count = new Intl.NumberFormat('nl-NL')
const share = new Intl.NumberFormat('nl-NL', { style: 'percent' })

/** `12345` → `12.345`. */
export const formatCount = (value: number): string => count.format(value)

/** `0.125` → `13%`. */
export const formatPercent = (part: number): string => share.format(part)

/** `1, 'product', 'producten'` → `1 product`. */
export const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`

const size = new Intl.NumberFormat('nl-NL', { maximumFractionDigits: 1 })

/** `1536` → `1,5 kB`; sizes are in powers of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 ** 2) return `${size.format(Math.max(0.1, bytes / 1024))} kB`
  return bytes < 1024 ** 3 ? `${size.format(bytes / 1024 ** 2)} MB` : `${size.format(bytes / 1024 ** 3)} GB`
}
