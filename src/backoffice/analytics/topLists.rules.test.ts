import { expect, it } from 'vitest'
import { withRest } from './topLists.rules.ts'

const rows = [
  { name: 'Chrome', count: 50 },
  { name: 'Safari', count: 30 },
  { name: 'Firefox', count: 5 },
]

it('sums the entries below the top list, listed or not', () => {
  expect(withRest(rows, 100, 2)).toEqual([rows[0], rows[1], { name: 'Overig', count: 20 }])
  expect(withRest(rows, 85, 3)).toEqual(rows)
  expect(withRest([], 0, 3)).toEqual([])
})
