import { expect, test } from 'vitest'
import { tabFromUrl, withItemToggled } from './rules.ts'

test('a choice is in a list once, or not', () => {
  expect(withItemToggled(['a'], 'b', true)).toEqual(['a', 'b'])
  expect(withItemToggled(['a', 'b'], 'b', true)).toEqual(['a', 'b'])
  expect(withItemToggled(['a', 'b'], 'a', false)).toEqual(['b'])
})

test.each([
  ['two', 'two'],
  ['elders', 'one'],
  [null, 'one'],
])('the tab %j is %s', (named, tab) => {
  expect(tabFromUrl(['one', 'two'], named)).toBe(tab)
})
