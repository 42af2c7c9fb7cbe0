/** A call that takes longer, in milliseconds, no longer holds up the next. Waiting this long gathers lookups: fewer, larger calls. */
const PATIENCE_MS = 50

/**
 * How many calls of one reader may be under way where each result stands for itself. With a bound, because lookups that wait share a
 * statement, and a connection of the pool.
 */
export const READS_AT_ONCE = 3

interface BatchOptions {
  /** How long a call waits for more lookups, in milliseconds; 0 when callers wait for the result. */
  gatherMs?: number
  /** How many calls may be under way; with more than 1, a later lookup may get its result before an earlier one. */
  maxRunning?: number
  /** How many of them begin without waiting for one to end, so that one works while the results of another are read. */
  withoutWaiting?: number
  /** A call with so many keys has no further lookups; the others are in the next. */
  maxKeys?: number
}

/**
 * Combines concurrent lookups into one call of `work`. A lookup gets the result of a call that began after it, so no result is
 * stale. Lookups while as many calls are under way as may begin without waiting share the next, which begins when one of them ends, or where more
 * may run, when they are slow.
 */
export function createBatchLoader<K, V>(
  work: (keys: K[]) => Promise<Map<K, V>>,
  options?: BatchOptions,
): (key: K) => Promise<V | undefined> {
  const loadAll = createBatchListLoader(work, options)
  return async key => (await loadAll([key])).get(key)
}

/**
 * The same for lookups of several keys each.
 * @returns a function from keys to the results, which may be those of other lookups too
 */
export function createBatchListLoader<K, V>(
  work: (keys: K[]) => Promise<Map<K, V>>,
  { gatherMs = 0, maxRunning = 1, withoutWaiting = 1, maxKeys = Infinity }: BatchOptions = {},
): (keys: readonly K[]) => Promise<ReadonlyMap<K, V>> {
  let running = 0
  /** Each begins a call, of those that wait for one to end; the oldest first. */
  const waiting = new Set<() => void>()
  let next: { keys: Set<K>; found: Promise<Map<K, V>> } | null = null
  const begin = async (keys: Set<K>): Promise<Map<K, V>> => {
    if (running >= withoutWaiting) {
      await new Promise<void>(resolve => {
        // A timer that is left would keep this call's lookups for as long.
        const timer = running < maxRunning ? setTimeout(() => go(), PATIENCE_MS) : undefined
        const go = () => {
          clearTimeout(timer)
          if (waiting.delete(go)) resolve()
        }
        waiting.add(go)
      })
    }
    running += 1
    // Lookups of requests that arrived in the same turn of the event loop join this call.
    await new Promise<void>(resolve => (gatherMs > 0 ? setTimeout(resolve, gatherMs) : setImmediate(resolve)))
    if (next?.keys === keys) next = null
    try {
      return await work([...keys])
    } finally {
      running -= 1
      const [oldest] = waiting
      oldest?.()
    }
  }
  return wanted => {
    if (!next || next.keys.size >= maxKeys) {
      const keys = new Set<K>()
      next = { keys, found: begin(keys) }
    }
    for (const key of wanted) next.keys.add(key)
    return next.found
  }
}
