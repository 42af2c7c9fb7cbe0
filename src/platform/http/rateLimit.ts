import { Problem } from '../../wire/problem.ts'
import type { RateLimitStore } from './rateLimitStore.ts'

export interface RateLimit {
  /**
   * Counts one attempt for `key`.
   * @throws Problem RATE_LIMITED with `retryAfter` seconds once `max` attempts were counted in the window.
   */
  consume(key: string): void
  /** Counts one attempt for `key`. @returns false when over the limit, for responses that must not reveal it */
  tryConsume(key: string): boolean
  /** Uncounts an attempt that turned out to be harmless. */
  restore(key: string): void
}

/** A `RateLimit` over all nodes together. */
export type SharedRateLimit = {
  [Verb in keyof RateLimit]: (key: string) => Promise<ReturnType<RateLimit[Verb]>>
}

/** Beyond this the oldest windows are dropped, so that clients can't fill the memory. */
const MAX_KEYS = 50_000

/** At most `max` attempts per key in each window of `windowMs`, counted by this node. */
export function createRateLimit(max: number, windowMs: number, now: () => Date): RateLimit {
  const windows = new Map<string, { tries: number; endsAt: number }>()
  const windowOf = (key: string) => {
    const time = now().getTime()
    const open = windows.get(key)
    if (open && open.endsAt > time) return open
    const fresh = { tries: 0, endsAt: time + windowMs }
    // The windows that ended are in front; a key may be an address.
    for (const [ended, { endsAt }] of windows) {
      if (endsAt > time) break
      windows.delete(ended)
    }
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value as string)
    return fresh
  }
  const tryConsume = (key: string): boolean => {
    const window = windowOf(key)
    const isFree = window.tries < max
    if (isFree) window.tries += 1
    return isFree
  }
  return {
    tryConsume,
    consume(key) {
      if (!tryConsume(key)) throw rateLimited(windowOf(key).endsAt - now().getTime())
    },
    restore(key) {
      const window = windowOf(key)
      window.tries = Math.max(0, window.tries - 1)
    },
  }
}

/**
 * At most `max` attempts per key in each window, counted by all nodes together; by this node alone when it is the only one, or
 * while the store is unavailable.
 * @param name unique among the rate limits
 */
export function createSharedRateLimit(
  { rateLimitStore, now }: { rateLimitStore: RateLimitStore | null; now: () => Date },
  name: string,
  max: number,
  windowMs: number,
): SharedRateLimit {
  const own = createRateLimit(max, windowMs, now)
  const count = (key: string) => rateLimitStore?.consume(`${name}:${key}`, max, windowMs) ?? null
  return {
    async tryConsume(key) {
      const counted = await count(key)
      return counted ? counted.isFree : own.tryConsume(key)
    },
    async consume(key) {
      const counted = await count(key)
      if (!counted) own.consume(key)
      else if (!counted.isFree) throw rateLimited(counted.endsInMs)
    },
    async restore(key) {
      if (!(await rateLimitStore?.restore(`${name}:${key}`))) own.restore(key)
    },
  }
}

const rateLimited = (waitMs: number) =>
  new Problem('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })

/** Counts an attempt before its password or code is checked, and takes it back when that was right. */
export async function countAttempt<T>(
  limit: RateLimit | SharedRateLimit,
  key: string,
  check: () => Promise<T>,
): Promise<T> {
  await limit.consume(key)
  const result = await check()
  await limit.restore(key)
  return result
}
