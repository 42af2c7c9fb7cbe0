import { expect, it } from 'vitest'
import { createBus } from '../../../platform/cluster/bus.ts'
import { createSessionCache, type SessionWithUser } from './sessionCache.service.ts'

const bus = createBus()
let time = Date.UTC(2026, 10, 23)
const now = () => new Date(time)
const cache = createSessionCache(bus, now)

function cached(
  userId: string,
  role: 'USER' | 'MODEL' | 'ADMIN' = 'USER',
): () => SessionWithUser | undefined {
  const expiresAt = new Date(time + 60_000)
  const session = { userId, role, sessionId: userId, tokenHash: `hash ${userId}`, browser: null }
  cache.set(session.tokenHash, { ...session, hasTwoFactor: false, createdAt: now(), expiresAt }, now())
  return () => cache.get(`hash ${userId}`, now())
}

it('answers for less than a second', () => {
  const read = cached('anna')
  time += 999
  expect(read()).toMatchObject({ userId: 'anna', role: 'USER' })
  time += 1
  expect(read()).toBeUndefined()
})

it('does not answer when the clock was set back', () => {
  const read = cached('bea')
  time -= 10
  expect(read()).toBeUndefined()
})

it('never answers for an admin', () => {
  expect(cached('chris', 'ADMIN')()).toBeUndefined()
})

it('does not answer for a user whose session is about to end, also when it was read before the commit', () => {
  const [ending, other] = [cached('dirk'), cached('els')]
  bus.publish('login.ending', { userId: 'dirk' })
  expect(ending()).toBeUndefined()
  expect(cached('dirk')()).toBeUndefined()
  expect(other()).toBeDefined()
  time += 30_000
  expect(cached('dirk')()).toBeDefined()
})

it('keeps 10,000 sessions, those that were used last', () => {
  const [first, second] = [cached('first'), cached('second')]
  for (let user = 0; user < 9_998; user += 1) cached(`user ${user}`)
  expect(first()).toBeDefined()
  const last = cached('last')
  expect([first(), second(), last()].map(session => session?.userId)).toEqual(['first', undefined, 'last'])
})
