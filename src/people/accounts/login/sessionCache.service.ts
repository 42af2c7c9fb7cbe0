import { LRUCache } from 'lru-cache'
import type { Bus } from '../../../platform/cluster/bus.ts'
import type { AuthenticatedUser } from '../../../platform/http/session.ts'

/** How long a session is used without reading it again, in milliseconds. Of a page's calls only the first reads it. */
const MAX_AGE_MS = 1000
/**
 * How long the sessions of a user are read for every request after one of them began to end, in milliseconds: far longer than a
 * transaction takes that ends one.
 */
const ENDING_MS = 30_000
const MAX_ENTRIES = 10_000

/** A session as it was read. */
export type SessionWithUser = AuthenticatedUser & {
  tokenHash: string
  hasTwoFactor: boolean
  browser: string | null
  createdAt: Date
  expiresAt: Date
}

export interface SessionCache {
  /** @returns undefined when the session has to be read */
  get(tokenHash: string, now: Date): SessionWithUser | undefined
  set(tokenHash: string, session: SessionWithUser, now: Date): void
}

/**
 * The sessions that were just read. Whoever ends one publishes `login.ending` first: a node that has received it reads the user's
 * sessions for each request, so that one is refused as soon as its end is committed. Without the message it is refused a second
 * later. Admins are read for each request.
 */
export function createSessionCache(bus: Bus, now: () => Date): SessionCache {
  const sessions = new LRUCache<string, { session: SessionWithUser; readAt: number }>({ max: MAX_ENTRIES })
  const ending = new LRUCache<string, number>({ max: MAX_ENTRIES })
  bus.subscribe('login.ending', ({ userId }) => {
    ending.set(userId, now().getTime() + ENDING_MS)
  })
  return {
    get(tokenHash, at) {
      const entry = sessions.get(tokenHash)
      if (!entry) return undefined
      const age = at.getTime() - entry.readAt
      const isEnding = at.getTime() < (ending.get(entry.session.userId) ?? 0)
      if (age >= 0 && age < MAX_AGE_MS && !isEnding) return entry.session
      sessions.delete(tokenHash)
      return undefined
    },
    set(tokenHash, session, at) {
      if (session.role === 'ADMIN') return
      sessions.set(tokenHash, { session, readAt: at.getTime() })
    },
  }
}
