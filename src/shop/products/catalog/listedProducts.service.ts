import { and, sql } from 'drizzle-orm'
import { z } from 'zod'
import { createBatchListLoader, READS_AT_ONCE } from '../../../platform/db/batchLoader.ts'
import type { Db } from '../../../platform/db/db.ts'
import { memoizeQuery } from '../../../platform/db/preparedStatements.ts'
import { compileRowJson, type Row } from '../../../platform/db/rowJson.ts'
import { isAnyOf, toPgArray } from '../../../platform/db/sql.ts'
import { LRUCache } from 'lru-cache'
import { Product } from './contract.ts'
import { PLACEHOLDER_RATING } from './rules.ts'
import { isListedProduct, listedProductColumns } from './service.ts'
import { products } from './table.ts'

type Rated = 'rated' | 'unrated'

/** The fields of a product in lists, without a placeholder for its rating. */
export type ListedProduct = Row<typeof Product>

/** Products that another statement read, as JSON by their ids. */
export interface ReadProducts {
  found: ReadonlyMap<string, string>
  /** How many changes had been reported when it was begun. */
  changes: number
}

const listedProductsQuery = memoizeQuery(db =>
  db
    .select(listedProductColumns(false))
    .from(products)
    .where(and(isListedProduct, isAnyOf(products.id, sql.placeholder('ids'))))
    .prepare('catalog_listed'),
)

const withPlaceholder = z.codec(z.number().nullable(), z.number(), {
  decode: rating => rating ?? PLACEHOLDER_RATING,
  encode: rating => rating,
})
const toRatedJson = compileRowJson(Product.extend({ rating: withPlaceholder }))
const toUnratedJson = compileRowJson(Product)
/** @param placeholderRating whether a product without a review shows a placeholder rating */
export const listedProductJson = (row: ListedProduct, placeholderRating: boolean): string =>
  placeholderRating ? toRatedJson(row) : toUnratedJson(row)

/** Maximum size of the products in the cache of a node, in bytes. A product takes some 200 besides its text. */
const MAX_CACHE_BYTES = 12 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 200
/** Of so many products it is remembered that they were listed: one is cached when it is listed again. */
const MAX_LISTED_ONCE = 10_000
/** Over how many recent lists, roughly, the miss rate is averaged. */
const MISS_RATE_LISTS = 100

/**
 * The products of lists, as the JSON in a list. Each is cached by itself, so that a new list is put together from the products of
 * other lists; the ones that are not cached are read in one statement. Changes are reported to it as to a `ResponseCache`.
 */
export class ListedProducts {
  /** A shop uses one of them, until its owner changes the setting. */
  readonly #lists: Record<Rated, CachedProducts>

  constructor(db: Db) {
    this.#lists = {
      rated: new CachedProducts(createReader(db, true)),
      unrated: new CachedProducts(createReader(db, false)),
    }
  }

  /** How many changes were reported. */
  get changes(): number {
    return this.#lists.rated.changes
  }

  /** Whether most products of recent lists were not cached: then a search had better read its products in the same statement. */
  areMostlyUncached(placeholderRating: boolean): boolean {
    return this.#listFor(placeholderRating).missRate > 1 / 2
  }

  /**
   * @param placeholderRating whether a product without a review shows a placeholder rating
   * @param given some of them, which are not read again
   * @returns the products of these ids, in this order, without those that are no longer listed
   */
  read(ids: readonly string[], placeholderRating: boolean, given?: ReadProducts): Promise<string[]> {
    return this.#listFor(placeholderRating).read(ids, given)
  }

  #listFor(placeholderRating: boolean): CachedProducts {
    return this.#lists[placeholderRating ? 'rated' : 'unrated']
  }

  invalidate(productIds: readonly string[]): void {
    for (const list of Object.values(this.#lists)) list.invalidate(productIds)
  }

  clear(): void {
    for (const list of Object.values(this.#lists)) list.clear()
  }
}

/** Reads the JSON of listed products, by their ids. */
type ProductReader = (ids: string[]) => Promise<Map<string, string>>

function createReader(db: Db, placeholderRating: boolean): ProductReader {
  return async ids => {
    const rows = await listedProductsQuery(db).execute({ ids: toPgArray(ids) })
    return new Map(rows.map(row => [row.id, listedProductJson(row, placeholderRating)]))
  }
}

/** Exported for its test. */
export class CachedProducts {
  readonly #cached = new LRUCache<string, string>({
    maxSize: MAX_CACHE_BYTES,
    sizeCalculation: ({ length }) => length + ENTRY_OVERHEAD_BYTES,
  })
  readonly #listed = new LRUCache<string, true>({ max: MAX_LISTED_ONCE })
  readonly #load: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  #changes = 0
  #missRate = 1

  constructor(read: ProductReader) {
    const load = async (ids: string[]) => {
      const changes = this.#changes
      const found = await read(ids)
      for (const [id, json] of found) this.#cache(id, json, changes)
      return found
    }
    this.#load = createBatchListLoader(load, { maxRunning: READS_AT_ONCE })
  }

  get changes(): number {
    return this.#changes
  }

  /** The share of a list's products that was not cached: a moving average over recent lists, 1 at first. */
  get missRate(): number {
    return this.#missRate
  }

  async read(ids: readonly string[], given?: ReadProducts): Promise<string[]> {
    if (ids.length === 0) return []
    const known = ids.map(id => this.#cached.get(id))
    const share = known.filter(json => json === undefined).length / ids.length
    this.#missRate += (share - this.#missRate) / MISS_RATE_LISTS
    if (given) {
      for (const [index, id] of ids.entries()) {
        const json = known[index] === undefined ? given.found.get(id) : undefined
        if (json === undefined) continue
        known[index] = json
        this.#cache(id, json, given.changes)
      }
    }
    const missing = ids.filter((_, index) => known[index] === undefined)
    const loaded = missing.length > 0 ? await this.#load(missing) : undefined
    return ids.map((id, index) => known[index] ?? loaded?.get(id)).filter(json => json !== undefined)
  }

  /** Caches it if it was listed before. @param changes how many changes had been reported when it was read: a later one may be of it */
  #cache(id: string, json: string, changes: number): void {
    if (changes !== this.#changes) return
    if (this.#listed.has(id)) this.#cached.set(id, json)
    this.#listed.set(id, true)
  }

  invalidate(ids: readonly string[]): void {
    this.#changes += 1
    for (const id of ids) this.#cached.delete(id)
  }

  clear(): void {
    this.#changes += 1
    this.#cached.clear()
  }
}
