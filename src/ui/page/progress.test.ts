import { describe, expect, it } from 'vitest'
import { advanceBacklog, announcedPercent, type Backlog, formatProgress, percentOf } from './progress.ts'

const MB = 1024 ** 2

it.each([
  [0, 0, 0],
  [0, 10, 0],
  [1, 3, 33],
  [999, 1000, 99],
  [9999, 10_000, 99],
  [10, 10, 100],
  [12, 10, 100],
  [-1, 10, 0],
])('%i of %i is %i percent', (done, total, percent) => expect(percentOf(done, total)).toBe(percent))

it.each([
  [3, 12, 'items', '3 van 12, nog 9'],
  [1200, 5000, 'items', '1.200 van 5.000, nog 3.800'],
  [4, 10, 'percent', '40 %'],
  [0.5 * MB, 2 * MB, 'bytes', '25 %, nog 1,5 MB van 2 MB'],
] as const)('%i of %i in %s is "%s"', (done, total, unit, text) =>
  expect(formatProgress(done, total, unit)).toBe(text),
)

it('announces quarters only, and the end only when it is there', () => {
  const announced = Array.from({ length: 101 }, (_, done) => announcedPercent(done, 100))
  expect([...new Set(announced)]).toEqual([0, 25, 50, 75, 100])
  expect(announcedPercent(999, 1000)).toBe(75)
})

describe('a backlog', () => {
  const after = (...lefts: number[]) => lefts.reduce<Backlog | null>(advanceBacklog, null)
  it.each([
    [[5], { done: 0, left: 5 }],
    [[5, 3], { done: 2, left: 3 }],
    [[5, 3, 3], { done: 2, left: 3 }],
    [[5, 3, 8, 0], { done: 10, left: 0 }],
  ])('of %j is %j', (lefts, expected) => expect(after(...lefts)).toEqual(expected))
})
