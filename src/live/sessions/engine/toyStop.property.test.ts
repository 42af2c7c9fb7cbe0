import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  honest,
  levelAt,
  play,
  refused,
  unanswered,
  type Act,
} from '../../../../tests/support/virtualToyQueue.ts'
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
  const stops = sent.filter(({ what }) => what !== 'run').map(({ at, what }) => [what, at - 500])
  expect(stops).toEqual(
    [0, 250, 1000].flatMap(ms => [
      ['stop', ms],
      ['zeros', ms + 40],
    ]),
  )
})

describe('a provider whose commands have no end, and of which', () => {
  const endless = { stops: false, lostZeros: [] }
  const playEndless = async (stopAfter: number, lie: object) => {
    const script: Act[] = [
      { gap: 0, act: 'want' },
      { gap: stopAfter, act: 'stop' },
    ]
    const played = await play(script, [], { ...endless, ...lie })
    const stoppedAt = (played.asked[1] as { at: number }).at
    return { ...played, stoppedAt }
  }

  it.each([
    ['every stop is refused', refused],
    ['no stop is answered', unanswered],
  ])('%s is silenced by zeros all the same, and its owner need not be told', async (_, stopFate) => {
    await fc.assert(
      fc.asyncProperty(fc.nat(3000), async stopAfter => {
        const { levels, stoppedAt, overdue, end, sent } = await playEndless(stopAfter, { stopFate })
        for (let time = stoppedAt + LEASE_MS; time < end; time += 500) expect(levelAt(levels, time)).toBe(0)
        expect(overdue).toEqual([])
        // Both are owed until both were acknowledged.
        expect(sent.filter(({ what }) => what === 'zeros').length).toBeGreaterThan(5)
      }),
      { numRuns: 20 },
    )
  })

  it.each([
    ['all zeros are refused', refused],
    ['no zeros are answered', unanswered],
  ])('%s, but stops are taken: both are owed, and its owner need not be told', async (_, zerosFate) => {
    const { overdue, sent } = await playEndless(500, { stops: true, zerosFate })
    expect(overdue).toEqual([])
    expect(sent.filter(({ what }) => what === 'stop').length).toBeGreaterThan(5)
  })

  it('every stop is refused takes the next command without waiting for the next try of the stop', async () => {
    const script: Act[] = [
      { gap: 0, act: 'want' },
      { gap: 500, act: 'stop' },
      { gap: 60_000, act: 'want' },
    ]
    const { levels } = await play(script, [], { ...endless, stopFate: refused })
    expect(levelAt(levels, 60_500 + 400)).toBe(3)
  })

  it.each([
    ['refused', refused],
    ['not answered', unanswered],
  ])('stops and zeros are %s: its owner is told', async (_, fate) => {
    const { overdue, stoppedAt } = await playEndless(500, { stopFate: fate, zerosFate: fate })
    expect(overdue).toEqual([stoppedAt + OVERDUE_MS])
  })
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
