import { and, sql } from 'drizzle-orm'
import type { Db } from '../../../platform/db/db.ts'
import { memoizeQuery } from '../../../platform/db/preparedStatements.ts'
import type { ProductSort } from '../catalog/contract.ts'
import { pageOfFewHits } from './fewHits.rules.ts'
import { countHits } from './priceFacets.rules.ts'
import { type HitVolume, isIn, isInChosenSet, pageConditions, type SearchMode } from './conditions.service.ts'
import { type FilteredHits, type HitsPageQuery, pageParameters, searchParameters } from './hits.service.ts'
import { byAge, orderBy, relevanceOrder, sortKeysFor } from './order.service.ts'
import { isListedProduct } from '../catalog/service.ts'
import { products } from '../catalog/table.ts'

const { placeholder } = sql

/** With more hits than this, ranking each of them costs more time than the order is worth. */
const MAX_RANKED_HITS = 5000

/**
 * The ids of the products on a page of the hits. A page in the second half is read from the end of the list, so that the last page costs as
 * little as the first.
 * @param total how many hits the filters leave
 */
export async function findPageIds(
  db: Db,
  { hits, total }: { hits: FilteredHits; total: number },
  { sort, page, pageSize, ...filters }: HitsPageQuery,
): Promise<string[]> {
  if (hits.few) {
    const chosen = filters.category.map(id => hits.categories.findIndex(category => category.id === id))
    return pageOfFewHits(hits.few, {
      ...filters,
      sort,
      page,
      pageSize,
      categories: filters.category.length > 0 ? new Set(chosen) : null,
      optionSets: hits.chosenSets && new Set(hits.chosenSets),
    })
  }
  const before = (page - 1) * pageSize
  const limit = Math.min(pageSize, total - before)
  if (limit <= 0) return []
  const after = total - before - limit
  const end = after < before ? 'last' : 'first'
  const volume = countHits(hits.buckets) <= MAX_RANKED_HITS ? 'some' : 'many'
  const chosen = filters.category.length > 0 ? 'some' : 'any'
  const options = hits.chosenSets ? 'optioned' : 'plain'
  const rows = await pageQuery(db, `${hits.mode}_${sort}_${volume}_${chosen}_${options}_${end}`).execute({
    ...searchParameters(hits),
    chosenSets: `{${hits.chosenSets?.join(',') ?? ''}}`,
    ...pageParameters(filters),
    limit,
    offset: Math.min(before, after),
  })
  const ids = rows.map(({ id }) => id)
  return end === 'last' ? ids.toReversed() : ids
}

type PageShape =
  `${SearchMode}_${ProductSort}_${HitVolume}_${'some' | 'any'}_${'optioned' | 'plain'}_${'first' | 'last'}`

/** Selects the ids of a page by an index that has all filter and sort columns. */
const pageQuery = memoizeQuery((db, shape: PageShape) => {
  const [mode, sort, volume, chosen, options, end] = shape.split('_') as [
    SearchMode,
    ProductSort,
    HitVolume,
    ...string[],
  ]
  const keys = sortKeysFor(sort, volume === 'many' ? byAge : relevanceOrder[mode])
  // The generic plan estimates every price range as narrow. `+ 0` prevents use of the price index, except where it gives the sort order.
  const price = mode === 'all' && sort.startsWith('price') ? products.price : sql`(${products.price} + 0)`
  const inPrice = sql`${price} between ${placeholder('minPrice')}::int and ${placeholder('maxPrice')}::int`
  const hit = and(pageConditions[volume][mode], options === 'optioned' ? isInChosenSet[volume] : undefined)
  return db
    .select({ id: products.id })
    .from(products)
    .where(and(isListedProduct, hit, chosen === 'some' ? isIn('category') : undefined, inPrice))
    .orderBy(...orderBy(keys, end === 'last'))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .prepare(`catalog_page_${shape}`)
})
