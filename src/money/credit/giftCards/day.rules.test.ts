import { expect, it } from 'vitest'
import { endAfterMove, endOfValidity, lastValidMoment } from './day.rules.ts'

it.each([
  ['2026-11-25T12:00:00Z', 24, '2028-11-25T23:00:00.000Z'],
  // Past midnight in Brussels, and not yet in UTC.
  ['2026-11-25T23:30:00Z', 24, '2028-11-26T23:00:00.000Z'],
  // Bought in winter, ends in summer time.
  ['2026-01-10T12:00:00Z', 18, '2027-07-10T22:00:00.000Z'],
  // The night in which the clocks change.
  ['2026-03-28T12:00:00Z', 12, '2027-03-28T22:00:00.000Z'],
  ['2026-08-31T12:00:00Z', 18, '2028-02-29T23:00:00.000Z'],
])('a card of %s that is valid for %i months ends at %s', (from, months, end) => {
  expect(endOfValidity(new Date(from), months).toISOString()).toBe(end)
})

it('the last day is the one before the end', () => {
  expect(lastValidMoment('2028-11-25T23:00:00.000Z')).toBe('2028-11-25T22:59:59.999Z')
})

it.each([
  [
    'as many months later',
    '2026-12-24',
    '2028-12-24T23:00:00Z',
    '2027-06-30',
    12,
    '2029-06-30T22:00:00.000Z',
  ],
  [
    'with those of the setting when they are more',
    '2026-12-24',
    '2027-12-24T23:00:00Z',
    '2026-12-24',
    24,
    '2028-12-24T23:00:00.000Z',
  ],
  ['never earlier', '2026-12-24', '2027-12-24T23:00:00Z', '2026-12-01', 12, '2027-12-24T23:00:00.000Z'],
  [
    'on the last of a shorter month',
    '2026-12-31',
    '2028-02-29T23:00:00Z',
    '2027-04-30',
    12,
    '2028-06-30T22:00:00.000Z',
  ],
])('a card that is mailed on another day ends %s', (_case, deliverOn, end, day, months, expected) => {
  expect(endAfterMove({ deliverOn, expiresAt: new Date(end) }, day, months).toISOString()).toBe(expected)
})
