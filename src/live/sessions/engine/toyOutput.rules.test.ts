import { describe, expect, test } from 'vitest'
import { namedPatterns, PATTERN_STEP_MS } from '../../toys/pattern.rules.ts'
import {
  outputLevel,
  WAVEFORM_POINT_MS,
  advanceWaveform,
  keepSameOutput,
  staticWaveform,
  emptyWaveform,
  outputStrengthAt,
  WAVEFORM_MS,
  type PlayingOutput,
} from './toyOutput.rules.ts'

const vibrate = (intensity: number, startedAt = 0): PlayingOutput => ({
  command: 'vibrate',
  intensity,
  pattern: null,
  startedAt,
})
const play = (pattern: string, startedAt = 0): PlayingOutput => ({
  command: 'pattern',
  intensity: null,
  pattern,
  startedAt,
})

describe('strengthAt', () => {
  test('is 0 without an output', () => expect(outputStrengthAt(null, 123)).toBe(0))
  test('is the level of a vibration, for as long as it is valid', () => {
    expect(outputStrengthAt(vibrate(13), 0)).toBe(13)
    expect(outputStrengthAt(vibrate(13), 9e9)).toBe(13)
  })
  test('goes through a pattern step by step, and repeats it', () => {
    const { length } = namedPatterns.staircase
    const at = (step: number) => outputStrengthAt(play('staircase', 1000), 1000 + step * PATTERN_STEP_MS)
    expect([0, 1, 2, 9, length, length + 2].map(at)).toEqual([4, 4, 8, 20, 4, 8])
  })
  test('starts at the first step before its start is due, and is 0 for an unknown pattern', () => {
    expect(outputStrengthAt(play('fireworks', 1000), 10)).toBe(namedPatterns.fireworks[0])
    expect(outputStrengthAt(play('constructor'), 10)).toBe(0)
  })
})

describe('keepSameOutput', () => {
  test('keeps the drawn run when the same output arrives again, so that its phase does not jump', () => {
    const drawn = play('wave', 1000)
    expect(keepSameOutput(drawn, play('wave', 1120))).toBe(drawn)
  })
  test('replaces the drawn run for another command, another run of the same one, and the end', () => {
    const drawn = play('wave', 1000)
    const again = play('wave', 5000)
    const other = vibrate(4, 1000)
    expect(keepSameOutput(drawn, again)).toBe(again)
    expect(keepSameOutput(drawn, other)).toBe(other)
    expect(keepSameOutput(drawn, null)).toBeNull()
    expect(keepSameOutput(null, other)).toBe(other)
  })
})

describe('the waveform', () => {
  test('has the length of its time span, and keeps it', () => {
    const trail = advanceWaveform(emptyWaveform(0), vibrate(10), 777)
    expect(trail.points).toHaveLength(WAVEFORM_MS / WAVEFORM_POINT_MS)
    expect(trail.at).toBe(760)
    expect(advanceWaveform(trail, vibrate(10), 765)).toBe(trail)
  })
  test('rises to the current strength without overshooting, and falls when the output ends', () => {
    let trail = advanceWaveform(emptyWaveform(0), vibrate(12), 1000)
    expect(trail.points.at(-1)).toBeCloseTo(12, 3)
    expect(Math.max(...trail.points)).toBeLessThanOrEqual(12)
    expect(
      trail.points.slice(-50).every((point, index, all) => index === 0 || point >= (all[index - 1] ?? 0)),
    ).toBe(true)
    trail = advanceWaveform(trail, null, 2000)
    expect(trail.points.at(-1)).toBeCloseTo(0, 3)
  })
  test('has a single strength after a tab slept for longer than its time span', () => {
    const { points } = advanceWaveform(emptyWaveform(0), vibrate(8), 60_000)
    expect(points.at(-1)).toBeCloseTo(8, 6)
    expect(points).toHaveLength(WAVEFORM_MS / WAVEFORM_POINT_MS)
  })
  test('has a static shape: flat for a vibration, steps for a pattern', () => {
    expect(new Set(staticWaveform(vibrate(6, 500)).points)).toEqual(new Set([6]))
    expect(new Set(staticWaveform(play('pulse', 500)).points)).toEqual(new Set([0, 18]))
    expect(new Set(staticWaveform(null).points)).toEqual(new Set([0]))
  })
})

test.each([
  ['nothing', null, 5000, 20, 0],
  ['a strength', { command: 'vibrate', intensity: 12, pattern: null }, 0, 20, 12],
  ['a strength under its cap', { command: 'vibrate', intensity: 20, pattern: null }, 0, 6, 6],
  ['a pattern at its first step', { command: 'pattern', intensity: null, pattern: 'pulse' }, 0, 20, 18],
  ['the same, two steps on', { command: 'pattern', intensity: null, pattern: 'pulse' }, 450, 20, 0],
  ['the same, capped', { command: 'pattern', intensity: null, pattern: 'pulse' }, 0, 10, 9],
] as const)('a toy runs at the level of %s', (_, output, elapsedMs, cap, level) => {
  expect(outputLevel(output, elapsedMs, cap)).toBe(level)
})
