const MINUTE_MS = 60_000

const parts = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Brussels',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** A time on the clocks of Brussels, to the minute: `2026-11-27T00:00`. */
export const formatBrusselsTime = (time: Date): string => parts.format(time).replace(' ', 'T')

/**
 * The moment at which the clocks of Brussels show a time: `2026-11-27T00:00`. In the hour that they show twice it is the first one;
 * in the hour that they skip it is as long after the change as the time is after the begin of that hour.
 */
export function parseBrusselsTime(local: string): Date {
  const asUtc = Date.parse(`${local}Z`)
  const offsetAt = (time: number) => Date.parse(`${formatBrusselsTime(new Date(time))}Z`) - floorMinute(time)
  // The offsets a day before and after: equal, unless the clocks change in between.
  const offsets = [offsetAt(asUtc - 86_400_000), offsetAt(asUtc + 86_400_000)]
  const found = offsets.map(offset => asUtc - offset).filter(time => asUtc - offsetAt(time) === time)
  return new Date(found.length > 0 ? Math.min(...found) : asUtc - (offsets[0] ?? 0))
}

const floorMinute = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS
