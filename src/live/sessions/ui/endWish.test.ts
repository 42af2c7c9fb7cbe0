import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setApiTransport } from '../../../ui/call/call.ts'
import { endUntilAnswered, readEndWish } from './endWish.hooks.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  setApiTransport()
  stored.clear()
})

test('the wish to end a session is kept without a connection, and carried out when there is one', async () => {
  const sent: unknown[] = []
  let isOnline = false
  setApiTransport((_, init) => {
    sent.push(init?.body)
    if (!isOnline) return Promise.reject(new TypeError('no network'))
    return Promise.resolve(new Response(null, { status: 204 }))
  })
  const ended = endUntilAnswered('a session')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.length).toBeGreaterThan(3)
  expect(readEndWish()).toBe('a session')
  isOnline = true
  await vi.advanceTimersByTimeAsync(2000)
  expect(await ended).toBeNull()
  expect(new Set(sent)).toEqual(new Set(['{"sessionId":"a session"}']))
  expect(readEndWish()).toBeNull()
})
