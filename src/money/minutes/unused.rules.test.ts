import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type SourcedMinuteCredit,
  countUnusedMinutesOf,
  valueOfLastMinutes,
  valueOfMinutes,
} from './rules.ts'

const bought = (
  sourceId: string,
  minutes: number,
  valueCents: number,
  refunded = 0,
): SourcedMinuteCredit => ({
  sourceId,
  minutes,
  valueCents,
  refunded,
})
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('unused minutes', () => {
  it('are those of the newest purchases, because the oldest are spent first', () => {
    const credits = [bought('a', 5, 1000), { ...bought('', 3, 0), sourceId: null }, bought('b', 15, 2500)]
    expect(
      [0, 3, 5, 8, 10, 23].map(spent => [
        countUnusedMinutesOf(credits, spent, 'a'),
        countUnusedMinutesOf(credits, spent, 'b'),
      ]),
    ).toEqual([
      [5, 15],
      [2, 15],
      [0, 15],
      [0, 15],
      [0, 13],
      [0, 0],
    ])
    expect(countUnusedMinutesOf(credits, 0, 'c')).toBe(0)
  })

  it('decrease by a refund, and the next minutes count as spent', () => {
    const credits = [bought('a', 5, 1000, 2), bought('b', 15, 2500)]
    expect(countUnusedMinutesOf(credits, 3, 'a')).toBe(0)
    expect(countUnusedMinutesOf(credits, 4, 'b')).toBe(14)
    expect(valueOfLastMinutes(bought('a', 5, 1000, 2), 3)).toBe(600)
  })

  it('and spent minutes add up to all credited minutes and cents after any history', () => {
    const step = fc.oneof(
      fc.record({ spend: fc.integer({ min: 1, max: 20 }) }),
      fc.record({ of: fc.nat(4), back: fc.integer({ min: 1, max: 20 }) }),
    )
    const packages = fc.array(
      fc.record({ minutes: fc.integer({ min: 1, max: 60 }), valueCents: fc.integer({ min: 0, max: 9000 }) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(packages, fc.array(step, { maxLength: 20 }), (packages, steps) => {
        let credits = packages.map(({ minutes, valueCents }, index) =>
          bought(String(index), minutes, valueCents),
        )
        let [spent, back, costs] = [0, 0, 0]
        const unused = () =>
          sum(credits.map(({ sourceId }) => countUnusedMinutesOf(credits, spent, sourceId ?? '')))
        for (const each of steps) {
          const before = unused()
          if ('spend' in each) {
            const count = Math.min(each.spend, before)
            costs += valueOfMinutes(credits, spent, count)
            spent += count
            expect(unused()).toBe(before - count)
            continue
          }
          const credit = credits[each.of % credits.length] as SourcedMinuteCredit
          const count = Math.min(each.back, countUnusedMinutesOf(credits, spent, credit.sourceId ?? ''))
          const value = valueOfLastMinutes(credit, count)
          expect(value).toBeGreaterThanOrEqual(0)
          back += value
          credits = credits.map(one =>
            one === credit ? { ...one, refunded: (one.refunded ?? 0) + count } : one,
          )
          expect(unused()).toBe(before - count)
        }
        const rest = unused()
        const value = valueOfMinutes(credits, spent, rest)
        expect(costs + back + value).toBe(sum(packages.map(({ valueCents }) => valueCents)))
      }),
    )
  })
})
