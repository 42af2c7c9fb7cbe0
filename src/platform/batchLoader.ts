/**
 * Combines concurrent lookups into one call of `work`. A lookup gets the result of a call that began after it, so no result is
 * stale. Calls never overlap: all lookups during one call share the next.
 * @param gatherMs how long a call waits for more lookups; 0 when callers wait for the result
 */
export function createBatchLoader<K, V>(
  work: (keys: K[]) => Promise<Map<K, V>>,
  gatherMs = 0,
): (key: K) => Promise<V | undefined> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<K>; found: Promise<Map<K, V>> } | null = null
  const begin = async (keys: Set<K>): Promise<Map<K, V>> => {
    // Lookups of requests that arrived in the same turn of the event loop join this call.
    await new Promise<void>(resolve => (gatherMs > 0 ? setTimeout(resolve, gatherMs) : setImmediate(resolve)))
    next = null
    return work([...keys])
  }
  return async key => {
    if (!next) {
      const keys = new Set<K>()
      const found = running.then(() => begin(keys))
      running = found.catch(() => undefined)
      next = { keys, found }
    }
    next.keys.add(key)
    return (await next.found).get(key)
  }
}
