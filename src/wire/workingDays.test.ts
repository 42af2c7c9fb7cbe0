import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBrusselsDay } from './brusselsTime.ts'
import { dueLabel } from '../shop/support/labels.rules.ts'
import {
  addWorkingDays,
  answerDueAt,
  easterSunday,
  isWorkingDay,
  publicHolidays,
  workingDaysBetween,
  workingDaysLeft,
} from './workingDays.ts'

const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2099-12-01T00:00:00Z'),
  noInvalidDate: true,
})
const day = moment.map(toBrusselsDay)

describe('Easter', () => {
  // As published for these years, the earliest and the latest possible day among them.
  it.each(['1818-03-22', '1943-04-25', '2000-04-23', '2024-03-31', '2025-04-20', '2026-04-05', '2038-04-25'])(
    'is %s',
    sunday => expect(easterSunday(Number(sunday.slice(0, 4)))).toBe(sunday),
  )

  it('is a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2200 }), year => {
        const easter = easterSunday(year)
        expect(new Date(easter).getUTCDay()).toBe(0)
        expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
      }),
    )
  })
})

it('knows the public holidays of both countries', () => {
  expect([...publicHolidays(2026)].toSorted()).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-04-27',
    '2026-05-01',
    '2026-05-05',
    '2026-05-14',
    '2026-05-25',
    '2026-07-21',
    '2026-08-15',
    '2026-11-01',
    '2026-11-11',
    '2026-12-25',
    '2026-12-26',
  ])
  // 27 April 2025 was a Sunday.
  expect(publicHolidays(2025).has('2025-04-26')).toBe(true)
  expect(publicHolidays(2025).has('2025-04-27')).toBe(false)
})

it.each([
  ['a Monday', '2026-11-16T09:00:00Z', '2026-11-23'],
  ['a Friday evening', '2026-11-20T21:30:00Z', '2026-11-27'],
  ['a Saturday', '2026-11-21T12:00:00Z', '2026-11-27'],
  ['just before midnight in Belgium', '2026-11-22T22:59:00Z', '2026-11-27'],
  ['just after midnight in Belgium', '2026-11-22T23:01:00Z', '2026-11-30'],
  ['the week of Armistice Day', '2026-11-09T09:00:00Z', '2026-11-17'],
  ['the days before Christmas', '2026-12-23T09:00:00Z', '2026-12-31'],
  ['Good Friday and Easter', '2026-04-02T09:00:00Z', '2026-04-13'],
])('an answer to a message of %s is due by the end of the fifth working day', (_, at, last) => {
  const due = answerDueAt(new Date(at))
  expect(toBrusselsDay(new Date(due.getTime() - 1))).toBe(last)
  expect(toBrusselsDay(due)).not.toBe(last)
})

it('is always due at the end of a working day, with five working days to go', () => {
  fc.assert(
    fc.property(moment, at => {
      const due = answerDueAt(at)
      const last = toBrusselsDay(new Date(due.getTime() - 1))
      expect(isWorkingDay(last)).toBe(true)
      expect(toBrusselsDay(due)).not.toBe(last)
      expect(workingDaysBetween(toBrusselsDay(at), last)).toBe(5)
      expect(workingDaysLeft(due, at)).toBe(5)
    }),
  )
})

it('is never due earlier for a later message', () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: 0, max: 30 * 86_400_000 }), (at, more) => {
      const later = new Date(at.getTime() + more)
      expect(answerDueAt(later) >= answerDueAt(at)).toBe(true)
    }),
  )
})

it('counts working days as it adds them', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 30 }), (from, count) => {
      expect(workingDaysBetween(from, addWorkingDays(from, count))).toBe(count)
    }),
  )
})

it.each([
  ['2026-11-16T09:00:00Z', 'nog 5 werkdagen'],
  ['2026-11-19T09:00:00Z', 'nog 2 werkdagen'],
  ['2026-11-20T09:00:00Z', 'nog 1 werkdag'],
  ['2026-11-22T09:00:00Z', 'nog 1 werkdag'],
  ['2026-11-23T09:00:00Z', 'vandaag'],
  ['2026-11-23T22:59:59Z', 'vandaag'],
  ['2026-11-23T23:00:00Z', 'te laat'],
])('says at %s: %s', (now, text) => {
  const due = answerDueAt(new Date('2026-11-16T09:00:00Z'))
  expect(dueLabel(workingDaysLeft(due, new Date(now)))).toBe(text)
})
