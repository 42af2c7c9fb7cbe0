import { expect, it } from 'vitest'
import {
  visitorCountryName,
  durationName,
  languageName,
  formatTrafficMoment,
  formatTrafficTick,
} from './labels.rules.ts'

it.each([
  ['BE', 'België'],
  ['NL', 'Nederland'],
  [null, 'Onbekend'],
  ['nonsense', 'nonsense'],
])('formats the country %s as %s', (code, name) => expect(visitorCountryName(code)).toBe(name))

it.each([
  ['nl-BE', 'Nederlands (België)'],
  ['fr', 'Frans'],
  ['en_GB', 'Engels (Verenigd Koninkrijk)'],
  ['xx-1-1', 'xx-1-1'],
])('formats the language %s as %s', (tag, name) => expect(languageName(tag)).toBe(name))

it.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [59.6, '1 min 0 s'],
  [134, '2 min 14 s'],
  [3600, '1 u 0 min'],
])('formats %d seconds as %s', (seconds, name) => expect(durationName(seconds)).toBe(name))

it('formats a day unchanged and an hour in Brussels time', () => {
  expect([formatTrafficTick('2026-11-20'), formatTrafficMoment('2026-11-20')]).toEqual([
    '20 nov',
    'vrijdag 20 november',
  ])
  expect([formatTrafficTick('2026-11-20T13:00:00Z'), formatTrafficMoment('2026-11-20T13:00:00Z')]).toEqual([
    '14:00',
    '14:00 tot 15:00',
  ])
})
