import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceQueue,
  CLAIM_WINDOW_MS,
  estimateWaitMs,
  PRESENCE_TIMEOUT_MS,
  findClaimHolder,
  isPresent,
  POSITION_TIMEOUT_MS,
  canStartOnToy,
  type QueueEntry,
  type QueueState,
  waitLabel,
} from './rules.ts'

const start = Date.parse('2026-11-20T20:00:00Z')
const at = (ms: number) => new Date(start + ms)
const now = at(0)

const place = (userId: string, changed: Partial<QueueEntry> = {}): QueueEntry => ({
  userId,
  seenAt: now,
  claimUntil: null,
  isEligible: true,
  ...changed,
})
const queue = (places: QueueEntry[], changed: Partial<QueueState> = {}): QueueState => ({
  entries: places,
  isOpen: true,
  isAvailable: true,
  ...changed,
})
const shown = (places: QueueEntry[]) =>
  places.map(({ userId, claimUntil }) => (claimUntil ? `${userId}!` : userId))
const after = (given: QueueState, when = now) => shown(advanceQueue(given, when))

describe('a queue', () => {
  const waiting = [place('a'), place('b')]

  it('offers a free toy to the first, for 30 s', () => {
    const [first, second] = advanceQueue(queue(waiting), now)
    expect(first?.claimUntil).toEqual(at(CLAIM_WINDOW_MS))
    expect(second).toBe(waiting[1])
  })
  it.each([
    ['taken: nobody is offered it', queue(waiting, { isAvailable: false }), ['a', 'b']],
    ['off the air: nobody has a place', queue(waiting, { isOpen: false }), []],
    ['passed by whoever is not welcome', queue([place('a', { isEligible: false }), place('b')]), ['b!']],
    ['passed on', queue([place('a', { claimUntil: now }), place('b')]), ['b!']],
    ['kept for whoever has it', queue([place('a'), place('b', { claimUntil: at(1) })]), ['a', 'b!']],
    ['taken back', queue([place('a', { claimUntil: at(1) })], { isAvailable: false }), ['a']],
    [
      'not for who is away',
      queue([place('a', { seenAt: at(-PRESENCE_TIMEOUT_MS) }), place('b')]),
      ['a', 'b!'],
    ],
    ['not for who is away, who is alone', queue([place('a', { seenAt: at(-PRESENCE_TIMEOUT_MS) })]), ['a']],
    ['lost by who was away for long', queue([place('a', { seenAt: at(-POSITION_TIMEOUT_MS) })]), []],
  ])('is %s', (_, given, wanted) => expect(after(given)).toEqual(wanted))

  it('lets the user with the claim window start, else the first who is present, else anyone', () => {
    const taken = queue(waiting, { isAvailable: false })
    expect([
      canStartOnToy(taken, 'a', now),
      canStartOnToy(taken, 'b', now),
      canStartOnToy(taken, 'c', now),
    ]).toEqual([true, false, false])
    const away = queue([place('a', { seenAt: at(-PRESENCE_TIMEOUT_MS) })])
    expect(canStartOnToy(away, 'c', now)).toBe(true)
  })
})

/** Any event that changes a queue. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constant('leave' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('beat' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('free' as const), isFree: fc.boolean() }),
  fc.record({ kind: fc.constant('start' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
)

describe('in any order of events', () => {
  it('the first who is present gets the whole claim window, and no one overtakes', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), happenings => {
        let time = 0
        let count = 0
        let it = queue([], { isAvailable: false })
        const offered = new Map<string, number>()
        for (const each of happenings) {
          const who = 'who' in each ? it.entries[each.who % Math.max(it.entries.length, 1)] : undefined
          if (each.kind === 'pass') time += each.ms
          if (each.kind === 'join')
            it = {
              ...it,
              entries: [...it.entries, place(String((count += 1)).padStart(3, '0'), { seenAt: at(time) })],
            }
          if (each.kind === 'leave') it = { ...it, entries: it.entries.filter(one => one !== who) }
          if (each.kind === 'beat')
            it = { ...it, entries: it.entries.map(one => (one === who ? { ...one, seenAt: at(time) } : one)) }
          if (each.kind === 'free') it = { ...it, isAvailable: each.isFree }
          if (each.kind === 'start' && who && it.isAvailable && canStartOnToy(it, who.userId, at(time)))
            it = { ...it, isAvailable: false, entries: it.entries.filter(one => one !== who) }

          const before = it
          const places = advanceQueue(before, at(time))
          expect(
            advanceQueue({ ...before, entries: places }, at(time)),
            'whoever looks again sees the same',
          ).toEqual(places)
          const names = places.map(({ userId }) => userId)
          expect(names, 'the order is that of arrival').toEqual([...names].sort())
          const holders = places.filter(({ claimUntil }) => claimUntil !== null)
          expect(holders.length).toBeLessThanOrEqual(1)
          const holder = findClaimHolder(places)
          const had = findClaimHolder(before.entries)
          if (holder && holder.userId !== had?.userId) {
            expect(holder, 'the first who is there').toBe(places.find(one => one.userId === holder.userId))
            expect(places.find(one => isPresent(one, at(time)))?.userId).toBe(holder.userId)
            expect(holder.claimUntil).toEqual(at(time + CLAIM_WINDOW_MS))
            offered.set(holder.userId, time)
          }
          const since = had && offered.get(had.userId)
          if (had && since !== undefined && before.isAvailable && names.includes(had.userId))
            expect(holder, 'nobody takes a turn that lasts').toMatchObject({ userId: had.userId })
          if (
            had &&
            since !== undefined &&
            before.isAvailable &&
            isPresent(had, at(time)) &&
            !names.includes(had.userId)
          )
            expect(time - since, 'nor is it cut short').toBeGreaterThanOrEqual(CLAIM_WINDOW_MS)
          if (before.isAvailable && places.some(one => isPresent(one, at(time)))) expect(holder).toBeDefined()
          it = { ...before, entries: places }
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('an expected wait', () => {
  const minutes = (count: number) => count * 60_000
  it.each([
    [{ typicalMs: null, runningMs: 0 }, 0, 10],
    [{ typicalMs: minutes(6), runningMs: minutes(4) }, 0, 2],
    [{ typicalMs: minutes(6), runningMs: minutes(4) }, 2, 14],
    [{ typicalMs: minutes(6), runningMs: minutes(40) }, 1, 6],
    [{ typicalMs: minutes(6), runningMs: null }, 1, 6],
    [{ typicalMs: 3000, runningMs: 0 }, 1, 2],
  ])('%j, %i ahead: %i minutes', (pace, ahead, wanted) =>
    expect(estimateWaitMs(pace, ahead)).toBe(minutes(wanted)),
  )

  it.each([
    [0, 'Het kan elk moment zover zijn'],
    [29_999, 'Het kan elk moment zover zijn'],
    [30_000, 'Nog ongeveer 1 minuut'],
    [minutes(12) + 20_000, 'Nog ongeveer 12 minuten'],
  ])('of %i ms is shown as %s', (ms, text) => expect(waitLabel(ms)).toBe(text))
})
