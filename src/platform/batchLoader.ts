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
  /** How many calls begin at once, so that one works while the results of another are read; each lookup of the others waits for one to end. */
  atOnce?: number
}

/**
 * Combines concurrent lookups into one call of `work`. A lookup gets the result of a call that began after it, so no result is
 * stale. All lookups during a call share the next, which begins when that one ends, or where more may run, when it is slow.
 */
export function createBatchLoader<K, V>(
  work: (keys: K[]) => Promise<Map<K, V>>,
  { gatherMs = 0, maxRunning = 1, atOnce = 1 }: BatchOptions = {},
): (key: K) => Promise<V | undefined> {
  let running = 0
  /** Begins the next call, when that waits for one to end. */
  let onEnd: (() => void) | null = null
  let next: { keys: Set<K>; found: Promise<Map<K, V>> } | null = null
  const begin = async (keys: Set<K>): Promise<Map<K, V>> => {
    if (running >= atOnce) {
      await new Promise<void>(resolve => {
        onEnd = resolve
        if (running < maxRunning) setTimeout(resolve, PATIENCE_MS)
      })
    }
    running += 1
    // Lookups of requests that arrived in the same turn of the event loop join this call.
    await new Promise<void>(resolve => (gatherMs > 0 ? setTimeout(resolve, gatherMs) : setImmediate(resolve)))
    next = null
    try {
      return await work([...keys])
    } finally {
      running -= 1
      onEnd?.()
      onEnd = null
    }
  }
  return async key => {
    if (!next) {
      const keys = new Set<K>()
      next = { keys, found: begin(keys) }
    }
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
