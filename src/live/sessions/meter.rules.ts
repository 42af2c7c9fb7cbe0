import { BLOCKED_BALANCE_MINUTES } from '../../money/minutes/rules.ts'
import type { ControlStatus, MeterPause, Signal, StoppedBy } from './contract.ts'

/** Without a heartbeat for this long the controller is lost, in milliseconds. */
export const HEARTBEAT_TIMEOUT_MS = 5000
/** A meter that is paused for this long ends the session, in milliseconds. */
export const METER_PAUSE_LIMIT_MS = 60_000
/** The same while its user pays for minutes: so long from when the payment began, in milliseconds. */
export const PAYING_LIMIT_MS = 5 * 60_000
/** The same while its creator lets it wait: so long from when she began to, in milliseconds. */
export const WAIT_LIMIT_MS = 60_000

/** Why a session ended by itself, or which action ended it. */
export type StopReason =
  | 'LOW_BALANCE'
  | 'CONTROLLER_LOST'
  | 'TOY_UNREACHABLE'
  | 'PAYMENT_TIMEOUT'
  | 'CREATOR_WAITED'
  | 'LONGEST_SESSION'
  | 'STOPPED_BY_USER'
  | 'STOPPED_BY_CREATOR'
  | 'STOPPED_BY_ADMIN'
  | 'DECLINED'
  | 'TOY_DEACTIVATED'
  | 'ACCOUNT_CLOSED'
  | 'SIGNED_OUT'
  | 'CHARGED_BACK'

/** A control session, with all that changes over time. */
export interface SessionMeter {
  status: ControlStatus
  countdownEndsAt: Date
  heartbeatAt: Date
  meteredMs: number
  meteredAt: Date | null
  pausedAt: Date | null
  minutesUsed: number
  /** Since when the toy's provider refuses its commands; null once it took one. */
  unreachableAt: Date | null
  /** The number of full minutes before the one in which the toy was unreachable and took no command: its part is free. */
  refusedMinute: number | null
  /** The purchase of minutes whose payment its user began in the session, and when; null when none is open. */
  payingFor: string | null
  payingAt: Date | null
  /** Since when its creator lets it wait; null while she does not. */
  waitingAt: Date | null
  /** Her last sign, and when. */
  signal: Signal | null
  signalledAt: Date | null
  /** The full minutes after which it ends; null without a limit. */
  longestMinutes: number | null
  /** Whether the creator has to accept it: without that it ends with its countdown. */
  mustAccept: boolean
  acceptedAt: Date | null
  stoppedBy: StoppedBy | null
  stopReason: string | null
  stoppedAt: Date | null
}

export const addMs = (date: Date, ms: number): Date => new Date(date.getTime() + ms)
export const isLow = (balance: number): boolean => balance <= BLOCKED_BALANCE_MINUTES
export const controllerLostAt = (meter: SessionMeter): Date => addMs(meter.heartbeatAt, HEARTBEAT_TIMEOUT_MS)

/** Why no minute may be charged at `now`, whether or not the meter is paused yet; null when it may run. */
export function pauseCause(meter: SessionMeter, balance: number, now: Date): MeterPause | null {
  if (meter.waitingAt !== null) return 'CREATOR_WAITS'
  // Heartbeats do not end it: any other tab or device of the user sends them too.
  if (meter.payingAt !== null) return 'PAYING'
  if (isLow(balance)) return 'LOW_BALANCE'
  if (controllerLostAt(meter) <= now) return 'CONTROLLER_LOST'
  return meter.unreachableAt === null ? null : 'TOY_UNREACHABLE'
}

/** When a pause that began at `pausedAt` ends the session. */
export function pauseEndsAt({ payingAt, waitingAt }: SessionMeter, pausedAt: Date): Date {
  const endsAt = payingAt === null ? addMs(pausedAt, METER_PAUSE_LIMIT_MS) : addMs(payingAt, PAYING_LIMIT_MS)
  const waitEndsAt = waitingAt && addMs(waitingAt, WAIT_LIMIT_MS)
  return waitEndsAt && waitEndsAt < endsAt ? waitEndsAt : endsAt
}

/**
 * Why a pause that began at `pausedAt` ended the session. It is the cause at that time, and not the balance: a top-up may have come after the
 * end, before the next read.
 */
export function pauseEndReason(meter: SessionMeter, pausedAt: Date): StopReason {
  const waitEndsAt = meter.waitingAt && addMs(meter.waitingAt, WAIT_LIMIT_MS)
  if (waitEndsAt && waitEndsAt <= pauseEndsAt(meter, pausedAt)) return 'CREATOR_WAITED'
  if (meter.payingAt !== null) return 'PAYMENT_TIMEOUT'
  if (meter.unreachableAt !== null && meter.unreachableAt <= pausedAt) return 'TOY_UNREACHABLE'
  return controllerLostAt(meter) <= pausedAt ? 'CONTROLLER_LOST' : 'LOW_BALANCE'
}
