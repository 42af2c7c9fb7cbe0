import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { liveEntry } from '../../../../tests/support/liveEntry.ts'
import { createLog } from '../../../platform/log.ts'
import { ToyCommandError, type ToyDriver } from '../../toys/gateway.ts'
import { OVERDUE_MS } from './toyCommandQueue.rules.ts'
import { ToyCommandQueue } from './toyCommandQueue.service.ts'
import { type MonotonicClock } from './monotonicClock.service.ts'

/** A virtual clock that moves only when a test moves it; timers then fire in order, each at its own time. */
function virtualTime() {
  let now = 0
  let timers: { at: number; fire: () => void }[] = []
  const after = (ms: number, fire: () => void) => void timers.push({ at: now + ms, fire })
  /** Long enough for every promise that needs no timer. */
  const calm = () => new Promise(resolve => setImmediate(resolve))
  const clock: MonotonicClock = {
    now: () => now,
    wait: (ms, signal) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => resolve())
        after(ms, resolve)
      }),
    after(ms, act) {
      let isOff = false
      after(ms, () => isOff || act())
      return () => void (isOff = true)
    },
  }
  return {
    clock,
    after,
    calm,
    async pass(ms: number) {
      const until = now + ms
      for (;;) {
        await calm()
        const at = Math.min(...timers.map(timer => timer.at))
        if (!(at <= until)) break
        now = at
        const due = timers.filter(timer => timer.at === at)
        timers = timers.filter(timer => timer.at !== at)
        for (const { fire } of due) fire()
      }
      now = until
      await calm()
    },
  }
}

type Time = ReturnType<typeof virtualTime>

/** The outcome of a request: when it reaches the toy and when it is answered, in ms; null is never. */
interface Fate {
  applied: number | null
  answered: number | null
  accepted: boolean
}
const healthy: Fate = { applied: 20, answered: 40, accepted: true }
const refused: Fate = { applied: null, answered: 40, accepted: false }

interface Sent {
  at: number
  what: 'run' | 'stop'
  level: number
  /** The level that was requested last when it was sent. */
  wanted: number
  failed: boolean
}

/** What a provider that acknowledges everything does not do. */
interface Lie {
  /** Whether its own stop has an effect, and its commands an end. */
  stops: boolean
  /** Which of the zeros have no effect. */
  lostZeros: boolean[]
  /** Until when it refuses stops and zeros. */
  deafUntil?: number
}
const honest: Lie = { stops: true, lostZeros: [] }

/** The provider and the toy behind it, with an outcome for each of the first requests; the later ones succeed. */
function virtualProvider({ clock, after }: Time, fates: Fate[], wanted: () => number, lie: Lie) {
  const sent: Sent[] = []
  const levels: { at: number; level: number; until: number }[] = []
  let open = 0
  let mostOpen = 0
  let zeros = 0
  const request = (what: Sent['what'], level: number, seconds: number, signal: AbortSignal, isLost = false) =>
    new Promise<void>((resolve, reject) => {
      const isDeaf = what === 'stop' && clock.now() < (lie.deafUntil ?? 0)
      const fate = isDeaf ? refused : (fates[sent.length] ?? healthy)
      const entry: Sent = { at: clock.now(), what, level, wanted: wanted(), failed: false }
      sent.push(entry)
      open += 1
      mostOpen = Math.max(mostOpen, open)
      let over = false
      const end = (failed: boolean) => {
        if (over) return
        over = true
        open -= 1
        entry.failed = failed
        if (failed) reject(new ToyCommandError('planned'))
        else resolve()
      }
      const { applied, answered, accepted } = fate
      const apply = () => levels.push({ at: clock.now(), level, until: clock.now() + seconds * 1000 })
      if (applied !== null && !isLost) after(applied, apply)
      if (answered !== null) after(answered, () => end(!accepted))
      signal.addEventListener('abort', () => end(true))
    })
  const driver: ToyDriver = {
    run: (_, output, seconds, signal) =>
      request('run', output.strengths[0] as number, lie.stops ? seconds : Infinity, signal),
    stop: (_, signal) => request('stop', 0, 0, signal, !lie.stops),
    zero: (_, signal) => request('stop', 0, 0, signal, lie.lostZeros[zeros++]),
  }
  return { driver, sent, levels, mostOpen: () => mostOpen }
}

const levelAt = (levels: { at: number; level: number; until: number }[], time: number): number => {
  const last = levels.findLast(({ at }) => at <= time)
  return last && time < last.until ? last.level : 0
}

type Act = { gap: number; act: 'want' | 'stop' | 'forbid' | 'lose' }

const gap = fc.oneof(fc.nat(30), fc.nat(400), fc.nat(4000))
const act = fc.record({
  gap,
  act: fc.constantFrom<Act['act']>('want', 'want', 'want', 'stop', 'forbid', 'lose'),
})
const soon = fc.oneof(fc.nat(100), fc.nat(1000))
/** Any outcome of a request, as long as what reaches the toy does so within a second. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constant(healthy),
  fc.record({
    applied: fc.option(soon, { freq: 3 }),
    answered: fc.option(fc.oneof(soon, fc.nat(3000)), { freq: 3 }),
    accepted: fc.boolean(),
  }),
)

const LEASE_MS = 3000
const LEAST_APART = 100

/** Runs a script and records everything that was submitted, sent and applied. */
async function play(script: Act[], fates: Fate[], lie = honest) {
  const time = virtualTime()
  /** The required output of the toy over time: a level, or nothing. */
  const asked: { at: number; level: number; how: Act['act'] }[] = []
  const overdue: number[] = []
  const provider = virtualProvider(time, fates, () => asked.at(-1)?.level ?? 0, lie)
  const queue = new ToyCommandQueue({ provider: 'LOVENSE', uid: 'u', toyId: 't' }, provider.driver, {
    log: createLog('silent'),
    now: () => new Date(),
    clock: time.clock,
    onOverdue: () => overdue.push(time.clock.now()),
  })
  const outcomes: (string | null)[] = []
  const state = { mayRun: true, isOurs: true }
  const entry = liveEntry(state)
  for (const [index, { gap, act }] of script.entries()) {
    await time.pass(gap)
    state.mayRun = act !== 'forbid'
    state.isOurs = act !== 'lose'
    const level = act === 'want' ? (index % 20) + 1 : 0
    asked.push({ at: time.clock.now(), level, how: act })
    if (act === 'stop') queue.stop()
    if (act !== 'want') continue
    const place = outcomes.push(null) - 1
    const shownOutput = { command: 'vibrate' as const, intensity: level, pattern: null }
    queue.submit({ entry, generation: 1, shownOutput, strengths: [level] }).then(
      () => (outcomes[place] = 'taken'),
      (error: { code?: string }) => (outcomes[place] = error.code ?? 'thrown'),
    )
  }
  await time.pass(100_000)
  return { ...provider, asked, outcomes, overdue, end: time.clock.now() }
}

it('holds all invariants for any outcome of the requests, in any order of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 20 }),
      fc.array(fate, { maxLength: 25 }),
      async (script, fates) => {
        const { sent, levels, asked, outcomes, end, mostOpen } = await play(script, fates)

        // At most one request is in flight.
        expect(mostOpen()).toBeLessThanOrEqual(1)

        for (const [index, { at, what, level, wanted }] of sent.entries()) {
          if (what === 'stop') continue
          // Only the command that was submitted last is sent: none after a stop, and no outdated one.
          expect(level).toBe(wanted)
          // And it keeps the minimum interval after the request before it.
          expect(at - (sent[index - 1]?.at ?? -Infinity)).toBeGreaterThanOrEqual(LEAST_APART)
        }

        for (const [index, { at, level, how }] of asked.entries()) {
          if (level > 0) continue
          const until = asked.slice(index).find(later => later.level > 0)?.at ?? end
          // The toy is stopped within the lease, for any behaviour of the provider.
          if (at + LEASE_MS < until) expect(levelAt(levels, at + LEASE_MS)).toBe(0)
          const later = levels.filter(each => each.at >= at + LEASE_MS && each.at < until)
          expect(later.filter(each => each.level > 0)).toEqual([])
          // A stop is sent at once if anything was sent since the last one.
          const before = sent.findLast(each => each.at < at)
          const isFirst = asked[index - 1]?.at !== at && asked[index + 1]?.at !== at
          if (how === 'stop' && before?.what === 'run' && isFirst) {
            expect(sent.some(each => each.what === 'stop' && each.at === at)).toBe(true)
          }
        }

        // Every caller got an answer.
        for (const outcome of outcomes) expect(['taken', 'PROVIDER_UNAVAILABLE']).toContain(outcome)

        // In the end the toy does what was submitted last, unless the provider failed at it: then nothing.
        const last = asked.at(-1) as { at: number; level: number }
        const failed = sent.some(each => each.failed && each.what === 'run' && each.level === last.level)
        expect(levelAt(levels, end)).toBe(failed ? 0 : last.level)

        // And nothing is sent to a toy that does nothing.
        if (levelAt(levels, end) === 0) expect(sent.every(each => each.at < end - 30_000)).toBe(true)
      },
    ),
    { numRuns: 250 },
  )
})

it('stops a command that reaches the toy up to two seconds after its timeout', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2000 }), fc.nat(1900), async (applied, stopAfter) => {
      const late: Fate = { applied: stopAfter + applied, answered: null, accepted: true }
      const script: Act[] = [
        { gap: 0, act: 'want' },
        { gap: stopAfter, act: 'stop' },
      ]
      const { levels, asked } = await play(script, [late])
      const stoppedAt = (asked[1] as { at: number }).at
      expect(levelAt(levels, stoppedAt + LEASE_MS)).toBe(0)
      expect(levels.filter(({ at, level }) => level > 0 && at > stoppedAt + LEASE_MS)).toEqual([])
    }),
    { numRuns: 100 },
  )
})

it('renews without a gap, at the requested level, for any latency of the answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(900), fc.nat(600), async (applied, more) => {
      const slow: Fate = { applied, answered: applied + more, accepted: true }
      const { levels, asked } = await play(
        [{ gap: 0, act: 'want' }],
        Array.from({ length: 200 }, () => slow),
      )
      expect(asked).toHaveLength(1)
      for (let time = applied; time < 60_000; time += 50) expect(levelAt(levels, time)).toBe(1)
    }),
    { numRuns: 30 },
  )
})

it('silences a toy whose provider acknowledges stops and runs on, also when it loses two of three zeros', async () => {
  const lostZeros = fc
    .array(fc.boolean(), { minLength: 3, maxLength: 3 })
    .filter(lost => lost.includes(false))
  await fc.assert(
    fc.asyncProperty(fc.nat(3000), lostZeros, async (stopAfter, lost) => {
      const script: Act[] = [
        { gap: 0, act: 'want' },
        { gap: stopAfter, act: 'stop' },
      ]
      const { levels, asked, end } = await play(script, [], { stops: false, lostZeros: lost })
      const stoppedAt = (asked[1] as { at: number }).at
      for (let time = stoppedAt + LEASE_MS; time < end; time += 500) expect(levelAt(levels, time)).toBe(0)
    }),
    { numRuns: 50 },
  )
})

it('sends an acknowledged stop and its zeros again after 250 ms and after 1 s, counted from the stop', async () => {
  const script: Act[] = [
    { gap: 0, act: 'want' },
    { gap: 500, act: 'stop' },
  ]
  const { sent } = await play(script, [])
  const stops = sent.filter(({ what }) => what === 'stop').map(({ at }) => at - 500)
  expect(stops).toEqual([0, 40, 250, 290, 1000, 1040])
})

describe('the owner is told that a stop is not taken', () => {
  const tell = (act: Act['act'], stopAfter: number, deafMs: number) => {
    const script: Act[] = [
      { gap: 0, act },
      { gap: stopAfter, act: 'stop' },
    ]
    return play(script, [], { ...honest, deafUntil: stopAfter + deafMs })
  }

  it('once, if the toy may run', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3000), fc.integer({ min: 2500, max: 60_000 }), async (stopAfter, deafMs) => {
        expect((await tell('want', stopAfter, deafMs)).overdue).toEqual([stopAfter + OVERDUE_MS])
      }),
      { numRuns: 50 },
    )
  })

  it('never, if it is taken in time or nothing ran', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3000), fc.nat(1500), async (stopAfter, deafMs) => {
        expect((await tell('want', stopAfter, deafMs)).overdue).toEqual([])
        expect((await tell('stop', stopAfter, 60_000)).overdue).toEqual([])
      }),
      { numRuns: 50 },
    )
  })
})
