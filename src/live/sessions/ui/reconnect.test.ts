import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconnectDelay } from './liveConnection.hooks.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('a tab waits from half to one and a half of a pause that doubles up to five seconds, the first time too', () => {
  fc.assert(
    fc.property(fc.nat(2000), random, (failures, chance) => {
      const pause = Math.min(250 * 2 ** failures, 5000)
      const delay = reconnectDelay(failures, chance)
      expect(delay).toBeGreaterThanOrEqual(pause / 2)
      expect(delay).toBeLessThanOrEqual(pause * 1.5)
    }),
  )
})

test('the tabs of a node come back spread as evenly as chance is, after every number of failures', () => {
  fc.assert(
    fc.property(fc.nat(20), failures => {
      const delays = Array.from({ length: 100 }, (_, tab) => reconnectDelay(failures, tab / 100))
      const gaps = delays.slice(1).map((delay, index) => delay - (delays[index] ?? 0))
      const [first, last] = [delays[0] ?? 0, delays.at(-1) ?? 0]
      for (const gap of gaps) expect(gap).toBeCloseTo((last - first) / 99)
      expect(last - first).toBeGreaterThan(first)
    }),
  )
})
