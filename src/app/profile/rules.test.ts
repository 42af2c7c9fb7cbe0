import { expect, test } from 'vitest'
import { tabIn, toggled } from './rules.ts'

test('a choice is in a list once, or not', () => {
  expect(toggled(['a'], 'b', true)).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'b', true)).toEqual(['a', 'b'])
  expect(toggled(['a', 'b'], 'a', false)).toEqual(['b'])
})

test.each([
  ['two', 'two'],
  ['elders', 'one'],
  [null, 'one'],
])('the tab %j is %s', (named, tab) => {
  expect(tabIn(['one', 'two'], named)).toBe(tab)
})
