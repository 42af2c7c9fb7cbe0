const brusselsFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day in Brussels, `2026-12-24`. */
export const brusselsDay = (at: Date): string => brusselsFormat.format(at)

/** @param day `2026-12-24` */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 3_600_000).toISOString().slice(0, 10)

/** So many months after a time; the last of the month where the later month has no such day. */
export function addMonths(at: Date, months: number): Date {
  const later = new Date(at)
  later.setUTCMonth(at.getUTCMonth() + months)
  // The 31st of a month with 30 days is the 1st of the next.
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0)
  return later
}
