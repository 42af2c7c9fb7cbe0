import { describe, expect, it } from 'vitest'
import type { SessionMeter } from './meter.rules.ts'
import {
  beginPaying,
  endPaying,
  recordHeartbeat,
  recordRefusal,
  recordReturn,
  recordSignal,
  recordTaken,
} from './meterEvents.rules.ts'
import {
  advanceSession,
  canControlToy,
  controlRefusal,
  hasMeterPaused,
  nextTransitionAt,
  shownPause,
  stopSession,
} from './rules.ts'

const start = Date.parse('2026-11-20T20:00:00Z')
const at = (seconds: number) => new Date(start + seconds * 1000)

/** A session in its countdown, which ends at second 0; the last heartbeat was at `heartbeat`. */
const countdown = (heartbeat = 0): SessionMeter => ({
  status: 'COUNTDOWN',
  countdownEndsAt: at(0),
  heartbeatAt: at(heartbeat),
  meteredMs: 0,
  meteredAt: null,
  pausedAt: null,
  minutesUsed: 0,
  unreachableAt: null,
  refusedMinute: null,
  payingFor: null,
  payingAt: null,
  waitingAt: null,
  signal: null,
  signalledAt: null,
  longestMinutes: null,
  mustAccept: false,
  acceptedAt: null,
  stoppedBy: null,
  stopReason: null,
  stoppedAt: null,
})

/** With a heartbeat every second up to and including `until`. */
function held(until: number, balance: number, from: SessionMeter = countdown()) {
  let now = { meter: from, minutesDue: 0, balance }
  for (let second = 0; second <= until; second += 1) {
    const next = recordHeartbeat(now.meter, now.balance, at(second))
    now = { ...next, minutesDue: now.minutesDue + next.minutesDue }
  }
  return now
}

/** With a heartbeat every second after `from`, up to and including `until`. */
function heldOn(from: number, until: number, { meter, balance }: ReturnType<typeof held>) {
  let now = { meter, minutesDue: 0, balance }
  for (let second = from + 1; second <= until; second += 1)
    now = recordHeartbeat(now.meter, now.balance, at(second))
  return now
}

describe('a toy that can not be reached', () => {
  const refusedAt = (seconds: number, takenInMinute: number | null, balance = 20) => {
    const before = held(seconds, balance)
    return recordRefusal(before.meter, before.balance, takenInMinute, at(seconds))
  }

  it('pauses the meter from the first refusal until it takes a command, and may be tried meanwhile', () => {
    const refused = heldOn(10, 40, refusedAt(10, 0))
    expect(refused.meter).toMatchObject({ pausedAt: at(10), meteredMs: 10_000, unreachableAt: at(10) })
    expect(shownPause(refused.meter, 20, at(40))).toBe('TOY_UNREACHABLE')
    expect(canControlToy(refused.meter, 20, at(40))).toBe(true)
    const again = recordRefusal(refused.meter, 20, 0, at(40))
    expect(again.meter).toBe(refused.meter)
    const taken = recordTaken(again.meter, 20, at(40))
    expect(taken.meter).toMatchObject({
      pausedAt: null,
      meteredAt: at(40),
      meteredMs: 10_000,
      unreachableAt: null,
    })
    expect(heldOn(40, 90, taken).meter.minutesUsed).toBe(1)
    expect(hasMeterPaused(again.meter, taken.meter)).toBe(false)
  })

  it('ends the session after a minute, for nothing', () => {
    expect(heldOn(10, 69, refusedAt(10, 0)).meter.status).toBe('ACTIVE')
    const over = heldOn(10, 200, refusedAt(10, 0))
    expect(over).toMatchObject({ balance: 20, minutesDue: 0 })
    expect(over.meter).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'TOY_UNREACHABLE',
      stoppedAt: at(70),
    })
  })

  it.each([
    ['took nothing in this minute', 10, null, 0],
    ['took a command in this minute', 10, 0, 1],
    ['took commands in the minute before only', 70, 0, 1],
    ['took commands in this second minute', 70, 1, 2],
  ] as const)('that %s: the user stops, and pays accordingly', (_, seconds, takenInMinute, used) => {
    const refused = refusedAt(seconds, takenInMinute)
    const { meter } = stopSession(refused.meter, refused.balance, 'USER', 'STOPPED_BY_USER', at(seconds + 5))
    expect(meter.minutesUsed).toBe(used)
  })

  it('that took a command after all has its begun minute paid', () => {
    const taken = recordTaken(refusedAt(10, null).meter, 20, at(20))
    expect(stopSession(taken.meter, 20, 'USER', 'STOPPED_BY_USER', at(21)).meter.minutesUsed).toBe(1)
  })

  it('of a lost controller or a low balance stays with that', () => {
    const low = refusedAt(70, 0, 3)
    expect(shownPause(low.meter, low.balance, at(70))).toBe('LOW_BALANCE')
    expect(advanceSession(low.meter, 2, at(500)).meter.stopReason).toBe('LOW_BALANCE')
    expect(recordRefusal(countdown(-1), 20, null, at(-1)).meter.unreachableAt).toBeNull()
  })
})

describe('a payment for minutes', () => {
  const payingAt = (seconds: number, balance = 20) => {
    const before = held(seconds, balance)
    return beginPaying(before.meter, before.balance, 'a', at(seconds))
  }

  it('pauses the meter at once, though the page that is left still sends heartbeats', () => {
    const left = heldOn(30, 33, payingAt(30))
    expect(left.meter).toMatchObject({ pausedAt: at(30), meteredMs: 30_000 })
    expect(shownPause(left.meter, 20, at(33))).toBe('PAYING')
    expect(canControlToy(left.meter, 20, at(33))).toBe(false)
  })

  it('keeps the session for 5 minutes, whatever the balance', () => {
    for (const balance of [20, 2]) {
      const { meter } = payingAt(30, balance)
      expect(nextTransitionAt(meter)).toEqual(at(330))
      expect(advanceSession(meter, balance, at(329)).meter.status).toBe('ACTIVE')
      expect(advanceSession(meter, balance, at(900))).toMatchObject({
        minutesDue: 0,
        meter: { status: 'STOPPED', stoppedBy: 'SYSTEM', stopReason: 'PAYMENT_TIMEOUT', stoppedAt: at(330) },
      })
    }
  })

  it('begun in the countdown keeps the session as well', () => {
    const { meter } = beginPaying(countdown(-20), 20, 'a', at(-19))
    expect(shownPause(meter, 20, at(-19))).toBe('PAYING')
    expect(advanceSession(meter, 20, at(280)).meter).toMatchObject({ status: 'ACTIVE', meteredMs: 0 })
    expect(advanceSession(meter, 20, at(281)).meter.stopReason).toBe('PAYMENT_TIMEOUT')
  })

  it('goes on while other tabs and devices send heartbeats', () => {
    const { meter, balance, minutesDue } = heldOn(30, 329, payingAt(30))
    expect(shownPause(meter, balance, at(329))).toBe('PAYING')
    expect({ minutesDue, meteredMs: meter.meteredMs }).toEqual({ minutesDue: 0, meteredMs: 30_000 })
    expect(canControlToy(meter, balance, at(329))).toBe(false)
    expect(recordHeartbeat(meter, balance, at(330)).meter.stopReason).toBe('PAYMENT_TIMEOUT')
  })

  it('is over for a user who says to be back, paid or not', () => {
    const { meter } = payingAt(30)
    expect(recordReturn(meter, 20, at(250)).meter).toMatchObject({
      pausedAt: null,
      meteredAt: at(250),
      meteredMs: 30_000,
    })
    expect(canControlToy(recordReturn(meter, 20, at(250)).meter, 20, at(250))).toBe(true)
    expect(nextTransitionAt(recordReturn(meter, 2, at(250)).meter)).toEqual(at(310))
    const running = held(10, 20).meter
    expect(recordReturn(running, 20, at(10)).meter).toBe(running)
    const paid = endPaying(meter, 30, 'a', at(200)).meter
    expect(paid).toMatchObject({ pausedAt: at(200), payingAt: null })
    expect(recordHeartbeat(paid, 30, at(259)).meter).toMatchObject({ status: 'ACTIVE', pausedAt: null })
    expect(advanceSession(paid, 30, at(260)).meter).toMatchObject({ stopReason: 'CONTROLLER_LOST' })
  })

  it('that failed leaves a minute to try again; another in the same pause gives no more time', () => {
    const { meter, balance } = payingAt(80, 3)
    expect(beginPaying(meter, balance, 'b', at(90)).meter).toMatchObject({ payingFor: 'b', payingAt: at(80) })
    const failed = recordHeartbeat(endPaying(meter, balance, 'a', at(200)).meter, balance, at(201))
    expect(nextTransitionAt(failed.meter)).toEqual(at(260))
    expect(shownPause(failed.meter, balance, at(201))).toBe('LOW_BALANCE')
    expect(endPaying(meter, balance, 'another', at(200)).meter.payingFor).toBe('a')
  })

  it('leaves a session that has ended as it is', () => {
    const { meter } = stopSession(held(10, 20).meter, 20, 'CREATOR', 'STOPPED_BY_CREATOR', at(10))
    expect(beginPaying(meter, 20, 'a', at(11)).meter).toBe(meter)
    expect(endPaying(meter, 20, 'a', at(11)).meter).toBe(meter)
    expect(recordReturn(meter, 20, at(11)).meter).toBe(meter)
  })
})

describe('a creator who lets a session wait', () => {
  const waitingAt = (seconds: number, from = held(seconds, 20)) =>
    recordSignal(from.meter, from.balance, 'WAIT', at(seconds))

  it('pauses the meter at once, and no command is taken, whoever sends heartbeats', () => {
    const waiting = heldOn(30, 89, waitingAt(30))
    expect(waiting.meter).toMatchObject({ status: 'ACTIVE', pausedAt: at(30), meteredMs: 30_000 })
    expect(shownPause(waiting.meter, 20, at(89))).toBe('CREATOR_WAITS')
    expect(controlRefusal(waiting.meter, 20, at(89))).toBe('CREATOR_WAITS')
    expect(nextTransitionAt(waiting.meter)).toEqual(at(90))
  })

  it('ends it after a minute without a charge for the minute that had begun, also when she asks twice', () => {
    const first = waitingAt(100)
    expect(first.meter.minutesUsed).toBe(1)
    const second = recordSignal(first.meter, first.balance, 'WAIT', at(130))
    expect(second.meter).toMatchObject({ waitingAt: at(100), signalledAt: at(130) })
    expect(heldOn(130, 160, second)).toMatchObject({
      minutesDue: 0,
      meter: { status: 'STOPPED', stoppedBy: 'SYSTEM', stopReason: 'CREATOR_WAITED', stoppedAt: at(160) },
    })
  })

  it('lets it go on where the meter was', () => {
    const waiting = heldOn(30, 60, waitingAt(30))
    const goesOn = recordSignal(waiting.meter, waiting.balance, 'GO_ON', at(60))
    expect(goesOn.meter).toMatchObject({
      waitingAt: null,
      pausedAt: null,
      meteredAt: at(60),
      meteredMs: 30_000,
    })
    expect(heldOn(60, 90, goesOn).meter.minutesUsed).toBe(1)
    expect(recordSignal(goesOn.meter, 20, 'GO_ON', at(61)).meter.waitingAt).toBeNull()
  })

  it('leaves a user who ends it meanwhile without a charge', () => {
    const { meter, balance } = waitingAt(30)
    expect(stopSession(meter, balance, 'USER', 'STOPPED_BY_USER', at(40))).toMatchObject({ minutesDue: 0 })
  })

  it('does so also while its user pays, and another cause keeps its own end', () => {
    const paying = beginPaying(held(30, 20).meter, 20, 'a', at(30))
    const both = waitingAt(40, paying)
    expect(shownPause(both.meter, 20, at(41))).toBe('CREATOR_WAITS')
    expect(advanceSession(both.meter, 20, at(500)).meter).toMatchObject({
      stopReason: 'CREATOR_WAITED',
      stoppedAt: at(100),
    })
    const refused = heldOn(10, 40, recordRefusal(held(10, 20).meter, 20, 0, at(10)))
    expect(advanceSession(waitingAt(40, refused).meter, 20, at(500)).meter).toMatchObject({
      stopReason: 'TOY_UNREACHABLE',
      stoppedAt: at(70),
    })
  })

  it('can do so in control only', () => {
    const counting = countdown()
    expect(recordSignal(counting, 20, 'WAIT', at(-1)).meter.signal).toBeNull()
    const { meter } = stopSession(held(10, 20).meter, 20, 'USER', 'STOPPED_BY_USER', at(10))
    expect(recordSignal(meter, 20, 'HEART', at(11)).meter).toBe(meter)
  })
})
