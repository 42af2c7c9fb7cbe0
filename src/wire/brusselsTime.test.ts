import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { addMonths, formatBrusselsTime, parseBrusselsTime } from './brusselsTime.ts'

test.each([
  ['midnight in winter', '2026-11-27T00:00', '2026-11-26T23:00:00.000Z'],
  ['midnight in summer', '2026-07-01T00:00', '2026-06-30T22:00:00.000Z'],
  ['midnight before the clocks go back', '2026-10-25T00:00', '2026-10-24T22:00:00.000Z'],
  ['midnight after that', '2026-10-26T00:00', '2026-10-25T23:00:00.000Z'],
  ['an hour that comes twice: the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['the hour after it', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['an hour that is skipped: that long after the change', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
  ['the turn of the year', '2027-01-01T00:00', '2026-12-31T23:00:00.000Z'],
])('%s', (_, local, utc) => {
  expect(parseBrusselsTime(local)?.toISOString()).toBe(utc)
})

test.each([
  '',
  'morgen',
  '2027-02-30T00:00',
  '2027-02-29T00:00',
  '2027-04-31T12:00',
  '2027-13-01T00:00',
  '2027-07-02',
  '2027-07-02T24:00',
  '2027-07-02T25:00',
  '0000-01-01T00:00',
  '+020270-01-01T00:00',
])('%j is no time', text => expect(parseBrusselsTime(text)).toBeNull())

it('writes every moment as the clocks show it, and reads it back to the minute, but for the second of two equal hours', () => {
  const minute = fc.integer({ min: 29_000_000, max: 31_500_000 })
  fc.assert(
    fc.property(minute, at => {
      const time = new Date(at * 60_000)
      const read = parseBrusselsTime(formatBrusselsTime(time)) ?? new Date(Number.NaN)
      expect([0, 3_600_000]).toContain(time.getTime() - read.getTime())
      expect(formatBrusselsTime(read)).toBe(formatBrusselsTime(time))
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['2026-11', 1, '2026-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-11', -23, '2024-12'],
])('%s and %j months is %s', (month, count, expected) => {
  expect(addMonths(month, count)).toBe(expected)
})
