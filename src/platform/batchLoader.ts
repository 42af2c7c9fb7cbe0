/**
 * One piece of work for all who ask at the same time. Who asks gets what a run found that began after the asking, so
 * nothing is ever older than the question; runs never overlap, and all who ask while one is under way share the next.
 * That is how a question that every request has to ask costs a busy server little more than a quiet one.
 * @param gatherMs for how long others may come along before a run begins; 0 where each waits for the answer
 */
export function createBatchLoader<K, V>(
  work: (keys: K[]) => Promise<Map<K, V>>,
  gatherMs = 0,
): (key: K) => Promise<V | undefined> {
  let running: Promise<unknown> = Promise.resolve()
  let next: { keys: Set<K>; found: Promise<Map<K, V>> } | null = null
  const begin = async (keys: Set<K>): Promise<Map<K, V>> => {
    // Whatever else arrived with the same readiness of the network comes along.
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
