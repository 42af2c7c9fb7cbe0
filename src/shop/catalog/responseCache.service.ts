/** A response, its size in bytes, and the products whose stock or rating it shows. */
interface LoadedResponse<T> {
  value: T
  bytes: number
  shows: readonly string[]
}

type CacheEntry = LoadedResponse<Promise<unknown>>

/** The share of the cache that one response may take; a larger one is not cached. */
const MAX_ENTRY_SHARE = 1 / 2
/** Overhead of an entry, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/**
 * A cache of catalog responses. Every change is reported to it, and drops the responses that it affects. It keeps at most
 * `maxBytes`; the least recently used entries are dropped first.
 */
export class ResponseCache {
  readonly #maxBytes: number
  readonly #entries = new Map<string, CacheEntry>()
  readonly #showing = new Map<string, Set<string>>()
  /** Responses that are being built; each may show any product. */
  readonly #making = new Set<string>()
  #total = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The result of `make`, from the cache if possible; simultaneous requests for the same key share one call.
   * @param options.ofStock false for responses without stock and ratings: changes of those do not drop them
   */
  getOrLoad<T>(key: string, make: () => Promise<LoadedResponse<T>>, { ofStock = true } = {}): Promise<T> {
    const entry = this.#entries.get(key)
    if (!entry) return this.#start(key, make, ofStock)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value as Promise<T>
  }

  /** Drops the responses that show these products. */
  invalidate(productIds: Iterable<string>): void {
    for (const id of productIds) for (const key of this.#showing.get(id) ?? []) this.#drop(key)
    for (const key of this.#making) this.#drop(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#showing.clear()
    this.#making.clear()
    this.#total = 0
  }

  get bytes(): number {
    return this.#total
  }

  #start<T>(key: string, make: () => Promise<LoadedResponse<T>>, ofStock: boolean): Promise<T> {
    const made = make()
    const entry: CacheEntry = { value: made.then(({ value }) => value), bytes: 0, shows: [] }
    this.#entries.set(key, entry)
    if (ofStock) this.#making.add(key)
    // A response that was dropped while it was built may be out of date, so it is not cached.
    const isStillGood = () => this.#entries.get(key) === entry
    made.then(
      result => isStillGood() && this.#keep(key, entry, result),
      () => isStillGood() && this.#drop(key),
    )
    return entry.value as Promise<T>
  }

  #keep(key: string, entry: CacheEntry, { bytes, shows }: LoadedResponse<unknown>): void {
    this.#making.delete(key)
    if (bytes > this.#maxBytes * MAX_ENTRY_SHARE) return this.#drop(key)
    Object.assign(entry, { bytes: bytes + ENTRY_OVERHEAD_BYTES, shows })
    this.#total += entry.bytes
    for (const id of shows) this.#showing.set(id, (this.#showing.get(id) ?? new Set()).add(key))
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#maxBytes) break
      if (oldest !== key) this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#making.delete(key)
    this.#total -= entry.bytes
    for (const id of entry.shows) {
      const keys = this.#showing.get(id)
      keys?.delete(key)
      if (keys?.size === 0) this.#showing.delete(id)
    }
  }
}
