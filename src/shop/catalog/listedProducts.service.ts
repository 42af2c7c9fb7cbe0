import { and } from 'drizzle-orm'
import { createBatchListLoader, READS_AT_ONCE } from '../../platform/batchLoader.ts'
import type { Db } from '../../platform/db.ts'
import { isAnyOfPlaceholder, memoizeQuery, toPgArray } from '../../platform/preparedStatements.ts'
import { RecentMap, RepeatedKeys } from '../../platform/recentMap.ts'
import { compileRowJson } from '../../platform/rowJson.ts'
import { Product } from './contract.ts'
import { isListedProduct, listedProductColumns } from './service.ts'
import { products } from './table.ts'

type Rated = 'rated' | 'unrated'

const listedProductsQuery = memoizeQuery((db, rated: Rated) =>
  db
    .select(listedProductColumns(rated === 'rated'))
    .from(products)
    .where(and(isListedProduct, isAnyOfPlaceholder(products.id, 'ids')))
    .prepare(`catalog_listed_${rated}`),
)

const toJson = compileRowJson(Product)

/** Maximum size of the products in the cache of a node, in bytes. What one takes besides its text comes to some 200. */
const MAX_CACHE_BYTES = 12 * 1024 * 1024
const ENTRY_OVERHEAD_BYTES = 200
/** Of so many products, or half as many, it is remembered that they were listed: one is cached when it is listed again. */
const MAX_LISTED_ONCE = 10_000

/**
 * The products of lists, each as the JSON that a list has of it. Each is cached by itself, so that a list which nobody asked for before is put
 * together from what other lists showed; what is not cached is read in one statement. Changes are reported to it as to a `ResponseCache`.
 */
export class ListedProducts {
  /** A shop uses one of them, until its owner changes the setting. */
  readonly #lists: Record<Rated, CachedProducts>

  constructor(db: Db) {
    this.#lists = {
      rated: new CachedProducts(createReader(db, 'rated')),
      unrated: new CachedProducts(createReader(db, 'unrated')),
    }
  }

  /**
   * @param placeholderRating whether a product without a review shows a placeholder rating
   * @returns the products of these ids, in this order, without those that are no longer listed
   */
  read(ids: readonly string[], placeholderRating: boolean): Promise<string[]> {
    return this.#lists[placeholderRating ? 'rated' : 'unrated'].read(ids)
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

function createReader(db: Db, rated: Rated): ProductReader {
  return async ids => {
    const rows = await listedProductsQuery(db, rated).execute({ ids: toPgArray(ids) })
    return new Map(rows.map(row => [row.id, toJson(row)]))
  }
}

/** Exported for its test. */
export class CachedProducts {
  readonly #cached = new RecentMap<string>(MAX_CACHE_BYTES, ({ length }) => length + ENTRY_OVERHEAD_BYTES)
  readonly #listed = new RepeatedKeys(MAX_LISTED_ONCE)
  readonly #load: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** How many changes had been reported. */
  #changes = 0

  constructor(read: ProductReader) {
    const load = async (ids: string[]) => {
      const changes = this.#changes
      const found = await read(ids)
      // A change that was reported meanwhile may be one of a product that was read before it.
      if (changes === this.#changes) this.#cache(found)
      return found
    }
    this.#load = createBatchListLoader(load, { maxRunning: READS_AT_ONCE })
  }

  async read(ids: readonly string[]): Promise<string[]> {
    const cached = ids.map(id => this.#cached.get(id))
    const missing = ids.filter((_, index) => cached[index] === undefined)
    const loaded = missing.length > 0 ? await this.#load(missing) : undefined
    return ids.map((id, index) => cached[index] ?? loaded?.get(id)).filter(json => json !== undefined)
  }

  #cache(found: ReadonlyMap<string, string>): void {
    for (const [id, json] of found) if (this.#listed.see(id)) this.#cached.set(id, json)
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
