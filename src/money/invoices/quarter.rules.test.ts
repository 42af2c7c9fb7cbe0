import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  listQuarters,
  quarterDays,
  quarterName,
  quarterOfDay,
  quarterToCompare,
  refuseClose,
} from './quarter.rules.ts'

describe('a quarter', () => {
  it('begins and ends on these days', () => {
    expect(quarterDays('2026-Q1')).toEqual({ startsOn: '2026-01-01', endsBefore: '2026-04-01' })
    expect(quarterDays('2026-Q4')).toEqual({ startsOn: '2026-10-01', endsBefore: '2027-01-01' })
    expect(quarterName('2026-Q3')).toBe('Derde kwartaal 2026')
  })

  it('has every day from its first to the one before the next', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
        at => {
          const day = at.toISOString().slice(0, 10)
          const { startsOn, endsBefore } = quarterDays(quarterOfDay(day))
          expect(startsOn <= day && day < endsBefore).toBe(true)
          expect(quarterOfDay(endsBefore)).not.toBe(quarterOfDay(day))
        },
      ),
    )
  })

  it('is listed with those before it, the newest first', () => {
    expect(listQuarters('2025-11-30', '2026-04-01')).toEqual(['2026-Q2', '2026-Q1', '2025-Q4'])
    expect(listQuarters('2026-04-01', '2026-04-01')).toEqual(['2026-Q2'])
  })
})

it.each([
  ['2026-12-31', null],
  ['2027-01-04', null],
  ['2027-01-05', '2026-Q4'],
  ['2027-01-21', '2026-Q4'],
  ['2027-01-22', null],
  // The clock was set forward in this quarter.
  ['2027-04-05', '2027-Q1'],
])('on %s %s is compared by itself', (today, quarter) => expect(quarterToCompare(today)).toBe(quarter))

it.each([
  ['2026-12-31', 0, 0, 'RUNNING'],
  ['2027-01-01', 1, 0, 'EARLIER_OPEN'],
  ['2027-01-01', 1, 2, 'EARLIER_OPEN'],
  ['2027-01-01', 0, 2, 'NOT_INVOICED'],
  ['2027-01-01', 0, 0, null],
  ['2028-06-01', 0, 0, null],
])(
  'on %s, with %i open before it and %i without an invoice, 2026-Q4: %s',
  (today, openBefore, uninvoiced, refusal) => {
    expect(refuseClose('2026-Q4', { today, openBefore, uninvoiced })).toBe(refusal)
  },
)
