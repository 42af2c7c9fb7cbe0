import { expect, test } from 'vitest'
import { parseRate } from './rateForm.rules.ts'
import { percentOfThreshold, reachedPart } from './threshold.rules.ts'

test.each([
  ['21', 2100],
  [' 5,5 ', 550],
  ['25.5%', 2550],
  ['13,75 %', 1375],
  ['0', 0],
  ['', Number.NaN],
  ['veel', Number.NaN],
  ['-6', Number.NaN],
  ['5,555', Number.NaN],
])('reads %j as %f hundredths of a percent', (text, basisPoints) => expect(parseRate(text)).toBe(basisPoints))

test.each([
  [-100, 0, null],
  [0, 0, null],
  [7_999_99, 79, null],
  [8_000_00, 80, 80],
  [10_000_00, 100, 80],
  [10_000_01, 100, 100],
  [25_000_00, 250, 100],
])('of %i cents %i%% of the threshold is used: warned at %s', (cents, percent, part) => {
  expect(percentOfThreshold(cents)).toBe(percent)
  expect(reachedPart({ crossBorderCents: cents, lastYearCents: 0 })).toBe(part)
})

test('above the threshold in one year is above it in the next', () => {
  expect(reachedPart({ crossBorderCents: 0, lastYearCents: 10_000_00 })).toBeNull()
  expect(reachedPart({ crossBorderCents: 0, lastYearCents: 10_000_01 })).toBe(100)
})
