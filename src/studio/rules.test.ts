import { expect, it } from 'vitest'
import { levelOf } from './rules.ts'

it.each([
  ['nothing', null, 5000, 20, 0],
  ['a strength', { command: 'vibrate', intensity: 12, pattern: null }, 0, 20, 12],
  ['a strength under its cap', { command: 'vibrate', intensity: 20, pattern: null }, 0, 6, 6],
  ['a pattern at its first step', { command: 'pattern', intensity: null, pattern: 'pulse' }, 0, 20, 18],
  ['the same, two steps on', { command: 'pattern', intensity: null, pattern: 'pulse' }, 450, 20, 0],
  ['the same, capped', { command: 'pattern', intensity: null, pattern: 'pulse' }, 0, 10, 9],
] as const)('what runs is %s', (_, output, elapsedMs, cap, level) => {
  expect(levelOf(output, elapsedMs, cap)).toBe(level)
})
