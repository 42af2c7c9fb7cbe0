import { expect, test } from 'vitest'
import { createSeededRandom, randomJourney, pickWeighted } from './journeys.ts'

test('the dice fall the same way every time, and choices as often as they weigh', () => {
  const throws = (seed: number) => Array.from({ length: 50 }, createSeededRandom(seed))
  expect(throws(7)).toEqual(throws(7))
  expect(throws(7)).not.toEqual(throws(8))
  const dice = createSeededRandom(1)
  const picked = Array.from({ length: 2000 }, () =>
    pickWeighted(dice, [
      ['often', 3],
      ['never', 0],
      ['seldom', 1],
    ] as const),
  )
  expect(picked).not.toContain('never')
  expect(picked.filter(each => each === 'often').length).toBeGreaterThan(1300)
  expect(picked).toContain('seldom')
})

test('a visit goes forward in time, and who paid did all that comes before it', () => {
  const dice = createSeededRandom(42)
  const journeys = Array.from({ length: 300 }, () => randomJourney(dice))
  for (const { views, events, furthest, lasts } of journeys) {
    const moments = views.map(({ after }) => after)
    expect(moments).toEqual(moments.toSorted((one, other) => one - other))
    for (const { after } of [...views, ...events]) expect(after).toBeLessThanOrEqual(lasts)
    const deeds = new Set(events.map(({ category, action }) => `${category}/${action}`))
    expect(deeds.has('order/paid')).toBe(furthest === 4)
    expect(deeds.has('checkout/start')).toBe(furthest >= 3)
    expect(deeds.has('cart/add')).toBe(furthest >= 2)
    expect(views.some(({ page }) => page.startsWith('/shop/'))).toBe(furthest >= 1)
  }
  expect(new Set(journeys.map(({ furthest }) => furthest))).toEqual(new Set([0, 1, 2, 3, 4]))
})
