import { expect, test } from 'vitest'
import { commandDelay } from './rules.ts'

test('the delay of a command is the sum of its parts, the network one way', () => {
  expect(commandDelay({ waitedMs: 12, networkMs: 40 }, 90, 70)).toEqual({
    totalMs: 122,
    browserMs: 12,
    networkMs: 20,
    shopMs: 20,
    providerMs: 70,
  })
})

test.each([
  ['the browser said nothing', undefined, 70],
  ['the round trip is unknown', { waitedMs: 0, networkMs: null }, 70],
  ['it was replaced before it was sent', { waitedMs: 0, networkMs: 40 }, null],
])('there is none while %s', (_, timing, providerMs) =>
  expect(commandDelay(timing, 90, providerMs)).toBeNull(),
)
