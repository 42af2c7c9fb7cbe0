import { expect, test } from 'vitest'
import { pageCount, visiblePages } from './pagination.ts'

test.each([
  [0, 1],
  [1, 1],
  [9, 1],
  [10, 2],
  [24, 3],
])('%i products fill %i pages of nine', (total, pages) => {
  expect(pageCount(total, 9)).toBe(pages)
})

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [2, 5, '1 2 3 4 5'],
  [1, 5, '1 2 … 5'],
  [3, 5, '1 2 3 4 5'],
  [6, 20, '1 … 5 6 7 … 20'],
  [20, 20, '1 … 19 20'],
])('page %i of %i shows %s', (current, last, shown) => {
  expect(
    visiblePages(current, last)
      .map(page => page ?? '…')
      .join(' '),
  ).toBe(shown)
})
