import { LRUCache } from 'lru-cache'

/** A response, its size in bytes, and the products whose stock or rating it shows. */
interface LoadedResponse<T> {
  value: T
  bytes: number
  shows: readonly string[]
}

type Load<T> = () => Promise<LoadedResponse<T>>

interface CacheEntry<T = unknown> {
  value: Promise<T>
  bytes: number
  /** Null while it is loaded: it may show any product. */
  shows: readonly string[] | null
  /** How many changes of products, and how many others, had been reported when it was begun. */
  changes: number
  clears: number
  /** Whether it is cached when it is loaded. */
  isKept: boolean
}

export interface CacheOptions {
  /** False for responses without stock and ratings: changes of those do not affect them. */
  ofStock?: boolean
  /**
   * Whether it is cached only when it is requested again soon, so that a single request does not push out a response that many
   * request.
   */
  whenRepeated?: boolean
}

/** Of so many responses it is remembered that they were asked for. */
const MAX_ASKED_ONCE = 10_000
/** The share of the cache that one response may take; a larger one is not cached. */
const MAX_ENTRY_SHARE = 3 / 4
/** When more products than this changed since it was last cleared, all is dropped: of each it is remembered when it last changed. */
const MAX_CHANGED_PRODUCTS = 20_000
/** Overhead of an entry, in bytes. */
const ENTRY_OVERHEAD_BYTES = 350

/**
 * A cache of catalog responses, or of parts of them. Every change is reported to it, and a response that it affects is loaded
 * again at its next request. It keeps at most `maxBytes`; the least recently used response is dropped first.
 */
export class ResponseCache {
  readonly #maxBytes: number
  readonly #entries: LRUCache<string, CacheEntry>
  /** How many changes had been reported with the last of a product, by its id. */
  readonly #changedAt = new Map<string, number>()
  readonly #asked = new LRUCache<string, true>({ max: MAX_ASKED_ONCE })
  #changes = 0
  #clears = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes + ENTRY_OVERHEAD_BYTES,
    })
  }

  /** The response, from the cache if possible; simultaneous requests for the same key share one call of `load`. */
  getOrLoad<T>(key: string, load: Load<T>, options: CacheOptions = {}): Promise<T> {
    const entry = this.#entries.get(key)
    return (entry && !this.#isAffected(entry) ? entry : this.#start(key, load, options)).value as Promise<T>
  }

  /**
   * The same when it is not known yet whether all changes were reported. A response that is not cached is loaded before
   * `confirm`, so that simultaneous loads are confirmed together, and again when a change that affects it turns out to be
   * reported.
   * @param confirm resolves when every change before the call was reported
   */
  async getConfirmed<T>(
    key: string,
    load: Load<T>,
    confirm: () => Promise<void>,
    options: CacheOptions = {},
  ): Promise<T> {
    const cached = this.#entries.get(key)
    const entry = cached ?? this.#start(key, load, options)
    // It is awaited below, or not at all.
    const settled = entry.value.catch(() => undefined)
    if (!cached) await settled
    await confirm()
    if (entry.clears === this.#clears) {
      const value = (await entry.value) as T
      if (!this.#isAffected(entry)) return value
    }
    return this.getOrLoad(key, load, options)
  }

  /** Reports a change of the stock or rating of these products. */
  invalidate(productIds: readonly string[]): void {
    this.#changes += 1
    for (const id of productIds) this.#changedAt.set(id, this.#changes)
    if (this.#changedAt.size > MAX_CHANGED_PRODUCTS) this.clear()
  }

  /** Reports any other change. */
  clear(): void {
    this.#clears += 1
    this.#entries.clear()
    this.#changedAt.clear()
  }

  /** The number of reported changes other than of stock and ratings: responses from before and after one do not fit together. */
  get clears(): number {
    return this.#clears
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  #isAffected({ shows, changes, clears }: CacheEntry): boolean {
    if (clears !== this.#clears) return true
    if (changes >= this.#changes) return false
    return !shows || shows.some(id => (this.#changedAt.get(id) ?? 0) > changes)
  }

  #start<T>(key: string, load: Load<T>, { ofStock = true, whenRepeated = false }: CacheOptions): CacheEntry {
    this.#entries.delete(key)
    const loaded = load()
    const entry: CacheEntry = {
      value: loaded.then(({ value }) => value),
      bytes: 0,
      shows: null,
      changes: ofStock ? this.#changes : Infinity,
      clears: this.#clears,
      isKept: !whenRepeated || this.#asked.has(key),
    }
    if (whenRepeated) this.#asked.set(key, true)
    this.#entries.set(key, entry)
    loaded.then(
      result => this.#keep(key, entry, result),
      () => this.#forget(key, entry),
    )
    return entry
  }

  #keep(key: string, entry: CacheEntry, { bytes, shows }: LoadedResponse<unknown>): void {
    entry.shows = shows
    const isCurrent = this.#forget(key, entry)
    const isTooLarge = bytes > this.#maxBytes * MAX_ENTRY_SHARE
    if (!isCurrent || !entry.isKept || isTooLarge || this.#isAffected(entry)) return
    entry.bytes = bytes
    this.#entries.set(key, entry)
  }

  /** @returns false when it was dropped, or loaded anew, before */
  #forget(key: string, entry: CacheEntry): boolean {
    return this.#entries.get(key) === entry && this.#entries.delete(key)
  }
}
