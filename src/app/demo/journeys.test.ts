import { expect, test } from 'vitest'
import { randomJourney } from './journeys.ts'
import { createSeededRandom } from './random.ts'

test('the times of a visit ascend, and a paid order comes after all earlier funnel steps', () => {
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
