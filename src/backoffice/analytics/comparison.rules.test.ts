import { expect, it } from 'vitest'
import { compareWithPrevious, shareOf } from './comparison.rules.ts'

it.each([
  [112, 100, 'more', '12% meer'],
  [92, 100, 'less', '8% minder'],
  [0, 40, 'less', '100% minder'],
  [7, 7, 'same', 'evenveel'],
  [0, 0, 'same', 'evenveel'],
  [3, 0, 'new', ''],
  [999, 100, 'more', '899% meer'],
  [1050, 100, 'more', '10 keer zoveel'],
  [10_010, 10_000, 'more', 'iets meer'],
  [9990, 10_000, 'less', 'iets minder'],
] as const)('compares %i with %i as %s: "%s"', (now, before, direction, label) => {
  expect(compareWithPrevious(now, before)).toEqual({ direction, label })
})

it('returns a share of nothing when the total is 0', () => {
  expect(shareOf(0, 0)).toBe(0)
  expect(shareOf(1, 4)).toBe(0.25)
})
