import { BLOCKED_BALANCE_MINUTES } from '../../money/minutes/rules.ts'
import type { ConsentOutcome, ControlStatus, MeterPause, StoppedBy } from './contract.ts'
import {
  addMs,
  controllerLostAt,
  isLow,
  pauseCause,
  pauseEndReason,
  pauseEndsAt,
  type SessionMeter,
  type StopReason,
} from './meter.rules.ts'
import type { CommandDelay, CommandTiming } from './delay.contract.ts'

/** How long an ended session is still shown, in milliseconds, so that its player sees how it ended. */
export const ENDED_SESSION_VISIBLE_MS = 30_000
const MINUTE_MS = 60_000

/** The table of transitions: from state, by event, to state. */
export const sessionTransitions = {
  COUNTDOWN: { elapse: 'ACTIVE', stop: 'STOPPED' },
  ACTIVE: { stop: 'STOPPED', exhaust: 'STOPPED' },
  STOPPED: {},
} as const satisfies Record<ControlStatus, Record<string, ControlStatus>>

export interface TransitionResult<M extends SessionMeter = SessionMeter> {
  meter: M
  /** Minutes that became due, to be taken off the balance. */
  minutesDue: number
  balance: number
}

/**
 * Advances a session from its row's state to `now`: the countdown elapses, full minutes of control become due, the meter is
 * paused when the balance is low, the controller is lost or pays, or the toy can't be reached, and a pause that lasts ends the
 * session. Pure and idempotent: the result does not depend on the number or the order of calls. Only a top-up has no time of its
 * own: it counts from the first call after it.
 */
export function advanceSession<M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> {
  let at: TransitionResult<M> = { meter, minutesDue: 0, balance }
  for (let next = nextTransition(at, now); next !== null; next = nextTransition(at, now)) at = next
  return at
}

/** The earliest event up to `now`; null when there is none. */
function nextTransition<M extends SessionMeter>(
  at: TransitionResult<M>,
  now: Date,
): TransitionResult<M> | null {
  const { meter, balance } = at
  if (meter.status === 'COUNTDOWN') {
    const { countdownEndsAt } = meter
    if (now < countdownEndsAt) return null
    if (meter.mustAccept && meter.acceptedAt === null)
      return endedAt(at, 'CREATOR', 'DECLINED', countdownEndsAt)
    return {
      ...at,
      meter: { ...meter, status: sessionTransitions.COUNTDOWN.elapse, meteredAt: countdownEndsAt },
    }
  }
  if (meter.status === 'STOPPED' || meter.meteredAt === null) return null
  if (meter.longestMinutes !== null && meter.meteredMs >= meter.longestMinutes * MINUTE_MS)
    return endedAt(at, 'SYSTEM', 'LONGEST_SESSION', meter.meteredAt)
  if (meter.pausedAt !== null) return advancePausedMeter(at, meter.pausedAt, now)
  const cause = pauseCause(meter, balance, now)
  if (cause !== null && cause !== 'CONTROLLER_LOST')
    return { ...at, meter: { ...meter, pausedAt: meter.meteredAt } }
  return advanceRunningMeter(at, meter.meteredAt, now)
}

/** Ends without a charge: full minutes are due already, and one that has begun is free. */
const endedAt = <M extends SessionMeter>(
  { meter, ...at }: TransitionResult<M>,
  stoppedBy: StoppedBy,
  stopReason: StopReason,
  stoppedAt: Date,
): TransitionResult<M> => ({
  ...at,
  meter: { ...meter, status: 'STOPPED', stoppedBy, stopReason, stoppedAt },
})

/** The meter runs: up to the next full minute, the loss of the controller, or now. */
function advanceRunningMeter<M extends SessionMeter>(
  at: TransitionResult<M>,
  meteredAt: Date,
  now: Date,
): TransitionResult<M> | null {
  const { meter, balance, minutesDue: spent } = at
  const lost = controllerLostAt(meter)
  const fullAt = addMs(meteredAt, (meter.minutesUsed + 1) * MINUTE_MS - meter.meteredMs)
  if (fullAt <= now && fullAt <= lost) {
    const minutesUsed = meter.minutesUsed + 1
    const full = { ...meter, minutesUsed, meteredMs: minutesUsed * MINUTE_MS, meteredAt: fullAt }
    return { meter: full, minutesDue: spent + 1, balance: balance - 1 }
  }
  const until = new Date(Math.max(Math.min(now.getTime(), lost.getTime()), meteredAt.getTime()))
  const metered = {
    ...meter,
    meteredMs: meter.meteredMs + (until.getTime() - meteredAt.getTime()),
    meteredAt: until,
  }
  if (lost <= now) return { ...at, meter: { ...metered, pausedAt: until } }
  return until > meteredAt ? { ...at, meter: metered } : null
}

/** The meter is paused: the session ends when the pause lasts too long, and the meter runs again when its cause is gone. */
function advancePausedMeter<M extends SessionMeter>(
  at: TransitionResult<M>,
  pausedAt: Date,
  now: Date,
): TransitionResult<M> | null {
  const { meter, balance } = at
  const endsAt = pauseEndsAt(meter, pausedAt)
  if (endsAt <= now) return endedAt(at, 'SYSTEM', pauseEndReason(meter, pausedAt), endsAt)
  if (pauseCause(meter, balance, now) !== null) return null
  return { ...at, meter: { ...meter, pausedAt: null, meteredAt: now } }
}

/**
 * Ends the session. A user pays the minute that has begun, unless the toy was unreachable and took no command in it, or the creator lets it
 * wait; when someone else ends it, that minute is free.
 * One that has ended is left as it is.
 */
export function stopSession<M extends SessionMeter>(
  meter: M,
  balance: number,
  by: StoppedBy,
  reason: StopReason,
  now: Date,
): TransitionResult<M> {
  const at = advanceSession(meter, balance, now)
  if (at.meter.status === 'STOPPED') return at
  const { meteredMs, minutesUsed, refusedMinute, waitingAt } = at.meter
  const isFree = refusedMinute === minutesUsed || waitingAt !== null
  const isBegun = meteredMs > minutesUsed * MINUTE_MS && !isFree
  const begun = by === 'USER' && at.balance > 0 && isBegun ? 1 : 0
  return {
    minutesDue: at.minutesDue + begun,
    balance: at.balance - begun,
    meter: {
      ...at.meter,
      status: sessionTransitions[at.meter.status].stop,
      minutesUsed: minutesUsed + begun,
      stoppedBy: by,
      stopReason: reason,
      stoppedAt: now,
    },
  }
}

/** The creator declines: only before control begins, and without charge. Null when control has begun. */
export function declineInCountdown<M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> | null {
  const reason: StopReason = 'DECLINED'
  const inTime = advanceSession(meter, balance, now).meter.status === 'COUNTDOWN'
  return inTime ? stopSession(meter, balance, 'CREATOR', reason, now) : null
}

/** The creator accepts: the countdown runs on. Null when control has begun, or the session has ended. */
export function acceptInCountdown<M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> | null {
  const at = advanceSession(meter, balance, now)
  if (at.meter.status !== 'COUNTDOWN') return null
  return { ...at, meter: { ...at.meter, acceptedAt: at.meter.acceptedAt ?? now } }
}

/**
 * Why the toy may not run at `now`; a lost controller is reported before a low balance. Null when it may, also to find out whether it can be
 * reached again.
 */
export function controlRefusal(
  meter: SessionMeter,
  balance: number,
  now: Date,
): 'NO_ACTIVE_SESSION' | 'LOW_BALANCE' | 'CREATOR_WAITS' | null {
  const at = advanceSession(meter, balance, now)
  if (at.meter.status !== 'ACTIVE' || controllerLostAt(at.meter) <= now) return 'NO_ACTIVE_SESSION'
  const cause = at.meter.pausedAt && pauseCause(at.meter, at.balance, now)
  if (cause === 'PAYING') return 'NO_ACTIVE_SESSION'
  return cause === 'LOW_BALANCE' || cause === 'CREATOR_WAITS' ? cause : null
}

export const canControlToy = (meter: SessionMeter, balance: number, now: Date): boolean =>
  controlRefusal(meter, balance, now) === null

/** Whether the meter was paused at some time between two reads of the same session, for another reason than a toy that took no command. */
export const hasMeterPaused = (before: SessionMeter, after: SessionMeter): boolean =>
  before.unreachableAt === null &&
  before.meteredAt !== null &&
  after.meteredAt !== null &&
  after.meteredAt.getTime() - before.meteredAt.getTime() > after.meteredMs - before.meteredMs

export const isLowBalance = (meter: SessionMeter, balance: number): boolean =>
  meter.status === 'STOPPED'
    ? meter.stopReason === 'LOW_BALANCE'
    : meter.status === 'ACTIVE' && isLow(balance)

/** Why the meter of a live session is paused, for those who watch it. */
export const shownPause = (meter: SessionMeter, balance: number, now: Date): MeterPause | null =>
  meter.status === 'COUNTDOWN'
    ? meter.payingAt && 'PAYING'
    : meter.status === 'ACTIVE' && meter.pausedAt !== null
      ? pauseCause(meter, balance, now)
      : null

/** When the balance reaches the limit that blocks control, or the longest session ends; null while the meter does not run. */
export function controlEndsAt(meter: SessionMeter, balance: number): Date | null {
  if (meter.status !== 'ACTIVE' || meter.meteredAt === null || meter.pausedAt !== null) return null
  const minutes = Math.min(
    meter.minutesUsed + balance - BLOCKED_BALANCE_MINUTES,
    meter.longestMinutes ?? Infinity,
  )
  return addMs(meter.meteredAt, minutes * MINUTE_MS - meter.meteredMs)
}

/** When the session's next transition is due, if it was advanced since its balance last changed. */
export function nextTransitionAt(meter: SessionMeter): Date | null {
  if (meter.status === 'STOPPED') return null
  if (meter.status === 'COUNTDOWN' || meter.meteredAt === null) return meter.countdownEndsAt
  if (meter.pausedAt !== null) return pauseEndsAt(meter, meter.pausedAt)
  const fullAt = addMs(meter.meteredAt, (meter.minutesUsed + 1) * MINUTE_MS - meter.meteredMs)
  const lost = controllerLostAt(meter)
  return fullAt < lost ? fullAt : lost
}

/** The columns of a creator's consent that a transition fills in; null for none. */
export function consentColumns(before: SessionMeter, after: SessionMeter) {
  const { stoppedBy: endedBy, stopReason: endReason, stoppedAt: endedAt } = after
  const hasEnded = before.status !== 'STOPPED' && after.status === 'STOPPED'
  const decision = before.status === 'COUNTDOWN' ? decisionOf(before, after) : null
  if (!decision && !hasEnded) return null
  return { ...decision, ...(hasEnded && { endedBy, endReason, endedAt }) }
}

function decisionOf(
  before: SessionMeter,
  { status, acceptedAt, meteredAt, countdownEndsAt, stoppedAt, stopReason }: SessionMeter,
): { outcome: ConsentOutcome; decidedAt: Date | null } | null {
  if (before.acceptedAt !== null) return null
  if (acceptedAt !== null) return { outcome: 'ACCEPTED', decidedAt: acceptedAt }
  if (meteredAt !== null) return { outcome: 'LET_RUN', decidedAt: countdownEndsAt }
  if (status !== 'STOPPED') return null
  return { outcome: stopReason === 'DECLINED' ? 'DECLINED' : 'CANCELLED', decidedAt: stoppedAt }
}

/** Whether only this node may run a session's toy at a time of the monotonic clock. */
export const isLeasedHere = (session: { leasedUntil: number }, monotonicMs: number): boolean =>
  monotonicMs < session.leasedUntil

/** So much of a lease that was not renewed is left for a stop, in milliseconds. */
const LEASE_END_MS = 600

/**
 * Whether this node may still start or go on with a toy: its lease lasts long enough for a stop. One that is about to end was not renewed, as
 * when the database does not answer, and a command that is sent now would outlast it.
 */
export const mayRunHere = (session: { leasedUntil: number }, monotonicMs: number): boolean =>
  monotonicMs < session.leasedUntil - LEASE_END_MS

/** The other node that controls a session; null when it is this one, or none. */
export const remoteNodeOf = (
  { controlledBy }: { controlledBy: string | null },
  node: string,
): string | null => (controlledBy === node ? null : controlledBy)

export const isLiveRow = ({ status }: { status: ControlStatus }): boolean => status !== 'STOPPED'

/**
 * The delay of a command that its provider took; null when a part of it is not known.
 * @param tookMs from its receipt by the shop to the acknowledgement
 * @param providerMs the part of that between the request to the provider and its answer; null when it was replaced before it was sent
 */
export function commandDelay(
  timing: CommandTiming | undefined,
  tookMs: number,
  providerMs: number | null,
): CommandDelay | null {
  if (!timing || timing.networkMs === null || providerMs === null) return null
  const [browserMs, networkMs] = [timing.waitedMs, timing.networkMs / 2]
  const shopMs = Math.max(tookMs - providerMs, 0)
  return { totalMs: browserMs + networkMs + shopMs + providerMs, browserMs, networkMs, shopMs, providerMs }
}
