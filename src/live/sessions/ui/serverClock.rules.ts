/** The seed's scale of the countdown, in milliseconds. */
export const COUNTDOWN_SCALE_MS = 30_000
/** How long a clock reading may be kept, in milliseconds: after that clock drift outweighs a shorter round trip. */
const READING_VALID_MS = 10_000
/** Seconds at which a screen reader announces the rest of the countdown. */
const SPOKEN_SECONDS: readonly number[] = [30, 20, 10, 5, 3]

/**
 * The server's time in one answer (epoch milliseconds), and when that was requested and received on the browser's monotonic
 * clock. The browser's own date is not used, so it may be wrong.
 */
export interface ClockReading {
  serverNow: number
  askedAt: number
  answeredAt: number
}

const readingRoundTrip = ({ askedAt, answeredAt }: ClockReading): number => answeredAt - askedAt

/** The better of two readings: the newer one, unless the older had a shorter round trip and is still fresh. */
export const pickClockReading = (kept: ClockReading | null, next: ClockReading): ClockReading =>
  kept &&
  readingRoundTrip(kept) < readingRoundTrip(next) &&
  next.answeredAt - kept.answeredAt < READING_VALID_MS
    ? kept
    : next

const midpoint = ({ askedAt, answeredAt }: ClockReading): number => (askedAt + answeredAt) / 2

/** The server's time when the browser's monotonic clock is `at`; the error is half the round trip at most. */
export const serverTimeAt = (reading: ClockReading, at: number): number =>
  reading.serverNow + at - midpoint(reading)

/** The browser's monotonic time of a time on the server's clock. */
export const localTimeOf = (reading: ClockReading, serverMs: number): number =>
  serverMs - reading.serverNow + midpoint(reading)

/** Milliseconds from `now` to `until`, never less than 0. */
export const msUntil = (until: number, now: number): number => Math.max(until - now, 0)

/** Whole seconds as a countdown shows them: 30 from the first moment, 0 only at the end. */
export const toWholeSeconds = (leftMs: number): number => Math.ceil(leftMs / 1000)

/** The remaining share of the ring, from 1 to 0; a countdown longer than its scale shows a full ring at first. */
export const ringFraction = (leftMs: number, scaleMs: number): number =>
  scaleMs > 0 ? Math.min(leftMs / scaleMs, 1) : 0

/** The stroke that draws `share` of a circle, from the top on. */
export function ringStroke(radius: number, share: number): { length: number; offset: number } {
  const length = 2 * Math.PI * radius
  return { length, offset: length * (1 - share) }
}

/** `1_052_000` → `17:32`; hours only when there are any. */
export function formatClock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map(part => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? [hours, ...parts].join(':') : parts.join(':')
}

/** The elapsed share of the running minute, from 0 to 1, when control lasts `leftMs` more. */
export const minuteFraction = (leftMs: number): number =>
  leftMs > 0 ? (1 - (leftMs % 60_000) / 60_000) % 1 : 0

/** The last number to announce during the countdown; between two of them nothing is announced. */
export const announcedSeconds = (seconds: number): number | null =>
  SPOKEN_SECONDS.findLast(spoken => seconds <= spoken) ?? null
