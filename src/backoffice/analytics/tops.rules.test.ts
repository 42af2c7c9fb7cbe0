import { expect, it } from 'vitest'
import { restOf } from './tops.rules.ts'

const rows = [
  { name: 'Chrome', count: 50 },
  { name: 'Safari', count: 30 },
  { name: 'Firefox', count: 5 },
]

it('adds up what is not among the first few, listed or not', () => {
  expect(restOf(rows, 100, 2)).toEqual([rows[0], rows[1], { name: 'Overig', count: 20 }])
  expect(restOf(rows, 85, 3)).toEqual(rows)
  expect(restOf([], 0, 3)).toEqual([])
})
