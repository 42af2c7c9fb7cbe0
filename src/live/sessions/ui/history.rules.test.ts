import { expect, test } from 'vitest'
import { sumSessionTotals } from './history.rules.ts'

test('sums all sessions, in minutes and cents', () => {
  expect(sumSessionTotals([])).toEqual({ count: 0, minutes: 0, cost: 0 })
  const sessions = [
    { minutesPurchased: 2, cost: 333 },
    { minutesPurchased: 11, cost: 1834 },
  ]
  expect(sumSessionTotals(sessions)).toEqual({ count: 2, minutes: 13, cost: 2167 })
})
