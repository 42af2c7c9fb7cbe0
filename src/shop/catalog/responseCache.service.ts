/** What was made, how heavy it is, and the products whose stock or rating it shows. */
interface LoadedResponse<T> {
  value: T
  bytes: number
  shows: readonly string[]
}

/** What is kept of the catalogue. It is told of every change, and holds nothing that a change it was told of touches. */
export interface ResponseCache {
  /**
   * What `make` gives, from memory when it is there; who asks for the same at the same time shares the making.
   * @param options.ofStock false for what shows no stock and no rating, and so outlives orders even while it is made
   */
  getOrLoad<T>(
    key: string,
    make: () => Promise<LoadedResponse<T>>,
    options?: { ofStock?: boolean },
  ): Promise<T>
  /** Drops what shows these products. */
  invalidate(productIds: Iterable<string>): void
  clear(): void
  bytes(): number
}

interface CacheEntry {
  value: Promise<unknown>
  bytes: number
  shows: readonly string[]
}

/** A single answer may take this share of what there is; a longer one is made anew each time. */
const MAX_ENTRY_SHARE = 1 / 4
/** What keeping an answer costs beside its own bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** Keeps at most `mostBytes`; what was not asked for the longest goes first. */
export function createResponseCache(mostBytes: number): ResponseCache {
  const entries = new Map<string, CacheEntry>()
  const showing = new Map<string, Set<string>>()
  /** What is being made, and might show any product. */
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
    if (bytes > mostBytes * MAX_ENTRY_SHARE) return drop(key)
    Object.assign(entry, { bytes: bytes + ENTRY_OVERHEAD_BYTES, shows })
    total += entry.bytes
    for (const id of shows) showing.set(id, (showing.get(id) ?? new Set()).add(key))
    for (const oldest of entries.keys()) {
      if (total <= mostBytes) break
      if (oldest !== key) drop(oldest)
    }
  }

  const start = <T>(key: string, make: () => Promise<LoadedResponse<T>>, ofStock: boolean): Promise<T> => {
    const made = make()
    const entry: CacheEntry = { value: made.then(({ value }) => value), bytes: 0, shows: [] }
    entries.set(key, entry)
    if (ofStock) making.add(key)
    // What was dropped while it was made may be older than the change that dropped it: then it is not kept.
    const isStillGood = () => entries.get(key) === entry
    made.then(
      result => isStillGood() && keep(key, entry, result),
      () => isStillGood() && drop(key),
    )
    return entry.value as Promise<T>
  }

  return {
    getOrLoad<T>(key: string, make: () => Promise<LoadedResponse<T>>, { ofStock = true } = {}) {
      const entry = entries.get(key)
      if (!entry) return start(key, make, ofStock)
      entries.delete(key)
      entries.set(key, entry)
      return entry.value as Promise<T>
    },
    invalidate(productIds) {
      for (const id of productIds) for (const key of showing.get(id) ?? []) drop(key)
      for (const key of making) drop(key)
    },
    clear() {
      entries.clear()
      showing.clear()
      making.clear()
      total = 0
    },
    bytes: () => total,
  }
}
