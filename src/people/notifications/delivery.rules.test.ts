import { expect, it } from 'vitest'
import { toE164, deliveryRules, notificationActions, pushTag, timeToLiveSeconds } from './delivery.rules.ts'
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

it('lets a creator decline and stop from the message of a countdown, which the end of the session replaces', () => {
  const starting = (age: number) => notificationActions('PLAYER_STARTING', 's-1', { age, countdown: 30 })
  expect(starting(29)).toEqual([
    { title: 'Weiger', path: '/api/studio/decline', body: { sessionId: 's-1' } },
    { title: 'Stop alles', path: '/api/studio/stop', body: {} },
  ])
  const asking = notificationActions('PLAYER_ASKING', 's-1', { age: 0, countdown: 30 })
  expect(asking[0]).toEqual({ title: 'Ja', path: '/api/studio/accept', body: { sessionId: 's-1' } })
  expect(asking.slice(1)).toEqual(starting(0))
  expect(pushTag('PLAYER_STARTING', 's-1')).toBe(pushTag('PLAYER_STOPPED', 's-1'))
  // Nobody declines a session that has begun.
  expect(starting(30).map(({ title }) => title)).toEqual(['Stop alles'])
  expect(starting(600)).toEqual([])
  const now = { age: 0, countdown: 30 }
  expect([pushTag('MESSAGE', 'x'), notificationActions('MESSAGE', 'x', now)]).toEqual(['MESSAGE', []])
})
