import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AnswerTimeout } from './answerTimeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(limitMs: number) {
  const giveUp = vi.fn<() => void>()
  return { giveUp, timeout: new AnswerTimeout(limitMs, giveUp) }
}

it('gives up when the oldest statement has waited for as long as it may', () => {
  const { giveUp, timeout } = start(1000)
  timeout.sent()
  vi.advanceTimersByTime(900)
  timeout.sent()
  timeout.answered()
  vi.advanceTimersByTime(999)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2)
  expect(giveUp).toHaveBeenCalledOnce()
})

it('has one timer for any number of statements, and none when all are answered', () => {
  const { giveUp, timeout } = start(1000)
  for (let count = 0; count < 10; count += 1) timeout.sent()
  expect(vi.getTimerCount()).toBe(1)
  for (let count = 0; count < 10; count += 1) timeout.answered()
  vi.advanceTimersByTime(1001)
  expect([vi.getTimerCount(), giveUp.mock.calls.length]).toEqual([0, 0])
  timeout.sent()
  timeout.end()
  expect(vi.getTimerCount()).toBe(0)
})

it('waits for any time without a limit', () => {
  const { timeout } = start(0)
  timeout.sent()
  expect(vi.getTimerCount()).toBe(0)
})
