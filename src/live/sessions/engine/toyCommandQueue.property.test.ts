import fc from 'fast-check'
import { expect, it } from 'vitest'
import { healthy, levelAt, play, type Act, type Fate } from '../../../../tests/support/virtualToyQueue.ts'

const gap = fc.oneof(fc.nat(30), fc.nat(400), fc.nat(4000))
const act = fc.record({
  gap,
  act: fc.constantFrom<Act['act']>('want', 'want', 'want', 'stop', 'forbid', 'lose'),
})
const soon = fc.oneof(fc.nat(100), fc.nat(1000))
/** Any outcome of a request that reaches the toy within a second, or not at all. */
const fate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constant(healthy),
  fc.record({
    applied: fc.option(soon, { freq: 3 }),
    answered: fc.option(fc.oneof(soon, fc.nat(3000)), { freq: 3 }),
    accepted: fc.boolean(),
  }),
)

/** A toy runs on for no longer than this after control is lost. */
const LEASE_MS = 3000
const LEAST_APART = 100

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
          if (what !== 'run') continue
          // Only the command that was submitted last is sent: none after a stop, and no outdated one.
          expect(level).toBe(wanted)
          // And it keeps the minimum interval after the request before it.
          expect(at - (sent[index - 1]?.at ?? -Infinity)).toBeGreaterThanOrEqual(LEAST_APART)
        }

        for (const [index, { at, what, wanted }] of sent.entries()) {
          if (what !== 'stop') continue
          // Zeros follow each stop, taken or not, unless a command came meanwhile, or another node has the toy.
          const next = sent[index + 1]
          const later = asked.filter(each => each.at >= at && each.at <= (next?.at ?? end))
          const isLost = [asked.findLast(each => each.at <= at), ...later].some(each => each?.how === 'lose')
          const isReplaced = wanted > 0 || isLost || later.some(each => each.level > 0)
          if (!isReplaced) expect(next?.what).toBe('zeros')
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

        // In the end the toy plays the command that was submitted last, or nothing when the provider failed at it.
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
