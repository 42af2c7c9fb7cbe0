import { expect, it } from 'vitest'
import { toE164, deliveryRules, timeToLiveSeconds } from './delivery.rules.ts'
import { notificationMessages } from './messages.rules.ts'

it('has a channel for every notified kind, and never includes the subject', () => {
  expect(Object.keys(deliveryRules).toSorted()).toEqual(Object.keys(notificationMessages).toSorted())
  for (const { push } of Object.values(deliveryRules)) expect(push ?? '').not.toMatch(/toy|product|Gloed/i)
})

it.each([
  ['06 12345678', '+31612345678'],
  ['+32 470 12 34 56', '+32470123456'],
  ['0031 (6) 1234-5678', '+31612345678'],
  ['112', null],
  ['+0612345678', null],
  ['', null],
  [null, null],
])('reads %s as %s', (typed, number) => expect(toE164(typed)).toBe(number))

it('pushes a queue notification only while its claim window lasts', () => {
  expect([timeToLiveSeconds('TOY_FREE'), timeToLiveSeconds('MESSAGE')]).toEqual([30, 86_400])
})
