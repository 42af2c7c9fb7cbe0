import { and } from 'drizzle-orm'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/batchLoader.ts'
import type { Db } from '../../platform/db.ts'
import { isAnyOfPlaceholder, memoizeQuery, toPgArray } from '../../platform/preparedStatements.ts'
import { Product } from './contract.ts'
import { ResponseCache } from './responseCache.service.ts'
import { isListedProduct, visibleProductColumns } from './service.ts'
import { products } from './table.ts'

type Rated = 'rated' | 'unrated'

const listedProductsQuery = memoizeQuery((db, rated: Rated) =>
  db
    .select(visibleProductColumns(rated === 'rated'))
    .from(products)
    .where(and(isListedProduct, isAnyOfPlaceholder(products.id, 'ids')))
    .prepare(`catalog_listed_${rated}`),
)

/** Maximum size of the products in the cache of a node, in bytes. */
const MAX_CACHE_BYTES = 12 * 1024 * 1024

/**
 * The products of lists, each as the JSON that a list has of it. Each is cached by itself, so that a list which nobody asked for before is put
 * together from what other lists showed; what is not cached is read in one statement. Changes are reported to it as to a `ResponseCache`.
 */
export class ListedProducts {
  /** A shop uses one of them, until its owner changes the setting. */
  readonly #caches = {
    rated: new ResponseCache(MAX_CACHE_BYTES),
    unrated: new ResponseCache(MAX_CACHE_BYTES),
  }
  readonly #load: Record<Rated, (id: string) => Promise<string | undefined>>

  constructor(db: Db) {
    this.#load = { rated: createLoader(db, 'rated'), unrated: createLoader(db, 'unrated') }
  }

  /**
   * @param placeholderRating whether a product without a review shows a placeholder rating
   * @returns the products of these ids, in this order, without those that are no longer listed
   */
  async read(ids: readonly string[], placeholderRating: boolean): Promise<string[]> {
    const rated = placeholderRating ? 'rated' : 'unrated'
    const load = async (id: string) => {
      const value = await this.#load[rated](id)
      return { value, shows: [id], bytes: value?.length ?? 0 }
    }
    const found = await Promise.all(ids.map(id => this.#caches[rated].getOrLoad(id, () => load(id))))
    return found.filter(json => json !== undefined)
  }

  invalidate(productIds: readonly string[]): void {
    for (const cache of Object.values(this.#caches)) cache.invalidate(productIds)
  }

  clear(): void {
    for (const cache of Object.values(this.#caches)) cache.clear()
  }
}

function createLoader(db: Db, rated: Rated) {
  const read = async (ids: string[]) => {
    const rows = await listedProductsQuery(db, rated).execute({ ids: toPgArray(ids) })
    return new Map(rows.map(row => [row.id, JSON.stringify(Product.parse(row))]))
  }
  return createBatchLoader(read, { maxRunning: READS_AT_ONCE })
}
