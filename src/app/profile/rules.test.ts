import { expect, test } from 'vitest'
import { tabFromUrl, withItemToggled } from './rules.ts'

test('adds an item once, and removes it', () => {
  expect(withItemToggled(['a'], 'b', true)).toEqual(['a', 'b'])
  expect(withItemToggled(['a', 'b'], 'b', true)).toEqual(['a', 'b'])
  expect(withItemToggled(['a', 'b'], 'a', false)).toEqual(['b'])
})

test.each([
  ['two', 'two'],
  ['elders', 'one'],
  [null, 'one'],
])('the parameter %j selects the tab %s', (named, tab) => {
  expect(tabFromUrl(['one', 'two'], named)).toBe(tab)
})
