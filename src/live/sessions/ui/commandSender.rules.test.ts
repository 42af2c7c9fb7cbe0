import { describe, expect, test } from 'vitest'
import { sendDelay, mayHaveArrivedAfterStop, stopRetryDelay } from './commandSender.rules.ts'

describe('sendDelay', () => {
  test.each([
    ['nothing waits', { hasPending: false, isInFlight: false, sentAt: null }, null],
    ['the first leaves at once', { hasPending: true, isInFlight: false, sentAt: null }, 0],
    ['the next one waits for its time', { hasPending: true, isInFlight: false, sentAt: 990 }, 70],
    ['when its time has come it leaves', { hasPending: true, isInFlight: false, sentAt: 920 }, 0],
    ['long after it leaves', { hasPending: true, isInFlight: false, sentAt: 3 }, 0],
    ['an answer is awaited first', { hasPending: true, isInFlight: true, sentAt: 3 }, null],
  ])('%s', (_, pacing, expected) => expect(sendDelay(pacing, 1000)).toBe(expected))
})

test('doubles the pause between two attempts of a stop up to two seconds', () => {
  expect([1, 2, 3, 4, 5, 9].map(stopRetryDelay)).toEqual([250, 500, 1000, 2000, 2000, 2000])
})

test.each([
  [7, 8, false],
  [9, 8, true],
  ['refused', 8, false],
  ['unknown', 8, true],
] as const)('a command with number %s may have overtaken stop %i: %s', (command, stop, expected) =>
  expect(mayHaveArrivedAfterStop(command, stop)).toBe(expected),
)
