import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SessionMeter } from './meter.rules.ts'
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
  nextTransitionAt,
  canControlToy,
  controlRefusal,
  stopSession,
  type TransitionResult,
} from './rules.ts'

const start = Date.parse('2026-11-20T20:00:00Z')
const moment = (ms: number) => new Date(start + ms)
const COUNTDOWN_MS = 30_000

/** A new session, with a heartbeat at its start. */
const opened = (): SessionMeter => ({
  status: 'COUNTDOWN',
  countdownEndsAt: moment(COUNTDOWN_MS),
  heartbeatAt: moment(0),
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

type Kind =
  | 'beat'
  | 'topUp'
  | 'stopByUser'
  | 'stopByAdmin'
  | 'look'
  | 'refuse'
  | 'take'
  | 'pay'
  | 'paid'
  | 'back'
  | 'wait'
  | 'goOn'
interface Happening {
  at: number
  kind: Kind
}

/** Milliseconds between two events; often exactly at the limits. */
const gap = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 500, 1000, 1000, 2000, 4000, 5000, 30_000, 60_000, 65_000) },
  { weight: 1, arbitrary: fc.nat(70_000) },
)
const kind = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Kind>('beat') },
  { weight: 4, arbitrary: fc.constant<Kind>('look') },
  { weight: 2, arbitrary: fc.constant<Kind>('topUp') },
  { weight: 1, arbitrary: fc.constantFrom<Kind>('stopByUser', 'stopByAdmin') },
)
/** The same, with toys that can't be reached, payments and a creator who lets it wait, which also pause the meter. */
const anyKind = fc.oneof(
  { weight: 3, arbitrary: kind },
  { weight: 1, arbitrary: fc.constantFrom<Kind>('refuse', 'take', 'pay', 'paid', 'back', 'wait', 'goOn') },
)
/** Single events, and long stretches with heartbeats. */
const stepOf = (kind: fc.Arbitrary<Kind>) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ gap, kind }).map(step => [step]) },
    {
      weight: 2,
      arbitrary: fc
        .record({ beats: fc.nat(60), every: fc.constantFrom(1000, 1500, 4500) })
        .map(({ beats, every }) =>
          Array.from({ length: beats }, () => ({ gap: every, kind: 'beat' as const })),
        ),
    },
  )
const storyOf = (kind: fc.Arbitrary<Kind>) =>
  fc.array(stepOf(kind), { maxLength: 20 }).map(steps => {
    let at = 0
    return steps.flat().map(({ gap, kind }): Happening => ({ at: (at += gap), kind }))
  })
const story = storyOf(kind)
const anyStory = storyOf(anyKind)
const balance = fc.integer({ min: 0, max: 8 })
const TOP_UP = 5

interface Told extends TransitionResult {
  bought: number
  charged: number
}

const opening = (balance: number): Told => ({
  meter: opened(),
  minutesDue: 0,
  balance,
  bought: 0,
  charged: 0,
})

function happen(now: Told, { at, kind }: Happening): Told {
  const time = moment(at)
  // Time before a top-up is charged at the old balance, as a node advances a session several times a second.
  const before = kind === 'topUp' ? advanceSession(now.meter, now.balance, time) : { ...now, minutesDue: 0 }
  const bought = kind === 'topUp' ? TOP_UP : 0
  const after = moved(kind, before.meter, before.balance + bought, time)
  const charged = now.charged + before.minutesDue + after.minutesDue
  return { ...after, bought: now.bought + bought, charged }
}

function moved(kind: Kind, meter: SessionMeter, balance: number, time: Date): TransitionResult {
  if (kind === 'beat') return recordHeartbeat(meter, balance, time)
  if (kind === 'refuse') return recordRefusal(meter, balance, null, time)
  if (kind === 'take') return recordTaken(meter, balance, time)
  if (kind === 'pay') return beginPaying(meter, balance, 'purchase', time)
  if (kind === 'paid') return endPaying(meter, balance, 'purchase', time)
  if (kind === 'back') return recordReturn(meter, balance, time)
  if (kind === 'wait') return recordSignal(meter, balance, 'WAIT', time)
  if (kind === 'goOn') return recordSignal(meter, balance, 'GO_ON', time)
  if (kind === 'stopByUser') return stopSession(meter, balance, 'USER', 'STOPPED_BY_USER', time)
  if (kind === 'stopByAdmin') return stopSession(meter, balance, 'ADMIN', 'STOPPED_BY_USER', time)
  return advanceSession(meter, balance, time)
}

const tell = (balance: number, happenings: Happening[]): Told => happenings.reduce(happen, opening(balance))

const STEP_MS = 500

/** A simple simulation of the same session, millisecond by millisecond, whose result `advanceSession` must equal. */
function live(balance: number, happenings: Happening[], until: number) {
  const now = { balance, status: 'COUNTDOWN', heard: 0, control: 0, used: 0, restsSince: -1, stoppedAt: -1 }
  const pending = [...happenings]
  for (let time = 0; time <= until; time += STEP_MS) {
    if (now.status === 'ACTIVE' && now.restsSince < 0) now.control += STEP_MS
    pass(time)
    while (pending[0]?.at === time) apply(pending.shift() as Happening)
  }
  return now

  function pass(time: number) {
    if (now.status === 'COUNTDOWN' && time >= COUNTDOWN_MS) now.status = 'ACTIVE'
    if (now.status !== 'ACTIVE') return
    if (now.restsSince < 0 && now.control === (now.used + 1) * 60_000) charge()
    if (now.restsSince < 0 && (now.balance <= 2 || time - now.heard >= 5000)) now.restsSince = time
    if (now.restsSince >= 0 && time - now.restsSince >= 60_000) end(time)
  }

  function apply({ at, kind }: Happening) {
    if (kind === 'topUp') now.balance += TOP_UP
    if (now.status === 'STOPPED') return
    if (kind === 'beat') now.heard = at
    if (now.restsSince >= 0 && now.balance > 2 && at - now.heard < 5000) now.restsSince = -1
    pass(at)
    if (kind === 'stopByUser' && now.control > now.used * 60_000) charge()
    if (kind.startsWith('stop')) end(at)
  }

  function charge() {
    now.used += 1
    now.balance -= 1
  }

  function end(time: number) {
    now.status = 'STOPPED'
    now.stoppedAt = time
  }
}

/** Whole milliseconds without any other event, at which the session can be checked. */
const looks = fc.array(fc.nat(500_000), { maxLength: 30 })

describe('the result of advancing a session', () => {
  it('does not depend on its first reader, or on the number of reads', () => {
    fc.assert(
      fc.property(balance, anyStory, looks, (balance, happenings, extra) => {
        const seldom = happenings.filter(({ kind }) => kind !== 'look')
        const end = { at: Math.max(0, ...happenings.map(({ at }) => at), ...extra), kind: 'look' as const }
        const often = [...seldom, ...extra.map(at => ({ at, kind: 'look' as const }))]
        // A stable sort: events of one moment keep their order.
        often.sort((a, b) => a.at - b.at)
        const { minutesDue: _, ...once } = tell(balance, [...seldom, end])
        expect(tell(balance, [...often, end])).toMatchObject(once)
      }),
      { numRuns: 500 },
    )
  })

  it('equals that of the simulation moment by moment', () => {
    fc.assert(
      fc.property(balance, story, (balance, happenings) => {
        const stepped = happenings.map(({ at, kind }) => ({ at: Math.round(at / STEP_MS) * STEP_MS, kind }))
        const until = stepped.at(-1)?.at ?? 0
        const { meter, balance: left } = tell(balance, [...stepped, { at: until, kind: 'look' }])
        const since = (date: Date | null) => (date ? date.getTime() - start : -1)
        expect({
          status: meter.status,
          balance: left,
          heard: since(meter.heartbeatAt),
          used: meter.minutesUsed,
          control: meter.meteredMs,
          restsSince: since(meter.pausedAt),
          stoppedAt: since(meter.stoppedAt),
        }).toEqual(live(balance, stepped, until))
      }),
      { numRuns: 300 },
    )
  })
})

describe('money', () => {
  it('is charged for minutes of control only: full ones, and the begun one when the user stops', () => {
    fc.assert(
      fc.property(balance, story, (balance, happenings) => {
        const told = tell(balance, happenings)
        const { meteredMs, minutesUsed, stoppedBy } = told.meter
        expect(told.charged).toBe(minutesUsed)
        expect(told.balance).toBe(balance + told.bought - told.charged)
        expect(told.balance).toBeGreaterThanOrEqual(0)
        const most = stoppedBy === 'USER' ? Math.ceil(meteredMs / 60_000) : Math.floor(meteredMs / 60_000)
        expect(told.charged).toBe(most)
      }),
      { numRuns: 500 },
    )
  })

  it('is never charged while the creator lets it wait, which lasts a minute at most', () => {
    fc.assert(
      fc.property(balance, anyStory, (balance, happenings) => {
        const first = { at: COUNTDOWN_MS, kind: 'beat' as const }
        const wait = { at: COUNTDOWN_MS, kind: 'wait' as const }
        const later = happenings
          .filter(({ kind }) => kind !== 'goOn')
          .map(({ at, kind }) => ({ at: COUNTDOWN_MS + at, kind }))
        const end = { at: COUNTDOWN_MS + 60_000, kind: 'look' as const }
        const told = tell(balance, [first, wait, ...later.filter(({ at }) => at < end.at), end])
        expect(told).toMatchObject({ charged: 0, meter: { meteredMs: 0, status: 'STOPPED' } })
      }),
      { numRuns: 300 },
    )
  })

  it('is never charged while the toy takes nothing', () => {
    fc.assert(
      fc.property(balance, anyStory, (balance, happenings) => {
        const first = { at: COUNTDOWN_MS, kind: 'beat' as const }
        const refused = { at: COUNTDOWN_MS, kind: 'refuse' as const }
        const later = happenings
          .filter(({ kind }) => kind !== 'take')
          .map(({ at, kind }) => ({ at: COUNTDOWN_MS + at, kind }))
        expect(tell(balance, [first, refused, ...later])).toMatchObject({
          charged: 0,
          meter: { meteredMs: 0 },
        })
      }),
      { numRuns: 300 },
    )
  })

  it('is never charged while a payment is open, whoever sends heartbeats', () => {
    const beats = fc.array(fc.constantFrom(400, 1000, 4000, 11_000), { maxLength: 60 })
    fc.assert(
      fc.property(balance, anyStory, beats, (balance, happenings, elsewhere) => {
        const first = [
          { at: COUNTDOWN_MS, kind: 'beat' as const },
          { at: COUNTDOWN_MS, kind: 'pay' as const },
        ]
        const isOpen = ({ kind }: Happening) => kind !== 'paid' && kind !== 'back'
        const here = happenings.filter(isOpen).map(({ at, kind }) => ({ at: COUNTDOWN_MS + at, kind }))
        let at = COUNTDOWN_MS
        const there = elsewhere.map(gap => ({ at: (at += gap), kind: 'beat' as const }))
        const both = [...here, ...there].toSorted((a, b) => a.at - b.at)
        expect(tell(balance, [...first, ...both])).toMatchObject({ charged: 0, meter: { meteredMs: 0 } })
      }),
      { numRuns: 300 },
    )
  })

  it('is never charged without control, which ends at 2 minutes or fewer', () => {
    fc.assert(
      fc.property(fc.nat(2), story, (balance, happenings) => {
        const told = tell(
          balance,
          happenings.filter(({ kind }) => kind !== 'topUp'),
        )
        expect(told).toMatchObject({ charged: 0, balance, meter: { meteredMs: 0 } })
      }),
    )
  })
})

describe('time', () => {
  it('changes nothing before it is due', () => {
    fc.assert(
      fc.property(balance, anyStory, fc.nat(70_000), (balance, happenings, later) => {
        const end = happenings.at(-1)?.at ?? 0
        const now = tell(balance, [...happenings, { at: end, kind: 'look' }])
        const due = nextTransitionAt(now.meter)
        const then = moment(end + later)
        const after = advanceSession(now.meter, now.balance, then)
        const shape = ({ status, pausedAt, minutesUsed }: SessionMeter) => ({
          status,
          pausedAt,
          minutesUsed,
        })
        if (due === null || then < due) expect(shape(after.meter)).toEqual(shape(now.meter))
        else expect(shape(advanceSession(now.meter, now.balance, due).meter)).not.toEqual(shape(now.meter))
      }),
      { numRuns: 500 },
    )
  })

  it('never decreases the metered, stopped or used minutes', () => {
    fc.assert(
      fc.property(balance, anyStory, (balance, happenings) => {
        let now = opening(balance)
        for (const happening of happenings) {
          const next = happen(now, happening)
          expect(next.meter.meteredMs).toBeGreaterThanOrEqual(now.meter.meteredMs)
          expect(next.meter.minutesUsed).toBeGreaterThanOrEqual(now.meter.minutesUsed)
          if (now.meter.status === 'STOPPED') expect(next.meter).toBe(now.meter)
          now = next
        }
      }),
    )
  })

  it('lets a toy run only while the meter runs', () => {
    fc.assert(
      fc.property(balance, story, fc.nat(70_000), (balance, happenings, later) => {
        const now = tell(balance, happenings)
        const then = moment((happenings.at(-1)?.at ?? 0) + later)
        const { meter } = advanceSession(now.meter, now.balance, then)
        const runs = meter.status === 'ACTIVE' && meter.pausedAt === null
        expect(canControlToy(now.meter, now.balance, then)).toBe(runs)
        expect(controlRefusal(now.meter, now.balance, then) === null).toBe(runs)
      }),
      { numRuns: 300 },
    )
  })
})
