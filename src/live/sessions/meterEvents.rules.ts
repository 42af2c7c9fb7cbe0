import type { Signal } from './contract.ts'
import type { SessionMeter } from './meter.rules.ts'
import { advanceSession, type TransitionResult } from './rules.ts'

/** Applies the transitions that were due before the change, then the change. A session that has ended stays unchanged. */
function change<M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
  changed: (meter: M) => Partial<SessionMeter> | null,
): TransitionResult<M> {
  const before = advanceSession(meter, balance, now)
  const set = before.meter.status === 'STOPPED' ? null : changed(before.meter)
  if (set === null) return before
  const after = advanceSession({ ...before.meter, ...set }, before.balance, now)
  return { ...after, minutesDue: before.minutesDue + after.minutesDue }
}

/** A heartbeat at `now`: the meter may run again. */
export const recordHeartbeat = <M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> => change(meter, balance, now, () => ({ heartbeatAt: now }))

/**
 * The provider refused a command or a renewal: the meter is paused until it takes one.
 * @param takenInMinute the number of full minutes before the last one in which it took a command; null when that is not known
 */
export const recordRefusal = <M extends SessionMeter>(
  meter: M,
  balance: number,
  takenInMinute: number | null,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ status, minutesUsed, unreachableAt, refusedMinute }) => {
    if (status !== 'ACTIVE') return null
    const isFree = takenInMinute !== minutesUsed && refusedMinute !== minutesUsed
    if (unreachableAt !== null && !isFree) return null
    return { unreachableAt: unreachableAt ?? now, ...(isFree && { refusedMinute: minutesUsed }) }
  })

/** The provider took a command or a renewal. */
export const recordTaken = <M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ unreachableAt, refusedMinute }) =>
    unreachableAt === null && refusedMinute === null ? null : { unreachableAt: null, refusedMinute: null },
  )

/** Its user goes to pay for minutes: the session waits for that. A second payment in the same pause does not make it longer. */
export const beginPaying = <M extends SessionMeter>(
  meter: M,
  balance: number,
  payingFor: string,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ pausedAt, payingAt }) => ({
    payingFor,
    payingAt: (pausedAt && payingAt) ?? now,
  }))

/** Its user says to be back from the payment page, paid or not: the session no longer waits for the payment. */
export const recordReturn = <M extends SessionMeter>(
  meter: M,
  balance: number,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ pausedAt, payingAt }) =>
    payingAt === null
      ? null
      : { heartbeatAt: now, payingFor: null, payingAt: null, pausedAt: pausedAt && now },
  )

/** The payment was made, or failed: from now on its user has as long to come back as anyone else. */
export const endPaying = <M extends SessionMeter>(
  meter: M,
  balance: number,
  paidFor: string,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ pausedAt, payingFor }) =>
    payingFor === paidFor ? { payingFor: null, payingAt: null, pausedAt: pausedAt && now } : null,
  )

/** Its creator gives her player a sign, which only a session in control takes. To let it wait a second time does not make the wait longer. */
export const recordSignal = <M extends SessionMeter>(
  meter: M,
  balance: number,
  signal: Signal,
  now: Date,
): TransitionResult<M> =>
  change(meter, balance, now, ({ status, pausedAt, waitingAt }) => {
    if (status !== 'ACTIVE') return null
    const sign = { signal, signalledAt: now }
    if (signal === 'WAIT') return { ...sign, waitingAt: waitingAt ?? now }
    // Another cause of a pause counts from now on.
    if (signal === 'GO_ON' && waitingAt) return { ...sign, waitingAt: null, pausedAt: pausedAt && now }
    return sign
  })
