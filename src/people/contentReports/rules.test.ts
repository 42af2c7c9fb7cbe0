import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'
import { isWorkingDay, workingDaysBetween } from '../../wire/workingDays.ts'
import { CaseDecision, CaseStatus, ReportReason } from './contract.ts'
import {
  afterDecision,
  appealDeadline,
  appealUntil,
  deadlineNotice,
  decisionDaysLeft,
  decisionDueAt,
  effectsOf,
  hearsOfDecision,
  urgencyOf,
} from './rules.ts'

const moment = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2060-12-01T00:00:00Z'),
  noInvalidDate: true,
})

describe('the clock of seven Belgian business days', () => {
  it.each([
    ['a Monday', '2026-11-16T09:00:00Z', '2026-11-25'],
    ['a Friday evening', '2026-11-20T21:30:00Z', '2026-12-01'],
    ['a Saturday', '2026-11-21T12:00:00Z', '2026-12-01'],
    ['just before midnight in Belgium', '2026-11-22T22:59:00Z', '2026-12-01'],
    ['just after midnight in Belgium', '2026-11-22T23:01:00Z', '2026-12-02'],
    ['the week of Armistice Day', '2026-11-09T09:00:00Z', '2026-11-19'],
    ['Christmas, of which the second day counts', '2026-12-22T09:00:00Z', '2027-01-04'],
    ['Good Friday, which counts, and Easter Monday', '2026-04-01T09:00:00Z', '2026-04-13'],
    ['the Dutch King’s Day, which counts', '2026-04-22T09:00:00Z', '2026-05-04'],
    ['Ascension Day and Whit Monday', '2026-05-13T09:00:00Z', '2026-05-26'],
    ['the national holiday', '2026-07-17T09:00:00Z', '2026-07-29'],
    ['a leap day', '2028-02-28T09:00:00Z', '2028-03-08'],
  ])('of %s', (_, at, last) => {
    const due = decisionDueAt(new Date(at))
    expect(toBrusselsDay(new Date(due.getTime() - 1))).toBe(last)
    expect(toBrusselsDay(due)).not.toBe(last)
  })

  it('ends at the end of a business day, with seven to go', () => {
    fc.assert(
      fc.property(moment, at => {
        const due = decisionDueAt(at)
        const last = toBrusselsDay(new Date(due.getTime() - 1))
        expect(isWorkingDay(last, 'BE')).toBe(true)
        expect(workingDaysBetween(toBrusselsDay(at), last, 'BE')).toBe(7)
        expect(decisionDaysLeft(due, at)).toBe(7)
      }),
    )
  })

  it.each([
    ['2026-11-16T09:00:00Z', null],
    ['2026-11-23T22:59:59Z', null],
    ['2026-11-23T23:00:00Z', 'DUE'],
    ['2026-11-25T22:59:59Z', 'DUE'],
    ['2026-11-25T23:00:00Z', 'LATE'],
  ])('tells at %s: %s', (now, notice) => {
    expect(deadlineNotice(decisionDueAt(new Date('2026-11-16T09:00:00Z')), new Date(now))).toBe(notice)
  })

  it('tells that a case is due before a weekend', () => {
    // Due on Tuesday 1 December.
    const due = decisionDueAt(new Date('2026-11-20T09:00:00Z'))
    expect(deadlineNotice(due, new Date('2026-11-28T09:00:00Z'))).toBe(null)
    expect(deadlineNotice(due, new Date('2026-11-30T09:00:00Z'))).toBe('DUE')
  })
})

describe('an appeal', () => {
  it.each([
    ['2026-11-26T10:00:00.000Z', '2027-05-26T10:00:00.000Z'],
    ['2026-08-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
    ['2027-08-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ])('of a decision of %s can be made until %s', (decidedAt, until) =>
    expect(appealUntil(new Date(decidedAt)).toISOString()).toBe(until),
  )

  const decidedAt = new Date('2026-11-26T10:00:00Z')
  const soon = new Date('2026-12-01T10:00:00Z')
  it.each([
    ['DECIDED', 'KEEP', 'REPORTER', true],
    ['DECIDED', 'KEEP', 'OWNER', false],
    ['DECIDED', 'REMOVE', 'OWNER', true],
    ['DECIDED', 'REMOVE', 'REPORTER', false],
    ['DECIDED', 'SUSPEND', 'OWNER', true],
    ['APPEALED', 'KEEP', 'REPORTER', true],
    ['OPEN', 'KEEP', 'REPORTER', false],
    ['FINAL', 'REMOVE', 'OWNER', false],
  ] as const)('while %s with %s by the %s: %s', (status, decision, party, may) => {
    expect(appealDeadline({ status, decision, decidedAt }, party, soon) !== null).toBe(may)
    const late = new Date('2027-05-26T10:00:00Z')
    expect(appealDeadline({ status, decision, decidedAt }, party, late)).toBe(null)
  })
})

const decision = fc.constantFrom(...CaseDecision.options)

/** The effects of a decision. */
const resultOf = (value: CaseDecision) => ({ isRemoved: value !== 'KEEP', isSuspended: value === 'SUSPEND' })

it('a decision leaves its own state, whatever was decided before', () => {
  fc.assert(
    fc.property(decision, fc.option(decision), (next, before) => {
      const state = resultOf(before ?? 'KEEP')
      const { content, account } = effectsOf(next, before)
      expect(content === 'REMOVE' && state.isRemoved).toBe(false)
      expect(account === 'SUSPEND' && state.isSuspended).toBe(false)
      if (content) state.isRemoved = content === 'REMOVE'
      if (account) state.isSuspended = account === 'SUSPEND'
      expect(state).toEqual(resultOf(next))
    }),
  )
})

it('a case ends: OPEN, DECIDED, APPEALED, FINAL', () => {
  expect(CaseStatus.options.map(afterDecision)).toEqual(['DECIDED', null, 'FINAL', null])
})

it('the owner of the content hears of decisions that touch it, and reporters of the first decision and of another', () => {
  expect(hearsOfDecision.owner('KEEP', null)).toBe(false)
  expect(hearsOfDecision.owner('KEEP', 'REMOVE')).toBe(true)
  expect(hearsOfDecision.owner('REMOVE', 'KEEP')).toBe(true)
  expect(hearsOfDecision.reporter('KEEP', null, false)).toBe(true)
  expect(hearsOfDecision.reporter('REMOVE', 'REMOVE', false)).toBe(false)
  expect(hearsOfDecision.reporter('KEEP', 'KEEP', true)).toBe(true)
})

it('puts people first, then the law, then the rest', () => {
  expect(ReportReason.options.map(urgencyOf)).toEqual([1, 1, 1, 1, 2, 3, 3, 3])
})
