import { openMenu } from '../../menu/rules.ts'
import { describe, expect, it } from 'vitest'
import {
  addStop,
  isOlderThanStop,
  type LiveSession,
  type StopRecord,
  type SessionRow,
  type SessionWithToy,
  applyRead,
  isLeaseWanted,
  isNewHandover,
  isRefreshDue,
  refusalAfter,
  type ReadContext,
} from './sessionState.rules.ts'

const now = new Date('2026-11-20T20:00:00Z')
const seconds = (count: number) => new Date(now.getTime() + count * 1000)
const context: ReadContext = { node: 'here', now, monotonicMs: 10_000, leaseMs: 2900 }

const row = (change: Partial<SessionRow> = {}): SessionRow => ({
  id: 'session',
  userId: 'user',
  toyDeviceId: 'toy',
  createdAt: seconds(-60),
  status: 'ACTIVE',
  countdownEndsAt: seconds(-30),
  heartbeatAt: seconds(-1),
  meteredMs: 29_000,
  meteredAt: seconds(-1),
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
  controlledBy: 'here',
  controlledUntil: seconds(2),
  generation: 1,
  ...change,
})
const withToy = (change: Partial<SessionRow> = {}, balance = 20): SessionWithToy => ({
  session: row(change),
  balance,
  toy: {
    provider: 'LOVENSE',
    uid: 'uid',
    model: 'lush',
    functions: null,
    ownerId: 'owner',
    maxIntensity: 20,
    unreachableAt: null,
    menuFunctions: null,
    menu: openMenu,
  },
})
const known = (change: Partial<LiveSession> = {}): LiveSession => ({
  current: withToy(),
  readAt: 9000,
  retryAt: 0,
  leasedUntil: 12_000,
  leaseRefusedAt: -Infinity,
  lastSequence: 3,
  delay: null,
  isRunning: true,
  refusal: null,
  takenInMinute: null,
  stops: { count: 0, byTab: new Map() },
  remoteOutput: null,
  handover: null,
  isEnding: false,
  isDropped: false,
  ...change,
})
const stopped = { status: 'STOPPED', stoppedBy: 'USER', stoppedAt: now } as const
const read = (change: Partial<SessionRow> = {}, more: object = {}) => ({
  ...withToy(change),
  before: row(),
  askedAt: null,
  ...more,
})

describe('that a toy can’t be reached', () => {
  it.each([
    [null, 'toy', 'toy'],
    ['toy', 'stop', 'stop'],
    ['stop', 'toy', 'stop'],
    ['stop', 'run', 'run'],
    ['run', 'stop', 'run'],
  ] as const)('after %s, is shown by a refusal of %s: %s', (before, source, after) => {
    expect(refusalAfter(before, source, false)).toBe(after)
  })

  it.each([
    ['toy', 'toy', null],
    ['toy', 'stop', null],
    ['stop', 'toy', 'stop'],
    ['stop', 'stop', null],
    ['run', 'stop', 'run'],
    ['run', 'run', null],
  ] as const)('after %s, is disproved by an answer of %s, or not: %s', (before, source, after) => {
    expect(refusalAfter(before, source, true)).toBe(after)
  })

  it('is known from the row where another node recorded it, and takes a command to disprove', () => {
    const resting = { unreachableAt: seconds(-5) }
    expect(applyRead(null, read(resting), context)?.next.refusal).toBe('run')
    const elsewhere = { before: row({ controlledBy: 'there' }) }
    expect(applyRead(known(), read(resting, elsewhere), context)?.next.refusal).toBe('run')
    expect(applyRead(known({ refusal: 'stop' }), read({}, elsewhere), context)?.next.refusal).toBeNull()
    expect(applyRead(known({ refusal: 'stop' }), read(resting), context)?.next.refusal).toBe('stop')
  })
})

describe('effects of a read', () => {
  it.each([
    ['nothing, when the session simply goes on', known(), read(), []],
    [
      'a stop, when it ended',
      known(),
      read(stopped),
      ['stopToy', 'publishChanged', 'publishToys', 'publishMoved'],
    ],
    [
      'no stop of a toy that does not run',
      known({ isRunning: false }),
      read(stopped),
      ['publishChanged', 'publishToys', 'publishMoved'],
    ],
    [
      'a stop, when a lease lapsed in between',
      known(),
      read({ generation: 2 }),
      ['stopToy', 'publishChanged', 'publishMoved'],
    ],
    [
      'a stop, when the meter paused in between',
      known(),
      read({ meteredAt: seconds(0), meteredMs: 29_500 }),
      ['stopToy'],
    ],
    ['a stop, when the controller is lost', known(), read({ heartbeatAt: seconds(-6) }), ['stopToy']],
    [
      'a release, when another node has the lease',
      known(),
      read({ controlledBy: 'there', generation: 2 }),
      ['releaseToy', 'publishChanged', 'publishMoved'],
    ],
    [
      'a stop of the session before, when another began',
      known(),
      read({ id: 'next' }),
      ['stopToy', 'publishChanged', 'publishToys'],
    ],
    ['news of a balance, to this node alone', known(), read({}, { balance: 19 }), ['publishChanged']],
    [
      'to take the toy over from another node',
      known({ isRunning: false }),
      read({}, { before: row({ controlledBy: 'there' }), askedAt: 9990 }),
      ['takeOverToy'],
    ],
    ['news of a session that was not known', null, read(), ['publishChanged', 'publishToys']],
  ] as const)('is %s', (_, before, seen, effects) => {
    expect(applyRead(before, seen, context)?.effects).toEqual(effects)
  })

  it('has none for a session that is over and was not known', () => {
    expect(applyRead(null, read(stopped), context)).toBeNull()
    expect(applyRead(known(), read({ ...stopped, id: 'older' }), context)).toBeNull()
  })
})

describe('the lease after a read', () => {
  it('lasts from when it was requested, and is void when another node has it', () => {
    expect(applyRead(known(), read({}, { askedAt: 9990 }), context)?.next.leasedUntil).toBe(12_890)
    expect(applyRead(known(), read(), context)?.next.leasedUntil).toBe(12_000)
    const refused = applyRead(known(), read({ controlledBy: 'there' }, { askedAt: 9990 }), context)?.next
    expect(refused).toMatchObject({ leasedUntil: -Infinity, leaseRefusedAt: 9990 })
  })

  it('starts numbers far above those of the node before', () => {
    const seen = read({ generation: 2 }, { before: row({ controlledBy: 'there' }), askedAt: 9990 })
    expect(applyRead(known(), seen, context)?.next.lastSequence).toBe(2_000_000)
  })

  it('of another session does not count for this one', () => {
    const next = applyRead(known(), read({ id: 'next' }), context)?.next
    expect(next).toMatchObject({ leasedUntil: -Infinity, isRunning: false, lastSequence: 0 })
  })

  it('is requested when it has expired, unless another node had it a moment ago', () => {
    expect(isLeaseWanted(known({ leasedUntil: 10_000 }), context)).toBe(true)
    const elsewhere = { leasedUntil: -Infinity, current: withToy({ controlledBy: 'there' }) }
    expect(isLeaseWanted(known({ ...elsewhere, leaseRefusedAt: 9000 }), context)).toBe(false)
    expect(isLeaseWanted(known({ ...elsewhere, leaseRefusedAt: 8000 }), context)).toBe(true)
    expect(isLeaseWanted(known({ leasedUntil: 0, current: withToy(stopped) }), context)).toBe(false)
  })
})

describe('a session that another node handed over', () => {
  const output = { command: 'vibrate', intensity: 12, pattern: null } as const
  const waiting = (change: Partial<LiveSession> = {}) =>
    known({ isRunning: false, leasedUntil: -Infinity, handover: { generation: 4, output }, ...change })
  const taken = (change: Partial<SessionRow> = {}, before: Partial<SessionRow> = {}, more: object = {}) =>
    read(
      { generation: 5, ...change },
      { before: row({ controlledBy: 'there', generation: 4, ...before }), askedAt: 9990, ...more },
    )
  const effectsOf = (entry: LiveSession, seen: ReturnType<typeof taken>) =>
    applyRead(entry, seen, context)?.effects.filter(effect => effect.endsWith('Toy'))

  it('goes on with its output, once its toy is stopped', () => {
    expect(effectsOf(waiting(), taken())).toEqual(['takeOverToy', 'resumeToy'])
  })

  it.each([
    [
      'its toy did nothing, or was stopped here',
      waiting({ handover: { generation: 4, output: null } }),
      taken(),
    ],
    ['nobody handed it over', waiting({ handover: null }), taken()],
    ['it was stopped at another node', waiting(), taken({ generation: 6 }, { generation: 5 })],
    ['it was stopped while it was taken over', waiting(), taken({ generation: 6 })],
    ['its end is being written', waiting({ isEnding: true }), taken()],
    ['its controller is lost', waiting(), taken({ heartbeatAt: seconds(-6) })],
    [
      'its controller was lost in between, and is back',
      waiting(),
      taken({ meteredAt: seconds(0), meteredMs: 1000 }, { meteredAt: seconds(-50), meteredMs: 1000 }),
    ],
    ['its balance is low', waiting(), taken({}, {}, { balance: 2 })],
    ['it is in its countdown', waiting(), taken({ status: 'COUNTDOWN', countdownEndsAt: seconds(5) })],
  ])('stays still when %s', (_, entry, seen) => {
    expect(effectsOf(entry, seen)).toEqual(['takeOverToy'])
    expect(applyRead(entry, seen, context)?.next.handover).toBeNull()
    expect(applyRead(entry, seen, context)?.stillBecause).toEqual(expect.any(String))
  })

  it('is news once, and never after a later generation began', () => {
    const at = (generation: number, handover: LiveSession['handover']) =>
      known({ current: withToy({ controlledBy: 'there', generation }), handover })
    const said = { generation: 4, output }
    expect(isNewHandover(at(4, null), said)).toBe(true)
    expect(isNewHandover(at(3, null), said)).toBe(true)
    // Stopped here since the first time.
    expect(isNewHandover(at(4, { generation: 4, output: null }), said)).toBe(false)
    expect(isNewHandover(at(5, null), said)).toBe(false)
  })

  it('stays still when it is over, or another one', () => {
    expect(effectsOf(waiting(), taken(stopped))).toEqual(['takeOverToy'])
    expect(effectsOf(waiting(), taken({ id: 'next' }))).toEqual(['takeOverToy'])
  })

  it('waits while the lease is not released, and ends when another node has it', () => {
    const refused = read({ controlledBy: 'there', generation: 4 }, { askedAt: 9990 })
    expect(applyRead(waiting(), refused, context)?.next.handover).toEqual({ generation: 4, output })
    const elsewhere = read({ controlledBy: 'third', generation: 5 })
    expect(applyRead(waiting(), elsewhere, context)?.next.handover).toBeNull()
  })
})

it('reads a running session after 1.5 s, any session when it is due, and none before its retry', () => {
  expect(isRefreshDue(known(), context)).toBe(false)
  expect(isRefreshDue(known({ readAt: 8499 }), context)).toBe(true)
  expect(isRefreshDue(known({ readAt: 8499, isRunning: false }), context)).toBe(false)
  // A read that did not renew the lease, as after a refused command: the lease is still renewed 1.5 s after it was.
  expect(isRefreshDue(known({ readAt: 9999, leasedUntil: 11_399 }), context)).toBe(true)
  expect(isRefreshDue(known({ readAt: 9999, leasedUntil: 11_400 }), context)).toBe(false)
  const lost = { isRunning: false, current: withToy({ heartbeatAt: seconds(-5) }) }
  expect(isRefreshDue(known(lost), context)).toBe(true)
  expect(isRefreshDue(known({ ...lost, retryAt: 10_001 }), context)).toBe(false)
})

describe('a command and the stops of its session', () => {
  const none: StopRecord = { count: 0, byTab: new Map() }
  const order = (sequence: number, tab = 'a') => ({ tab, sequence })

  it('is older than a stop that came since it was received, by any way', () => {
    expect(isOlderThanStop(none, undefined, 0)).toBe(false)
    expect(isOlderThanStop(addStop(none, undefined), undefined, 0)).toBe(true)
    expect(isOlderThanStop(addStop(none, undefined), order(9), 0)).toBe(true)
    expect(isOlderThanStop(addStop(none, undefined), order(9), 1)).toBe(false)
  })

  it('is older than a stop with a higher number of its own tab', () => {
    const stopped = addStop(addStop(none, order(7)), order(5))
    for (const [sequence, isOlder] of [
      [6, true],
      [7, true],
      [8, false],
    ] as const)
      expect(isOlderThanStop(stopped, order(sequence), 2)).toBe(isOlder)
    expect(isOlderThanStop(stopped, order(6, 'another'), 2)).toBe(false)
  })

  it('is compared with the stops of the latest tabs', () => {
    let stops = none
    for (let tab = 0; tab < 50; tab += 1) stops = addStop(stops, order(9, `tab ${tab}`))
    expect(stops.byTab.size).toBe(20)
    expect(isOlderThanStop(stops, order(3, 'tab 49'), 50)).toBe(true)
  })
})
