import { expect, it } from 'vitest'
import { internationalNumber, reach, secondsWorth } from './reach.rules.ts'
import { words } from './words.rules.ts'

it('knows a way to reach people for each kind that is told, and never says what of', () => {
  expect(Object.keys(reach).toSorted()).toEqual(Object.keys(words).toSorted())
  for (const { push } of Object.values(reach)) expect(push ?? '').not.toMatch(/toy|product|Gloed/i)
})

it.each([
  ['06 12345678', '+31612345678'],
  ['+32 470 12 34 56', '+32470123456'],
  ['0031 (6) 1234-5678', '+31612345678'],
  ['112', null],
  ['+0612345678', null],
  ['', null],
  [null, null],
])('reads %s as %s', (typed, number) => expect(internationalNumber(typed)).toBe(number))

it('tells of a turn as long as it lasts', () => {
  expect([secondsWorth('TOY_FREE'), secondsWorth('MESSAGE')]).toEqual([30, 86_400])
})
