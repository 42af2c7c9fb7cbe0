/** The least time between two commands of one browser, in milliseconds. */
export const COMMAND_INTERVAL_MS = 80
/** A stop that got no answer is sent again after a pause that doubles from the first to the last of these. */
const STOP_RETRY = { first: 250, last: 2000 }

/** What decides when the next command may leave. */
export interface ThrottleState {
  /** Something waits; only the newest is kept. */
  hasPending: boolean
  /** A command, or a stop, is under way. */
  isInFlight: boolean
  /** When the last command left, or null. */
  sentAt: number | null
}

/**
 * Milliseconds until what waits may leave: the first at once, the last of a flurry when its time has come. Null while
 * nothing waits, and while an answer is awaited: then that answer is the next moment to ask.
 */
export function sendDelay(
  { hasPending: waiting, isInFlight: underWay, sentAt }: ThrottleState,
  now: number,
): number | null {
  if (!waiting || underWay) return null
  return sentAt === null ? 0 : Math.max(sentAt + COMMAND_INTERVAL_MS - now, 0)
}

/** How long to wait before the stop is tried again, after `tries` that failed. */
export const stopRetryDelay = (tries: number): number =>
  Math.min(STOP_RETRY.first * 2 ** (tries - 1), STOP_RETRY.last)

/**
 * Whether a command that was under way when the stop left may have arrived after it. Both are told by the numbers that
 * the server gave them; a command that was refused or got no answer has none.
 */
export const mayHaveArrivedAfterStop = (command: number | 'refused' | 'unknown', stop: number): boolean =>
  command === 'unknown' || (command !== 'refused' && command > stop)
