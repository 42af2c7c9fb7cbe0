import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { SerializedResponse } from '../../platform/serializedResponse.ts'
import type { Endpoint } from '../../wire/endpoint.ts'
import { createRevalidator } from './cacheInvalidation.service.ts'
import {
  listCategories,
  listProducts,
  readProduct,
  searchProducts,
  type ProductSearchQuery,
} from './contract.ts'
import { computeFacets, countHits } from './priceFacets.rules.ts'
import { computeOptionFacets } from './options/rules.ts'
import { ResponseCache } from './responseCache.service.ts'
import { listHitsPage } from './search.service.ts'
import { filterByOptions, findSearchHits, type FoundSearch, type SearchHits } from './searchHits.service.ts'
import { listActiveProducts, listAllCategories, readActiveProduct } from './service.ts'

/** Maximum size of the bodies in the response cache of a node, in bytes; what pages have read from them comes on top. */
const MAX_CACHE_BYTES = 24 * 1024 * 1024

/**
 * The catalog with a response cache: a response is built again only after a change of what it shows.
 * @param placeholderRating whether a product without a review shows a made-up rating, read for each response
 */
export function createCachedCatalog(db: Db, now: () => Date, placeholderRating: () => boolean) {
  const memory = new ResponseCache(MAX_CACHE_BYTES)
  const context = { db, memory, placeholderRating }
  const confirm = createRevalidator(db, memory, now)
  const answer =
    <O extends z.ZodType, A extends unknown[]>(
      endpoint: Endpoint<z.ZodObject, O>,
      make: (...input: A) => Promise<CachedResponse<O>>,
    ) =>
    async (...input: A): Promise<SerializedResponse<O>> => {
      // After this, the cache contains no response that is out of date.
      await confirm()
      return memory.getOrLoad(JSON.stringify([endpoint.path, placeholderRating(), ...input]), async () => {
        const { value: made, shows } = await make(...input)
        const value = new SerializedResponse(endpoint, made)
        return { value, shows, bytes: value.body.length }
      })
    }
  return {
    products: answer(listProducts, async () =>
      withProductIds(await listActiveProducts(db, placeholderRating())),
    ),
    search: answer(searchProducts, (search: ProductSearchQuery) => buildSearchResponse(context, search)),
    /** @throws Problem NOT_FOUND when there is no active product of this id or slug. */
    product: answer(readProduct, async (idOrSlug: string) => {
      const value = await readActiveProduct(db, idOrSlug, placeholderRating())
      // Of a variant: a change of it is one of its product.
      return { value, shows: [value.parent?.id ?? value.id] }
    }),
    categories: answer(listCategories, async () => ({ value: await listAllCategories(db), shows: [] })),
  }
}

interface CachedResponse<O extends z.ZodType> {
  value: z.input<O>
  shows: readonly string[]
}

const withProductIds = <P extends { id: string }>(value: P[]) => ({ value, shows: value.map(({ id }) => id) })

async function buildSearchResponse(
  { db, memory, placeholderRating }: { db: Db; memory: ResponseCache; placeholderRating: () => boolean },
  { q, ...filters }: ProductSearchQuery,
): Promise<CachedResponse<typeof searchProducts.output>> {
  // Cached separately: the pages, filters and sort orders of one search share it, and sales do not change it.
  const cached = <T>(key: string, make: () => Promise<{ value: T; shows: never[]; bytes: number }>) =>
    memory.getOrLoad(key, make, { ofStock: false })
  const page = { ...filters, placeholderRating: placeholderRating() }
  // Only of this search: what shows stock is not cached with the hits.
  const read: Pick<FoundSearch, 'products'> = { products: null }
  const all = await cached(`hits ${q}`, async () => {
    const { hits, products } = await findSearchHits(db, q, page)
    read.products = products
    return withByteSize(hits)
  })
  const { category, minPrice, maxPrice, option } = filters
  const chosen = { category, minPrice, maxPrice, option }
  const options = await cached(`options ${JSON.stringify([q, chosen])}`, async () =>
    sized(computeOptionFacets(all, chosen)),
  )
  const hits = filterByOptions(all, option)
  const computed = computeFacets(hits.buckets, chosen)
  const { total } = computed
  const facets = { ...computed.facets, ...(options && { options }) }
  const items = read.products ?? (await listHitsPage(db, { hits, total }, page))
  const { value, shows } = withProductIds(items)
  return { value: { items: value, total, page: page.page, pageSize: page.pageSize, facets }, shows }
}

const sized = <T>(value: T) => ({
  value,
  shows: [] as never[],
  bytes: 100 + 2 * (JSON.stringify(value)?.length ?? 0),
})

const withByteSize = (value: SearchHits) => ({
  value,
  shows: [] as never[],
  bytes: 500 + 150 * value.buckets.length + 8 * countHits(value.buckets) + bytesOf(value.optionSets),
})

/** A set takes some 100 bytes, an array 24 and each of its numbers 8. */
const bytesOf = ({ sets }: SearchHits['optionSets']): number =>
  sets.reduce(
    (sum, { facets, variants }) =>
      sum + 150 + 8 * facets.length + variants.reduce((size, own) => size + 24 + 8 * own.length, 0),
    0,
  )
