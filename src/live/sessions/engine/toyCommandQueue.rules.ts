/**
 * The next step of a toy's command queue, as data: at most one pending command, one owed stop and one request in flight.
 * idle         nothing pending, no stop owed
 * pending      a command waits for its time: the minimum interval, or its renewal
 * stopOwed     a stop and zeros are sent repeatedly until both are acknowledged; a command that arrives meanwhile waits for the first one
 * uncertain    a command after its timeout may still be applied: stops are repeated until it no longer can be
 * confirming   a stop was acknowledged, which proves nothing: it is sent twice more, unless a command comes, or another node has the toy
 * closing      no more commands are taken; the running one is stopped
 * closed       nothing more is sent
 * All times are in milliseconds of a monotonic clock.
 */

/** Timeout of a request, in milliseconds. */
export const ANSWER_TIMEOUT_MS = 2000
/** How long the database has to say which node controls a toy, in milliseconds; without an answer no other node does. */
export const LOOK_TIMEOUT_MS = 200
/** Seconds after which a toy ends a command by itself; the provider takes whole numbers above 1. */
export const RUN_SECONDS = 2
/** A command that is still valid is sent again this long after it was sent, in milliseconds. */
const RESEND_INTERVAL_MS = 1000
/** Minimum interval between a request and the next command: its first value, and its bounds once the round trip is measured. */
const PACE_MS = { first: 250, least: 100, most: 1000 }
/** An unacknowledged stop is sent again after a pause that doubles from the first to the last of these. */
const STOP_RETRY_MS = { first: 250, last: 30_000 }
/** After a timeout a command may still be applied for this long: until then stops are sent at this interval. */
const LATE_ARRIVAL_MS = { lasts: 2000, apart: 500 }
/**
 * An acknowledged stop is sent again so long after it was sent: bridges, apps and clouds were seen to acknowledge stops and run on
 * (intiface-central#258).
 */
export const CONFIRM_MS = [250, 1000]
/** After this long in which neither a stop nor zeros were acknowledged, the toy's owner is told to switch it off. */
export const OVERDUE_MS = 2500

/** A command that was submitted. Compared by identity. */
export interface Pending<Command> {
  readonly command: Command
  /** When it was submitted. */
  readonly since: number
}

export interface QueueState<Command> {
  readonly phase: 'open' | 'closing' | 'closed'
  readonly pending: Pending<Command> | null
  /** When the pending command is to be sent, or sent again. */
  readonly dueAt: number
  /** The provider took it, and the toy ends it by itself. */
  readonly accepted: { readonly pending: Pending<Command>; readonly until: number } | null
  /** When the owed stop is sent; null when none is owed. */
  readonly stopAt: number | null
  readonly stopRetryMs: number
  /** Since when a stop is owed to a toy that may run; null when none is. */
  readonly owedSince: number | null
  /** When an acknowledged stop is sent again; null until one is acknowledged. */
  readonly confirmAt: readonly number[] | null
  /** The stop that was asked for last was not sent yet: it is sent without asking the database. */
  readonly isStopUrgent: boolean
  /** Until when this node had the lease on the session when the stop was asked for. */
  readonly leasedUntilAtStop: number
  /** Until when a command after its timeout may still be applied. */
  readonly uncertainUntil: number
  readonly paceMs: number
  readonly lastRequest: { readonly kind: 'run' | 'stop' | null; readonly at: number }
}

export const emptyQueue: QueueState<never> = {
  phase: 'open',
  pending: null,
  dueAt: 0,
  accepted: null,
  stopAt: null,
  stopRetryMs: STOP_RETRY_MS.first,
  owedSince: null,
  confirmAt: [],
  isStopUrgent: false,
  leasedUntilAtStop: -Infinity,
  uncertainUntil: -Infinity,
  paceMs: PACE_MS.first,
  lastRequest: { kind: null, at: -Infinity },
}

/** The request that is sent next, and when; null when nothing is. A stop goes before a command, and waits for no interval. */
export function nextRequest<C>(
  state: QueueState<C>,
): { kind: 'stop'; at: number } | { kind: 'run'; at: number; pending: Pending<C> } | null {
  const { phase, pending, dueAt, lastRequest, paceMs } = state
  if (phase === 'closed') return null
  const stopAt = state.stopAt ?? state.confirmAt?.[0]
  if (stopAt !== undefined) return { kind: 'stop', at: stopAt }
  return pending && { kind: 'run', at: Math.max(dueAt, lastRequest.at + paceMs), pending }
}

/** Replaces the pending command, which does not wait for the retry of a stop: that one is sent now. */
export const submitted = <C>(state: QueueState<C>, command: C, now: number): QueueState<C> => ({
  ...state,
  pending: { command, since: now },
  dueAt: now,
  stopAt: state.stopAt === null ? null : Math.min(state.stopAt, earliestStop(state, now)),
  confirmAt: [],
  isStopUrgent: state.stopAt !== null,
})

export const resendRequested = <C>(state: QueueState<C>, now: number): QueueState<C> => ({
  ...state,
  dueAt: now,
})

export const dropped = <C>(state: QueueState<C>): QueueState<C> => ({ ...state, pending: null })

/** Now, unless a stop was just sent and nothing since. */
const earliestStop = ({ lastRequest: { kind, at } }: QueueState<unknown>, now: number): number =>
  kind === 'stop' ? Math.max(now, at + PACE_MS.least) : now

/** Owes a stop, which is sent as soon as it may be. */
export function stopRequested<C>(
  state: QueueState<C>,
  now: number,
  leasedUntilAtStop = -Infinity,
): QueueState<C> {
  const stopAt = Math.min(state.stopAt ?? Infinity, earliestStop(state, now))
  const owedSince = state.owedSince ?? (state.lastRequest.kind === 'run' ? now : null)
  const request = { stopRetryMs: STOP_RETRY_MS.first, isStopUrgent: true, leasedUntilAtStop }
  return { ...dropped(state), stopAt, ...request, owedSince, confirmAt: null }
}

/** Whether nothing runs and no stop is owed. A stop that is sent again to be sure is not owed. */
export const isStill = ({ pending, stopAt }: QueueState<unknown>): boolean =>
  pending === null && stopAt === null

/**
 * Whether the database is to be asked which node controls the toy before a stop is sent again: another node sends its own, and a stop from
 * here could end its newer command. Within the lease of the time of the stop no check is needed.
 */
export const needsControlCheck = (
  { stopAt, isStopUrgent, leasedUntilAtStop }: QueueState<unknown>,
  now: number,
): boolean => !isStopUrgent && (stopAt !== null || now >= leasedUntilAtStop)

/** Another node controls the toy: puts off a stop that is owed, and leaves out one repeat of an acknowledged one. */
export const stopLeftToOtherNode = <C>(state: QueueState<C>, now: number): QueueState<C> =>
  state.stopAt === null
    ? { ...state, confirmAt: state.confirmAt?.slice(1) ?? null }
    : stopFailed(state, true, now)

/** Another node goes on with the toy: acknowledged stops are not sent again. */
export const unconfirmed = <C>(state: QueueState<C>): QueueState<C> => ({ ...state, confirmAt: [] })

/** Another node has the lease now: nothing more is sent, not even an owed stop. */
export const released = <C>(state: QueueState<C>): QueueState<C> => ({
  ...dropped(state),
  accepted: null,
  stopAt: null,
  owedSince: null,
  confirmAt: [],
})

/** Another node had the lease until now: its last command may still arrive. */
export const takenOver = <C>(state: QueueState<C>, now: number): QueueState<C> =>
  stopRequested({ ...state, uncertainUntil: now + LATE_ARRIVAL_MS.lasts, owedSince: now }, now)

export const requestSent = <C>(state: QueueState<C>, kind: 'run' | 'stop', at: number): QueueState<C> => ({
  ...state,
  lastRequest: { kind, at },
  isStopUrgent: state.isStopUrgent && kind !== 'stop',
})

export function runAccepted<C>(state: QueueState<C>, pending: Pending<C>, now: number): QueueState<C> {
  const { at } = state.lastRequest
  return {
    ...state,
    accepted: { pending, until: now + RUN_SECONDS * 1000 },
    owedSince: null,
    dueAt: state.pending === pending ? at + RESEND_INTERVAL_MS : state.dueAt,
    paceMs: Math.min(Math.max((state.paceMs * 3 + now - at) / 4, PACE_MS.least), PACE_MS.most),
  }
}

/** A request timed out, or failed without an answer of the provider: it may still be applied. */
export const runUncertain = <C>(state: QueueState<C>, now: number): QueueState<C> => ({
  ...state,
  uncertainUntil: now + LATE_ARRIVAL_MS.lasts,
})

/**
 * The provider did not take a command: the toy is stopped, unless a newer command is pending or another node has the toy.
 * @param isLeasedHere whether this node may still send to the toy
 */
export function runFailed<C>(
  state: QueueState<C>,
  pending: Pending<C>,
  isLeasedHere: boolean,
  now: number,
): QueueState<C> {
  const slower = { ...state, paceMs: Math.min(state.paceMs * 2, PACE_MS.most) }
  if (state.pending !== pending) return slower
  return isLeasedHere ? stopRequested(slower, now) : dropped(slower)
}

/**
 * A newer command replaces whatever still runs, so no stop is owed beside it.
 * @param at when the stop was sent
 */
export function stopAccepted<C>(state: QueueState<C>, at: number): QueueState<C> {
  const isRepeated = at < state.uncertainUntil && state.pending === null
  const stopAt = isRepeated ? at + LATE_ARRIVAL_MS.apart : null
  const confirmAt = confirmationsOf(state, at)
  return { ...state, accepted: null, stopRetryMs: STOP_RETRY_MS.first, stopAt, owedSince: null, confirmAt }
}

function confirmationsOf<C>({ pending, confirmAt }: QueueState<C>, at: number): number[] {
  if (pending) return []
  return confirmAt?.filter(each => each > at) ?? CONFIRM_MS.map(ms => at + ms)
}

/**
 * The stop, the zeros after it, or both were not acknowledged: both are sent again.
 * @param isHalfTaken one of them was acknowledged: nothing runs any more, so that its owner need not switch it off
 */
export const stopFailed = <C>(state: QueueState<C>, isHalfTaken: boolean, now: number): QueueState<C> => ({
  ...state,
  stopAt: state.pending ? null : now + state.stopRetryMs,
  stopRetryMs: Math.min(state.stopRetryMs * 2, STOP_RETRY_MS.last),
  ...(isHalfTaken && { accepted: null, owedSince: null }),
})

/** Whether this is the first failure since the stop was requested: only that one is logged. */
export const isFirstStopFailure = ({ stopRetryMs }: QueueState<unknown>): boolean =>
  stopRetryMs === STOP_RETRY_MS.first

/** The output of the toy at `now`, as acknowledged by its provider, and for how long, in milliseconds; or null. */
export function playingAt<C>(
  { accepted }: QueueState<C>,
  now: number,
): { command: C; elapsedMs: number } | null {
  if (!accepted || now >= accepted.until) return null
  return { command: accepted.pending.command, elapsedMs: now - accepted.pending.since }
}
