import { describe, expect, it } from 'vitest'
import { HEARTBEAT_TIMEOUT_MS, METER_PAUSE_LIMIT_MS, type SessionMeter } from './meter.rules.ts'
import { recordHeartbeat } from './meterEvents.rules.ts'
import {
  advanceSession,
  nextTransitionAt,
  hasMeterPaused,
  isLowBalance,
  canControlToy,
  sessionTransitions,
  controlRefusal,
  controlEndsAt,
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

describe('the table of transitions', () => {
  it('reaches every state from the countdown, and every state but the last has a way out', () => {
    const reached = new Set(['COUNTDOWN'])
    for (const status of reached) {
      for (const next of Object.values(sessionTransitions[status as keyof typeof sessionTransitions]))
        reached.add(next)
    }
    expect([...reached].sort()).toEqual(Object.keys(sessionTransitions).sort())
    const ends = Object.entries(sessionTransitions).filter(([, ways]) => Object.keys(ways).length === 0)
    expect(ends.map(([status]) => status)).toEqual(['STOPPED'])
  })
})

describe('the countdown', () => {
  it('lasts until its end and no longer', () => {
    const before = advanceSession(countdown(), 20, new Date(start - 1))
    expect(before.meter).toEqual(countdown())
    expect(advanceSession(countdown(), 20, at(0)).meter).toMatchObject({ status: 'ACTIVE', meteredAt: at(0) })
  })

  it('stopped is free and counts no control', () => {
    for (const by of ['USER', 'CREATOR', 'ADMIN'] as const) {
      const {
        meter,
        minutesDue: spent,
        balance,
      } = stopSession(countdown(-10), 20, by, 'STOPPED_BY_USER', at(-1))
      expect({ spent, balance }).toEqual({ spent: 0, balance: 20 })
      expect(meter).toMatchObject({ status: 'STOPPED', stoppedBy: by, minutesUsed: 0, meteredAt: null })
    }
  })

  it('without heartbeats pauses the meter at its end, and ends the session a minute later', () => {
    const meter = countdown(-20)
    expect(advanceSession(meter, 20, at(0)).meter).toMatchObject({ status: 'ACTIVE', pausedAt: at(0) })
    expect(advanceSession(meter, 20, at(500))).toMatchObject({
      minutesDue: 0,
      meter: { status: 'STOPPED', stopReason: 'CONTROLLER_LOST', stoppedAt: at(60), meteredMs: 0 },
    })
  })
})

describe('the meter', () => {
  it.each([
    [0, 0],
    [59, 0],
    [60, 1],
    [61, 1],
    [119, 1],
    [120, 2],
  ])('after %i s of control has spent %i', (seconds, spent) => {
    expect(held(seconds, 20)).toMatchObject({
      minutesDue: spent,
      balance: 20 - spent,
      meter: { minutesUsed: spent },
    })
  })

  it.each([
    [0, 'USER', 0],
    [1, 'USER', 1],
    [60, 'USER', 1],
    [61, 'USER', 2],
    [61, 'ADMIN', 1],
    [61, 'ADMIN_FORCE', 1],
    [61, 'CREATOR', 1],
    [59, 'SYSTEM', 0],
  ] as const)('stopped after %i s by %s has spent %i', (seconds, by, used) => {
    const now = held(seconds, 20)
    const after = stopSession(now.meter, now.balance, by, 'STOPPED_BY_USER', at(seconds))
    expect(after.meter).toMatchObject({ status: 'STOPPED', minutesUsed: used, stoppedAt: at(seconds) })
    expect(after.balance).toBe(20 - used)
  })

  it('stops once: later events change nothing', () => {
    const stopped = stopSession(held(61, 20).meter, 19, 'USER', 'STOPPED_BY_USER', at(61))
    expect(stopSession(stopped.meter, 18, 'ADMIN', 'STOPPED_BY_ADMIN', at(70))).toEqual({
      ...stopped,
      minutesDue: 0,
    })
    expect(recordHeartbeat(stopped.meter, 18, at(70)).meter).toBe(stopped.meter)
    expect(advanceSession(stopped.meter, 18, at(700)).meter).toBe(stopped.meter)
  })
})

describe('a low balance', () => {
  it('pauses the meter at 2 minutes, at the end of the paid minute', () => {
    const low = held(75, 3)
    expect(low).toMatchObject({ minutesDue: 1, balance: 2, meter: { pausedAt: at(60), meteredMs: 60_000 } })
    expect(isLowBalance(low.meter, low.balance)).toBe(true)
    expect(controlRefusal(low.meter, low.balance, at(75))).toBe('LOW_BALANCE')
    expect(canControlToy(low.meter, low.balance, at(75))).toBe(false)
  })

  it('ends the session after a minute of pause, with LOW_BALANCE as the reason', () => {
    expect(held(119, 3).meter.status).toBe('ACTIVE')
    const over = held(120, 3)
    expect(over.meter).toMatchObject({
      status: 'STOPPED',
      stoppedBy: 'SYSTEM',
      stopReason: 'LOW_BALANCE',
      stoppedAt: at(120),
    })
    expect(over.balance).toBe(2)
    expect(isLowBalance(over.meter, over.balance)).toBe(true)
  })

  it('charges nothing more when the user stops', () => {
    const low = held(80, 3)
    expect(stopSession(low.meter, low.balance, 'USER', 'STOPPED_BY_USER', at(80)).balance).toBe(2)
  })

  it('ends with a top-up, and the minute continues from there', () => {
    const low = held(100, 3)
    const topped = advanceSession(low.meter, 7, at(100))
    expect(topped.meter).toMatchObject({ pausedAt: null, meteredAt: at(100), meteredMs: 60_000 })
    let now = { ...topped, minutesDue: 0 }
    for (let second = 101; second <= 160; second += 1)
      now = recordHeartbeat(now.meter, now.balance, at(second))
    expect(now).toMatchObject({ balance: 6, meter: { minutesUsed: 2 } })
  })

  it('topped up after the end changes neither the state nor the reason', () => {
    const low = held(61, 3)
    const late = advanceSession({ ...low.meter, heartbeatAt: at(122) }, 30, at(123))
    expect(late.meter).toMatchObject({ status: 'STOPPED', stopReason: 'LOW_BALANCE', stoppedAt: at(120) })
  })
})

describe('a lost controller', () => {
  it('pauses the meter after 5 s without a heartbeat, and is reported before a low balance', () => {
    const { meter, balance } = held(10, 20)
    expect(controlRefusal(meter, balance, new Date(at(15).getTime() - 1))).toBeNull()
    expect(controlRefusal(meter, balance, at(15))).toBe('NO_ACTIVE_SESSION')
    expect(advanceSession(meter, balance, at(40)).meter).toMatchObject({
      pausedAt: at(15),
      meteredMs: 15_000,
    })
    const low = held(70, 3)
    expect(controlRefusal(low.meter, low.balance, at(75))).toBe('NO_ACTIVE_SESSION')
  })

  it('that returns continues where the meter was paused', () => {
    const { meter, balance } = held(10, 20)
    const back = recordHeartbeat(meter, balance, at(50))
    expect(back.meter).toMatchObject({ pausedAt: null, meteredMs: 15_000, meteredAt: at(50) })
    expect(canControlToy(back.meter, back.balance, at(50))).toBe(true)
  })

  it('leaves a trace of the pause, however short, between any two reads', () => {
    const { meter, balance } = held(10, 20)
    const lostAt = at(15).getTime()
    const seenAgain = (ms: number) =>
      hasMeterPaused(meter, recordHeartbeat(meter, balance, new Date(lostAt + ms)).meter)
    expect([-1, 0, 1, 40_000].map(seenAgain)).toEqual([false, false, true, true])
    expect(hasMeterPaused(countdown(), held(30, 20).meter)).toBe(false)
    expect(hasMeterPaused(meter, held(58, 20).meter)).toBe(false)
  })

  it('ends the session a minute later, at whatever time it is read', () => {
    const { meter, balance } = held(10, 20)
    const end = at(10 + (HEARTBEAT_TIMEOUT_MS + METER_PAUSE_LIMIT_MS) / 1000)
    for (const now of [end, at(9999)]) {
      expect(advanceSession(meter, balance, now).meter).toMatchObject({
        status: 'STOPPED',
        stoppedBy: 'SYSTEM',
        stopReason: 'CONTROLLER_LOST',
        stoppedAt: end,
      })
    }
    expect(recordHeartbeat(meter, balance, end).meter.status).toBe('STOPPED')
  })
})

describe('predicted times', () => {
  it('contain when the balance runs out if control continues', () => {
    const { meter, balance } = held(30, 5)
    expect(controlEndsAt(meter, balance)).toEqual(at(180))
    expect(held(179, 5).meter.pausedAt).toBeNull()
    expect(held(180, 5).meter.pausedAt).toEqual(at(180))
    expect(controlEndsAt(countdown(), 5)).toBeNull()
    expect(controlEndsAt(held(180, 5).meter, 2)).toBeNull()
  })

  it('contain when the next transition is due', () => {
    expect(nextTransitionAt(countdown())).toEqual(at(0))
    expect(nextTransitionAt(held(10, 20).meter)).toEqual(at(15))
    expect(nextTransitionAt(held(58, 20).meter)).toEqual(at(60))
    expect(nextTransitionAt(held(60, 3).meter)).toEqual(at(120))
    expect(nextTransitionAt(held(120, 3).meter)).toBeNull()
  })
})
