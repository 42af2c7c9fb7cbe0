import { expect, test } from 'vitest'
import { withProductViewed } from './recentlyViewed.hooks.ts'

test('the last is in front, each is there once, and twelve are kept', () => {
  expect(withProductViewed(['b', 'a'], 'a')).toEqual(['a', 'b'])
  const many = Array.from({ length: 12 }, (_, index) => String(index))
  expect(withProductViewed(many, 'new')).toEqual(['new', ...many.slice(0, 11)])
})
