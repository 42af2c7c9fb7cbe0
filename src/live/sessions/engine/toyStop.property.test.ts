import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { honest, levelAt, play, type Act } from '../../../../tests/support/virtualToyQueue.ts'
import { OVERDUE_MS } from './toyCommandQueue.rules.ts'

/** A toy runs on for no longer than this after control is lost. */
const LEASE_MS = 3000

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
