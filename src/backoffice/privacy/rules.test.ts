import { expect, it } from 'vitest'
import { eraseAfter, retainedSince } from './rules.ts'

it('erases within the promised 28 days', () => {
  const closedAt = new Date('2026-11-21T12:00:00Z')
  expect(eraseAfter(closedAt)).toEqual(new Date('2026-12-18T12:00:00Z'))
})

it.each([
  ['2033-12-31T23:59:59Z', '2026-01-01T00:00:00Z'],
  ['2034-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
])('keeps invoices for whole years: at %s since %s', (now, since) => {
  expect(retainedSince(new Date(now), 7)).toEqual(new Date(since))
})
