import { describe, expect, it } from 'vitest'
import { PackageId } from './contract.ts'
import { UNPLAYABLE_MINUTES, playableMinutesText } from './labels.rules.ts'
import { buildMinutePackages, defaultMinutePackages, planChargeback } from './rules.ts'

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
  const lot = { minutes: 15, valueCents: 2500, spent: 0, returned: 0 }
  it.each([
    ['all, and nothing was spent', 0, 2500, { minutes: 15, owedCents: 0 }],
    ['all, and some was spent', 5, 2500, { minutes: 10, owedCents: 833 }],
    ['all, and everything was spent', 15, 2500, { minutes: 0, owedCents: 2500 }],
    ['a part, which covers a minute in part', 0, 200, { minutes: 2, owedCents: 0 }],
    ['a part, of which some was spent', 14, 500, { minutes: 1, owedCents: 333 }],
  ])('of %s', (_, spent, amountCents, plan) => {
    expect(planChargeback({ ...lot, spent }, amountCents)).toEqual(plan)
  })

  it('of a purchase that was refunded in part takes the rest', () => {
    expect(planChargeback({ ...lot, returned: 5 }, 1666)).toEqual({ minutes: 10, owedCents: 0 })
    expect(planChargeback(undefined, 1000)).toEqual({ minutes: 0, owedCents: 0 })
  })
})

it('says how many minutes of a balance can be played', () => {
  expect([0, 1, 2, 3, 20].map(playableMinutesText)).toEqual([
    null,
    'Nog 0 minuten te spelen',
    'Nog 0 minuten te spelen',
    'Nog 1 minuut te spelen',
    'Nog 18 minuten te spelen',
  ])
  expect(UNPLAYABLE_MINUTES).toContain('Bij 2 minuten stopt de toy')
})
