import { describe, expect, test } from 'vitest'
import {
  pickClockReading,
  formatClock,
  msUntil,
  localTimeOf,
  minuteFraction,
  ringFraction,
  ringStroke,
  toWholeSeconds,
  serverTimeAt,
  announcedSeconds,
} from './serverClock.rules.ts'

const reading = (serverNow: number, askedAt: number, answeredAt: number) => ({
  serverNow,
  askedAt,
  answeredAt,
})

describe('the server’s clock', () => {
  test('counts from the middle of the round trip', () => {
    const known = reading(1_000_000, 500, 540)
    expect(serverTimeAt(known, 520)).toBe(1_000_000)
    expect(serverTimeAt(known, 1520)).toBe(1_001_000)
  })

  test('converts between the two clocks without a difference', () => {
    const known = reading(1_700_000_000_000, 12_345, 12_445)
    expect(localTimeOf(known, serverTimeAt(known, 99_999))).toBe(99_999)
  })

  test('uses the newest reading when there was none before', () => {
    const first = reading(1, 0, 900)
    expect(pickClockReading(null, first)).toBe(first)
  })

  test('uses a reading with the same or a shorter round trip', () => {
    const older = reading(1, 0, 40)
    const newer = reading(1001, 1000, 1040)
    expect(pickClockReading(older, newer)).toBe(newer)
  })

  test('ignores one slow reading, but replaces an old one', () => {
    const quick = reading(1, 0, 10)
    const slow = reading(3001, 1000, 5000)
    const later = reading(12_001, 11_000, 12_000)
    expect(pickClockReading(quick, slow)).toBe(quick)
    expect(pickClockReading(quick, later)).toBe(later)
  })

  test('chooses the same reading when it is compared twice', () => {
    const quick = reading(1, 0, 10)
    const slow = reading(3001, 1000, 5000)
    const best = pickClockReading(quick, slow)
    expect(pickClockReading(best, slow)).toBe(best)
    expect(pickClockReading(slow, slow)).toBe(slow)
  })
})

describe('the countdown', () => {
  test('never goes below 0', () => {
    expect(msUntil(1000, 400)).toBe(600)
    expect(msUntil(1000, 1400)).toBe(0)
  })

  test.each([
    [30_000, 30],
    [29_999, 30],
    [29_000, 29],
    [1, 1],
    [0, 0],
  ])('shows %i ms as %i', (left, seconds) => expect(toWholeSeconds(left)).toBe(seconds))

  test.each([
    [30_000, 30_000, 1],
    [15_000, 30_000, 0.5],
    [0, 30_000, 0],
    [45_000, 30_000, 1],
    [2000, 2000, 1],
    [0, 0, 0],
  ])('shows for %i of %i ms %f of the ring', (left, scale, share) =>
    expect(ringFraction(left, scale)).toBe(share),
  )

  test('draws the remaining share as a stroke', () => {
    const { length, offset } = ringStroke(10, 0.25)
    expect(length).toBeCloseTo(62.83, 2)
    expect(length - offset).toBeCloseTo(length / 4, 6)
  })

  test.each([
    [45, null],
    [30, 30],
    [29, 30],
    [20, 20],
    [11, 20],
    [10, 10],
    [4, 5],
    [3, 3],
    [0, 3],
  ])('at %i announces %s', (seconds, spoken) => expect(announcedSeconds(seconds)).toBe(spoken))
})

describe('the balance', () => {
  test.each([
    [0, '00:00'],
    [999, '00:00'],
    [61_000, '01:01'],
    [1_052_000, '17:32'],
    [3_600_000, '1:00:00'],
    [36_061_000, '10:01:01'],
  ])('shows %i ms as %s', (ms, text) => expect(formatClock(ms)).toBe(text))

  test.each([
    [120_000, 0],
    [105_000, 0.25],
    [60_001, 0.99998],
    [60_000, 0],
    [30_000, 0.5],
    [0, 0],
  ])('with %i ms of control left shows %f of the minute', (left, share) =>
    expect(minuteFraction(left)).toBeCloseTo(share, 4),
  )
})
