import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseCommand, startRunAt } from './command.rules.ts'
import { LovenseError } from './contract.ts'
import { batteryAfter, NO_END, levelAt, type ToyRun, runLevelAt } from './rules.ts'

const strength = fc.integer({ min: 0, max: 20 })
const type = fc.constantFrom('lush', 'ferri', 'edge', 'max', 'nora', 'gravity', 'flexer', 'something new')
const moment = fc.integer({ min: 0, max: 100_000 })

const anyRun: fc.Arbitrary<ToyRun> = fc.record(
  {
    steps: fc.dictionary(
      fc.constantFrom('All', 'Vibrate', 'Rotate', 'Pump', 'Thrusting'),
      fc.array(strength, { minLength: 1, maxLength: 50 }),
    ),
    intervalMs: fc.integer({ min: 100, max: 5000 }),
    startedAt: moment,
    endsAt: moment,
    loop: fc.record({
      runningMs: fc.integer({ min: 1, max: 9000 }),
      pauseMs: fc.integer({ min: 1, max: 9000 }),
    }),
  },
  { requiredKeys: ['steps', 'intervalMs', 'startedAt', 'endsAt'] },
)

describe('the level at a given time', () => {
  test('is one of the requested strengths, or 0', () => {
    fc.assert(
      fc.property(anyRun, type, moment, (run, type, at) => {
        expect([0, ...Object.values(run.steps).flat()]).toContain(runLevelAt(run, type, at))
      }),
    )
  })

  test('is 0 before a run starts and from its end on', () => {
    fc.assert(
      fc.property(anyRun, type, moment, (run, type, at) => {
        const outside = at < run.startedAt || at >= run.endsAt
        expect(outside && runLevelAt(run, type, at) > 0).toBe(false)
      }),
    )
  })

  test('of several runs is that of the strongest', () => {
    fc.assert(
      fc.property(fc.array(anyRun, { maxLength: 4 }), type, moment, (runs, type, at) => {
        const levels = runs.map(run => runLevelAt(run, type, at))
        expect(levelAt(runs, type, at)).toBe(Math.max(0, ...levels))
      }),
    )
  })

  test('of a pattern is that of its current step, repeated', () => {
    const steps = fc.array(strength, { minLength: 1, maxLength: 50 })
    const interval = fc.integer({ min: 100, max: 3000 })
    fc.assert(
      fc.property(steps, interval, moment, moment, (steps, intervalMs, startedAt, elapsed) => {
        const run = { steps: { Vibrate: steps }, intervalMs, startedAt, endsAt: NO_END }
        const step = Math.floor(elapsed / intervalMs) % steps.length
        expect(runLevelAt(run, 'lush', startedAt + elapsed)).toBe(steps[step])
      }),
    )
  })

  test('counts only functions that the toy has', () => {
    const run = { steps: { Rotate: [9], Pump: [20] }, intervalMs: 1000, startedAt: 0, endsAt: NO_END }
    expect(['lush', 'nora', 'max'].map(type => runLevelAt(run, type, 1))).toEqual([0, 9, 20])
  })

  test('is 0 in the pauses of a loop', () => {
    const loop = { runningMs: 2000, pauseMs: 3000 }
    const run = { steps: { All: [7] }, intervalMs: 1000, startedAt: 0, endsAt: 10_000, loop }
    const levels = [0, 1999, 2000, 4999, 5000, 7000, 10_000].map(at => runLevelAt(run, 'lush', at))
    expect(levels).toEqual([7, 7, 0, 0, 7, 0, 0])
  })
})

describe('commands', () => {
  const base = { command: 'Function', timeSec: 2, apiVer: 1 }
  const read = (body: object) => parseCommand({ ...base, ...body })
  const pattern = { command: 'Pattern', rule: 'V:1;F:v;S:100#', strength: '20;5', apiVer: 2 }

  test.each([
    [{ action: 'Vibrate:16' }, { Vibrate: [16] }],
    [{ action: 'Vibrate:16,Rotate:3' }, { Vibrate: [16], Rotate: [3] }],
    [{ action: 'All:20' }, { All: [20] }],
    [{ action: 'Pump:3,Depth:1' }, { Pump: [20], Depth: [7] }],
    [pattern, { Vibrate: [20, 5] }],
    [
      { ...pattern, rule: 'V:1;F:v,r;S:100#' },
      { Vibrate: [20, 5], Rotate: [20, 5] },
    ],
    [{ ...pattern, rule: 'V:1;F:;S:100#' }, { All: [20, 5] }],
  ])('%j has the steps %j', (body, steps) => {
    expect(read(body).run?.steps).toEqual(steps)
  })

  test.each([
    { action: 'Stop', timeSec: 0 },
    { action: 'Stop', timeSec: undefined, stopPrevious: 0 },
    { action: 'Vibrate:0' },
    { ...pattern, strength: '0;0;0' },
  ])('%j is a stop', body => {
    expect(read(body).run).toBeNull()
  })

  test('a stop ends the running command, whatever its stopPrevious says', () => {
    expect(read({ action: 'Stop', stopPrevious: 0 }).stopPrevious).toBe(true)
    expect(read({ action: 'Vibrate:1', stopPrevious: 0 }).stopPrevious).toBe(false)
  })

  test('only timeSec 0 has no end', () => {
    const endOf = (timeSec: number) =>
      startRunAt(read({ action: 'Vibrate:1', timeSec }).run as ToyRun, 5000).endsAt
    expect([endOf(0), endOf(1.5), endOf(9)]).toEqual([NO_END, 6500, 14_000])
  })

  test.each([
    [400, { command: 'Dance' }],
    [400, { command: undefined }],
    [404, { action: 'Vibrate:21' }],
    [404, { action: 'Vibrate:-1' }],
    [404, { action: 'Vibrate:1.5' }],
    [404, { action: 'Vibrate' }],
    [404, { action: 'Pump:4' }],
    [404, { action: 'Jump:1' }],
    [404, { action: 'Vibrate:1,Stop' }],
    [404, { action: 16 }],
    [404, { action: 'Vibrate:1', timeSec: 1 }],
    [404, { action: 'Vibrate:1', timeSec: -1 }],
    [404, { action: 'Vibrate:1', timeSec: '2' }],
    [404, { action: 'Vibrate:1', timeSec: undefined }],
    [404, { action: 'Vibrate:1', apiVer: undefined }],
    [404, { action: 'Vibrate:1', stopPrevious: 2 }],
    [404, { action: 'Vibrate:1', toy: 7 }],
    [404, { ...pattern, rule: 'V:1;F:v;S:99#' }],
    [404, { ...pattern, rule: 'V:2;F:v;S:100#' }],
    [404, { ...pattern, rule: 'V:1;F:v;S:100' }],
    [404, { ...pattern, strength: '' }],
    [404, { ...pattern, strength: '20;21' }],
    [404, { ...pattern, strength: '1;;2' }],
    [404, { ...pattern, strength: Array.from({ length: 51 }, () => '1').join(';') }],
    [404, { command: 'Preset', name: 'storm' }],
  ])('%i for %j', (code, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({ code, constructor: LovenseError }))
  })
})

test('the battery falls slowly while the toy runs, and never below 5 percent', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (ranMs, more) => {
      expect(batteryAfter(ranMs + more)).toBeLessThanOrEqual(batteryAfter(ranMs))
    }),
  )
  expect([0, 3_600_000, 1e12].map(batteryAfter)).toEqual([100, 80, 5])
})
