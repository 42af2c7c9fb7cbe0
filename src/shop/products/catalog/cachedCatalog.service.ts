import type { z } from 'zod'
import type { Database, Db } from '../../../platform/db/db.ts'
import { SerializedResponse } from '../../../platform/http/serializedResponse.ts'
import type { Endpoint } from '../../../wire/endpoint.ts'
import { createRevalidator } from './cacheInvalidation.service.ts'
import {
  listCategories,
  listProducts,
  ProductSearchResult,
  readProduct,
  searchProducts,
  type ProductSearchQuery,
} from './contract.ts'
import { ListedProducts, type ReadProducts } from './listedProducts.service.ts'
import { computeFacets, countHits } from '../search/priceFacets.rules.ts'
import { computeOptionFacets } from '../search/optionFacets.rules.ts'
import { type CacheOptions, ResponseCache } from './responseCache.service.ts'
import { findPageIds } from '../search/service.ts'
import { createSearch, filterByOptions, type SearchHits } from '../search/hits.service.ts'
import { listActiveProducts, listAllCategories, readActiveProduct } from './service.ts'

/**
 * Maximum size of the bodies in the response cache of a node, in bytes. Listed products, and the data that pages have parsed from
 * the bodies, come on top.
 */
const MAX_CACHE_BYTES = 16 * 1024 * 1024

/**
 * The catalog with a response cache: a response is built again only after a change of the data in it.
 * @param placeholderRating whether a product without a review shows a made-up rating, read for each response
 * @param findSynonyms the words of a search with their synonyms, in `to_tsquery` syntax; null for words without any. Sends no
 * statement.
 */
export function createCachedCatalog(
  { now, ...database }: Pick<Database, 'db' | 'pipelinedReads' | 'pipelinedSearches' | 'now'>,
  placeholderRating: () => boolean,
  findSynonyms: (q: string) => string | null,
) {
  const { db } = database
  const memory = new ResponseCache(MAX_CACHE_BYTES)
  const listed = new ListedProducts(db)
  const findHits = createSearch(database)
  const caches = [memory, listed]
  const confirm = createRevalidator(
    database,
    {
      invalidate: ids => caches.forEach(cache => cache.invalidate(ids)),
      clear: () => caches.forEach(cache => cache.clear()),
    },
    now,
  )
  const answer =
    <O extends z.ZodType, A extends unknown[]>(
      { path }: Endpoint<z.ZodObject, O>,
      make: (placeholderRating: boolean, ...input: A) => Promise<CachedResponse<O>>,
      options: CacheOptions = {},
    ) =>
    (...input: A): Promise<SerializedResponse<O>> => {
      const isRated = placeholderRating()
      const key = JSON.stringify([path, isRated, ...input])
      const load = async () => {
        const { value, shows } = await make(isRated, ...input)
        return { value, shows, bytes: value.body.length }
      }
      return memory.getConfirmed(key, load, confirm, options)
    }
  const answerSearch = answer(
    searchProducts,
    (isRated, search: ProductSearchQuery, synonyms: string | undefined) =>
      buildSearchResponse({ db, memory, listed, findHits }, isRated, search, synonyms),
    { whenRepeated: true },
  )
  return {
    products: answer(listProducts, async isRated => {
      const rows = await listActiveProducts(db, isRated)
      return { value: SerializedResponse.of(listProducts, rows), shows: rows.map(({ id }) => id) }
    }),
    search: (search: ProductSearchQuery) => answerSearch(search, findSynonyms(search.q) ?? undefined),
    /** @throws Problem NOT_FOUND when there is no active product of this id or slug. */
    product: answer(readProduct, async (isRated, idOrSlug: string) => {
      const product = await readActiveProduct(db, idOrSlug, isRated)
      // Of a variant: a change of it is one of its product.
      const shows = [product.parent?.id ?? product.id]
      return { value: SerializedResponse.of(readProduct, product), shows }
    }),
    categories: answer(listCategories, async () => ({
      value: SerializedResponse.of(listCategories, await listAllCategories(db)),
      shows: [],
    })),
  }
}

interface CachedResponse<O extends z.ZodType> {
  value: SerializedResponse<O>
  shows: readonly string[]
}

interface SearchParts {
  db: Db
  memory: ResponseCache
  listed: ListedProducts
  findHits: ReturnType<typeof createSearch>
}

async function buildSearchResponse(
  { db, memory, listed, findHits }: SearchParts,
  isRated: boolean,
  search: ProductSearchQuery,
  synonyms: string | undefined,
): Promise<CachedResponse<typeof ProductSearchResult>> {
  const { changes } = listed
  const first = isFirstPage(search) && listed.areMostlyUncached(isRated) ? search.pageSize : 0
  let given: ReadProducts | undefined
  const find = async (q: string) => {
    const { hits, firstPage } = await findHits(q, { first, placeholderRating: isRated, synonyms })
    given = { found: firstPage, changes }
    return hits
  }
  const { ids, ...found } = await runSearch({ db, memory, find, synonyms }, search)
  const { page, pageSize } = search
  const items = await listed.read(ids, isRated, given)
  const rest = JSON.stringify(SearchSummary.parse({ ...found, page, pageSize }))
  return { value: new SerializedResponse(`{"items":[${items.join(',')}],${rest.slice(1)}`), shows: ids }
}

/** Whether it shows the first hits in their own order. */
const isFirstPage = ({ category, option, minPrice, maxPrice, sort, page }: ProductSearchQuery): boolean =>
  page === 1 &&
  sort === 'popularity' &&
  category.length + option.length === 0 &&
  (minPrice ?? maxPrice) === undefined

const SearchSummary = ProductSearchResult.omit({ items: true })

interface HitParts {
  db: Db
  memory: ResponseCache
  find: (q: string) => Promise<SearchHits>
  synonyms: string | undefined
}

/** The ids of the products on a page of a search, and the totals of all its hits. */
async function runSearch(
  { db, memory, find, synonyms = '' }: HitParts,
  { q, option, ...filters }: ProductSearchQuery,
) {
  // Cached separately: the pages, filters and sort orders of one search share it, and sales do not change it.
  const cached = <T>(key: string, make: () => Promise<{ value: T; shows: never[]; bytes: number }>) =>
    memory.getOrLoad(key, make, { ofStock: false })
  const { clears } = memory
  const all = await cached(`hits ${q}\n${synonyms}`, async () => withByteSize(await find(q)))
  const { category, minPrice, maxPrice } = filters
  const chosen = { category, minPrice, maxPrice, option }
  const options =
    all.optionSets.sets.length > 0 &&
    // Of these hits: others may have been found meanwhile.
    (await cached(`options ${JSON.stringify([clears, q, synonyms, chosen])}`, async () =>
      sized(computeOptionFacets(all, chosen)),
    ))
  const hits = filterByOptions(all, option)
  const { total, facets } = computeFacets(hits.buckets, chosen)
  const ids = await findPageIds(db, { hits, total }, filters)
  return { ids, total, facets: { ...facets, ...(options && { options }) } }
}

const sized = <T>(value: T) => ({
  value,
  shows: [] as never[],
  bytes: 100 + 2 * (JSON.stringify(value)?.length ?? 0),
})

const withByteSize = (value: SearchHits) => ({
  value,
  shows: [] as never[],
  bytes:
    500 +
    150 * value.buckets.length +
    8 * countHits(value.buckets) +
    100 * (value.few?.prices.length ?? 0) +
    bytesOf(value.optionSets),
})

/** A set takes some 100 bytes, an array 24 and each of its numbers 8. */
const bytesOf = ({ sets }: SearchHits['optionSets']): number =>
  sets.reduce(
    (sum, { facets, variants }) =>
      sum + 150 + 8 * facets.length + variants.reduce((size, own) => size + 24 + 8 * own.length, 0),
    0,
  )
