import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advanceQueue,
  CLAIM_MS,
  expectedWait,
  HERE_MS,
  holderOf,
  isHere,
  KEPT_MS,
  mayStart,
  type Place,
  type Queue,
  waitText,
} from './queue.rules.ts'

const start = Date.parse('2026-11-20T20:00:00Z')
const at = (ms: number) => new Date(start + ms)
const now = at(0)

const place = (userId: string, changed: Partial<Place> = {}): Place => ({
  userId,
  seenAt: now,
  claimUntil: null,
  isWelcome: true,
  ...changed,
})
const queue = (places: Place[], changed: Partial<Queue> = {}): Queue => ({
  places,
  isOpen: true,
  isFree: true,
  ...changed,
})
const shown = (places: Place[]) =>
  places.map(({ userId, claimUntil }) => (claimUntil ? `${userId}!` : userId))
const after = (given: Queue, when = now) => shown(advanceQueue(given, when))

describe('a queue', () => {
  const waiting = [place('a'), place('b')]

  it('offers a toy that is free to the first, for 30 s', () => {
    const [first, second] = advanceQueue(queue(waiting), now)
    expect(first?.claimUntil).toEqual(at(CLAIM_MS))
    expect(second).toBe(waiting[1])
  })
  it.each([
    ['taken: nobody is offered it', queue(waiting, { isFree: false }), ['a', 'b']],
    ['off the air: nobody has a place', queue(waiting, { isOpen: false }), []],
    ['passed by whoever is not welcome', queue([place('a', { isWelcome: false }), place('b')]), ['b!']],
    ['passed on', queue([place('a', { claimUntil: now }), place('b')]), ['b!']],
    ['kept for whoever has it', queue([place('a'), place('b', { claimUntil: at(1) })]), ['a', 'b!']],
    ['taken back', queue([place('a', { claimUntil: at(1) })], { isFree: false }), ['a']],
    ['not for who is away', queue([place('a', { seenAt: at(-HERE_MS) }), place('b')]), ['a', 'b!']],
    ['not for who is away, who is alone', queue([place('a', { seenAt: at(-HERE_MS) })]), ['a']],
    ['lost by who was away for long', queue([place('a', { seenAt: at(-KEPT_MS) })]), []],
  ])('is %s', (_, given, wanted) => expect(after(given)).toEqual(wanted))

  it('lets only the one start whose turn it is or would be, and anyone when it is nobody’s', () => {
    const taken = queue(waiting, { isFree: false })
    expect([mayStart(taken, 'a', now), mayStart(taken, 'b', now), mayStart(taken, 'c', now)]).toEqual([
      true,
      false,
      false,
    ])
    const away = queue([place('a', { seenAt: at(-HERE_MS) })])
    expect(mayStart(away, 'c', now)).toBe(true)
  })
})

/** What may happen to a queue, in any order. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('join' as const) }),
  fc.record({ kind: fc.constant('leave' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('beat' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('free' as const), isFree: fc.boolean() }),
  fc.record({ kind: fc.constant('start' as const), who: fc.nat(9) }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
)

describe('in any order of things', () => {
  it('the first who is there is offered the toy, for the whole of their time, and nobody overtakes', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), happenings => {
        let time = 0
        let count = 0
        let it = queue([], { isFree: false })
        const offered = new Map<string, number>()
        for (const each of happenings) {
          const who = 'who' in each ? it.places[each.who % Math.max(it.places.length, 1)] : undefined
          if (each.kind === 'pass') time += each.ms
          if (each.kind === 'join')
            it = {
              ...it,
              places: [...it.places, place(String((count += 1)).padStart(3, '0'), { seenAt: at(time) })],
            }
          if (each.kind === 'leave') it = { ...it, places: it.places.filter(one => one !== who) }
          if (each.kind === 'beat')
            it = { ...it, places: it.places.map(one => (one === who ? { ...one, seenAt: at(time) } : one)) }
          if (each.kind === 'free') it = { ...it, isFree: each.isFree }
          if (each.kind === 'start' && who && it.isFree && mayStart(it, who.userId, at(time)))
            it = { ...it, isFree: false, places: it.places.filter(one => one !== who) }

          const before = it
          const places = advanceQueue(before, at(time))
          expect(advanceQueue({ ...before, places }, at(time)), 'whoever looks again sees the same').toEqual(
            places,
          )
          const names = places.map(({ userId }) => userId)
          expect(names, 'the order is that of arrival').toEqual([...names].sort())
          const holders = places.filter(({ claimUntil }) => claimUntil !== null)
          expect(holders.length).toBeLessThanOrEqual(1)
          const holder = holderOf(places)
          const had = holderOf(before.places)
          if (holder && holder.userId !== had?.userId) {
            expect(holder, 'the first who is there').toBe(places.find(one => one.userId === holder.userId))
            expect(places.find(one => isHere(one, at(time)))?.userId).toBe(holder.userId)
            expect(holder.claimUntil).toEqual(at(time + CLAIM_MS))
            offered.set(holder.userId, time)
          }
          const since = had && offered.get(had.userId)
          if (had && since !== undefined && before.isFree && names.includes(had.userId))
            expect(holder, 'nobody takes a turn that lasts').toMatchObject({ userId: had.userId })
          if (
            had &&
            since !== undefined &&
            before.isFree &&
            isHere(had, at(time)) &&
            !names.includes(had.userId)
          )
            expect(time - since, 'nor is it cut short').toBeGreaterThanOrEqual(CLAIM_MS)
          if (before.isFree && places.some(one => isHere(one, at(time)))) expect(holder).toBeDefined()
          it = { ...before, places }
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
    expect(expectedWait(pace, ahead)).toBe(minutes(wanted)),
  )

  it.each([
    [0, 'Het kan elk moment zover zijn'],
    [29_999, 'Het kan elk moment zover zijn'],
    [30_000, 'Nog ongeveer 1 minuut'],
    [minutes(12) + 20_000, 'Nog ongeveer 12 minuten'],
  ])('of %i ms is said as %s', (ms, text) => expect(waitText(ms)).toBe(text))
})
