import { expect, it } from 'vitest'
import { isAdult } from './rules.ts'

it.each([
  ['2008-11-21', '2026-11-21T00:00:00Z', true],
  ['2008-11-22', '2026-11-21T23:59:59Z', false],
  ['2008-02-29', '2026-02-28T23:00:00Z', false],
  ['2008-02-29', '2026-03-01T00:00:00Z', true],
  ['1950-01-01', '2026-11-21T00:00:00Z', true],
])('born on %s, on %s: of age is %s', (dateOfBirth, now, adult) => {
  expect(isAdult(dateOfBirth, new Date(now))).toBe(adult)
})
