import { Problem } from '../wire/problem.ts'
import type { Counters } from './counters.ts'

export interface Limit {
  /**
   * Counts one try for `key`.
   * @throws Problem RATE_LIMITED with `retryAfter` seconds once `max` tries were counted in the window.
   */
  take(key: string): void
  /** Counts one try for `key`, and says whether it still was within the limit: for what must not show that there is one. */
  mayTake(key: string): boolean
  /** Takes a try back that turned out to be harmless. */
  giveBack(key: string): void
}

/** The same, counted over all nodes together. */
export type SharedLimit = { [Verb in keyof Limit]: (key: string) => Promise<ReturnType<Limit[Verb]>> }

/** Never holds more keys than this: past it the oldest windows go first, so that strangers can't fill the memory. */
const MOST_KEYS = 50_000

/** At most `max` tries a key in each window of `windowMs` milliseconds, counted by this node. */
export function createLimit(max: number, windowMs: number, now: () => Date): Limit {
  const windows = new Map<string, { tries: number; endsAt: number }>()
  const windowOf = (key: string) => {
    const time = now().getTime()
    const open = windows.get(key)
    if (open && open.endsAt > time) return open
    const fresh = { tries: 0, endsAt: time + windowMs }
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > MOST_KEYS) windows.delete(windows.keys().next().value as string)
    return fresh
  }
  const mayTake = (key: string): boolean => {
    const window = windowOf(key)
    const isFree = window.tries < max
    if (isFree) window.tries += 1
    return isFree
  }
  return {
    mayTake,
    take(key) {
      if (!mayTake(key)) throw tooMany(windowOf(key).endsAt - now().getTime())
    },
    giveBack(key) {
      const window = windowOf(key)
      window.tries = Math.max(0, window.tries - 1)
    },
  }
}

/**
 * At most `max` tries a key in each window, counted by all nodes together; by this one alone where there is only one, and
 * while what they share is away.
 * @param name apart from every other limit's
 */
export function createSharedLimit(
  { counters, now }: { counters: Counters | null; now: () => Date },
  name: string,
  max: number,
  windowMs: number,
): SharedLimit {
  const own = createLimit(max, windowMs, now)
  const count = (key: string) => counters?.take(`${name}:${key}`, max, windowMs) ?? null
  return {
    async mayTake(key) {
      const counted = await count(key)
      return counted ? counted.isFree : own.mayTake(key)
    },
    async take(key) {
      const counted = await count(key)
      if (!counted) own.take(key)
      else if (!counted.isFree) throw tooMany(counted.endsInMs)
    },
    async giveBack(key) {
      if (!(await counters?.giveBack(`${name}:${key}`))) own.giveBack(key)
    },
  }
}

const tooMany = (waitMs: number) =>
  new Problem('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) })
