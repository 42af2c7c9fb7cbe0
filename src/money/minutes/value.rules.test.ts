import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PackageId } from './contract.ts'
import { UNPLAYABLE_MINUTES, playableMinutesText } from './labels.rules.ts'
import { buildMinutePackages, defaultMinutePackages, planChargeback, valueOfMinutes } from './rules.ts'

const credit = fc.record({
  minutes: fc.integer({ min: 1, max: 120 }),
  valueCents: fc.integer({ min: 0, max: 10_000 }),
})
const credits = fc.array(credit, { maxLength: 12 })
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('value of minutes', () => {
  it('adds up to the cent, however they are spent', () => {
    fc.assert(
      fc.property(credits, fc.array(fc.integer({ min: 1, max: 60 })), (credits, spends) => {
        const all = sum(credits.map(({ minutes }) => minutes))
        let skip = 0
        let value = 0
        for (const wanted of [...spends, all]) {
          const count = Math.min(wanted, all - skip)
          value += valueOfMinutes(credits, skip, count)
          skip += count
        }
        expect(value).toBe(sum(credits.map(({ valueCents }) => valueCents)))
      }),
    )
  })

  it('is never negative and never more than was credited', () => {
    fc.assert(
      fc.property(credits, fc.nat(2000), fc.nat(2000), (credits, skip, count) => {
        const value = valueOfMinutes(credits, skip, count)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(sum(credits.map(({ valueCents }) => valueCents)))
        expect(valueOfMinutes(credits, sum(credits.map(({ minutes }) => minutes)) + skip, count)).toBe(0)
      }),
    )
  })

  it('is that of the oldest first', () => {
    const credits = [
      { minutes: 5, valueCents: 1000 },
      { minutes: 3, valueCents: 0 },
      { minutes: 15, valueCents: 2000 },
    ]
    expect(valueOfMinutes(credits, 0, 5)).toBe(1000)
    expect(valueOfMinutes(credits, 4, 2)).toBe(200)
    expect(valueOfMinutes(credits, 5, 3)).toBe(0)
    // 2000 / 15 is not whole: the minutes differ by a cent, and all fifteen are 2000.
    expect([0, 1, 2].map(minute => valueOfMinutes(credits, 8 + minute, 1))).toEqual([133, 133, 134])
  })
})

describe('minute packages', () => {
  it.each([
    ['quick', 5, 800, 1000],
    ['extended', 15, 2000, 2500],
    ['premium', 30, 3500, 4500],
    ['ultimate', 60, 6000, 8000],
  ])('%s: %i minutes for %i in a session, else %i', (id, minutes, sessionPrice, normalPrice) => {
    const find = (inSession: boolean) =>
      buildMinutePackages(defaultMinutePackages, inSession).find(offer => offer.id === id)
    expect(find(true)).toMatchObject({ minutes, price: sessionPrice, normalPrice, discounted: true })
    expect(find(false)).toMatchObject({ minutes, price: normalPrice, normalPrice, discounted: false })
  })

  it('are listed by size, smallest first, with one marked popular', () => {
    expect(buildMinutePackages(defaultMinutePackages, false).map(offer => offer.id)).toEqual(
      PackageId.options,
    )
    expect(
      buildMinutePackages(defaultMinutePackages, true)
        .filter(offer => offer.popular)
        .map(offer => offer.id),
    ).toEqual(['extended'])
  })

  it('cost less per minute when bigger, and in a session', () => {
    const perMinute = defaultMinutePackages.map(({ normalPrice, minutes }) => normalPrice / minutes)
    expect(perMinute).toEqual([...perMinute].sort((a, b) => b - a))
    for (const { sessionPrice, normalPrice } of defaultMinutePackages)
      expect(sessionPrice).toBeLessThan(normalPrice)
  })
})

describe('a chargeback', () => {
  const credit = { minutes: 15, valueCents: 2500 }
  it.each([
    ['all, and nothing was spent', 15, 2500, { minutes: 15, owedCents: 0 }],
    ['all, and some was spent', 10, 2500, { minutes: 10, owedCents: 833 }],
    ['all, and everything was spent', 0, 2500, { minutes: 0, owedCents: 2500 }],
    ['a part, which covers a minute in part', 15, 200, { minutes: 2, owedCents: 0 }],
    ['a part, of which some was spent', 1, 500, { minutes: 1, owedCents: 333 }],
  ])('of %s', (_, unused, amountCents, plan) => {
    expect(planChargeback(credit, unused, amountCents)).toEqual(plan)
  })

  it('of a purchase that was refunded in part takes the rest', () => {
    expect(planChargeback({ ...credit, refunded: 5 }, 10, 1666)).toEqual({ minutes: 10, owedCents: 0 })
    expect(planChargeback(undefined, 0, 1000)).toEqual({ minutes: 0, owedCents: 0 })
  })
})

it('says how many minutes of a balance can be played', () => {
  expect([0, 1, 2, 3, 20].map(playableMinutesText)).toEqual([
    null,
    'waarvan 0 te spelen',
    'waarvan 0 te spelen',
    'waarvan 1 te spelen',
    'waarvan 18 te spelen',
  ])
  expect(UNPLAYABLE_MINUTES).toContain('De laatste 2 minuten')
})
