/** A response, its size in bytes, and the products whose stock or rating it shows. */
interface LoadedResponse<T> {
  value: T
  bytes: number
  shows: readonly string[]
}

type CacheEntry = LoadedResponse<Promise<unknown>>

/** The share of the cache that one response may take; a larger one is not cached. */
const MAX_ENTRY_SHARE = 1 / 4
/** Overhead of an entry, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/**
 * A cache of catalog responses. Every change is reported to it, and drops the responses that it affects. It keeps at most
 * `maxBytes`; the least recently used entries are dropped first.
 */
export function createResponseCache(maxBytes: number) {
  const entries = new Map<string, CacheEntry>()
  const showing = new Map<string, Set<string>>()
  /** Responses that are being built; each may show any product. */
  const making = new Set<string>()
  let total = 0

  const drop = (key: string): void => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    making.delete(key)
    total -= entry.bytes
    for (const id of entry.shows) {
      const keys = showing.get(id)
      keys?.delete(key)
      if (keys?.size === 0) showing.delete(id)
    }
  }

  const keep = (key: string, entry: CacheEntry, { bytes, shows }: LoadedResponse<unknown>): void => {
    making.delete(key)
    if (bytes > maxBytes * MAX_ENTRY_SHARE) return drop(key)
    Object.assign(entry, { bytes: bytes + ENTRY_OVERHEAD_BYTES, shows })
    total += entry.bytes
    for (const id of shows) showing.set(id, (showing.get(id) ?? new Set()).add(key))
    for (const oldest of entries.keys()) {
      if (total <= maxBytes) break
      if (oldest !== key) drop(oldest)
    }
  }

  const start = <T>(key: string, make: () => Promise<LoadedResponse<T>>, ofStock: boolean): Promise<T> => {
    const made = make()
    const entry: CacheEntry = { value: made.then(({ value }) => value), bytes: 0, shows: [] }
    entries.set(key, entry)
    if (ofStock) making.add(key)
    // A response that was dropped while it was built may be out of date, so it is not cached.
    const isStillGood = () => entries.get(key) === entry
    made.then(
      result => isStillGood() && keep(key, entry, result),
      () => isStillGood() && drop(key),
    )
    return entry.value as Promise<T>
  }

  return {
    /**
     * The result of `make`, from the cache if possible; simultaneous requests for the same key share one call.
     * @param options.ofStock false for responses without stock and ratings: changes of those do not drop them
     */
    getOrLoad<T>(key: string, make: () => Promise<LoadedResponse<T>>, { ofStock = true } = {}): Promise<T> {
      const entry = entries.get(key)
      if (!entry) return start(key, make, ofStock)
      entries.delete(key)
      entries.set(key, entry)
      return entry.value as Promise<T>
    },
    /** Drops the responses that show these products. */
    invalidate(productIds: Iterable<string>): void {
      for (const id of productIds) for (const key of showing.get(id) ?? []) drop(key)
      for (const key of making) drop(key)
    },
    clear(): void {
      entries.clear()
      showing.clear()
      making.clear()
      total = 0
    },
    bytes: () => total,
  }
}
export type ResponseCache = ReturnType<typeof createResponseCache>
