import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { memoizeQuery } from '../../platform/preparedStatements.ts'
import type { Product, ProductSort } from './contract.ts'
import { countHits } from './priceFacets.rules.ts'
import {
  type HitVolume,
  isIn,
  isInChosenSet,
  MAX_FEW_HITS,
  pageConditions,
  type SearchMode,
} from './searchConditions.service.ts'
import {
  type FilteredHits,
  type HitsPageQuery,
  pageParameters,
  searchParameters,
} from './searchHits.service.ts'
import { byAge, orderBy, relevanceOrder, sortKeysFor } from './searchOrder.service.ts'
import { isListedProduct, visibleProductColumns } from './service.ts'
import { products } from './table.ts'

const { placeholder } = sql

/** With more hits than this, ranking each of them costs more time than the order is worth. */
const MAX_RANKED_HITS = 5000

function volumeOf({ buckets }: FilteredHits): HitVolume {
  const count = countHits(buckets)
  if (count <= MAX_FEW_HITS) return 'few'
  return count <= MAX_RANKED_HITS ? 'some' : 'many'
}

/**
 * A page of the hits. A page in the second half is read from the end of the list, so that the last page costs as little as the first.
 * @param total how many hits the filters leave
 */
export async function listHitsPage(
  db: Db,
  { hits, total }: { hits: FilteredHits; total: number },
  { sort, page, pageSize, placeholderRating, ...filters }: HitsPageQuery,
): Promise<z.input<typeof Product>[]> {
  const before = (page - 1) * pageSize
  const limit = Math.min(pageSize, total - before)
  if (limit <= 0) return []
  const after = total - before - limit
  const end = after < before ? 'last' : 'first'
  const chosen = filters.category.length > 0 ? 'some' : 'any'
  const rated = placeholderRating ? 'rated' : 'unrated'
  return hitsPageQuery(
    db,
    `${hits.mode}_${sort}_${volumeOf(hits)}_${chosen}_${hits.chosenSets ? 'optioned' : 'plain'}_${rated}_${end}`,
  ).execute({
    ...searchParameters(hits),
    chosenSets: `{${hits.chosenSets?.join(',') ?? ''}}`,
    ...pageParameters(filters),
    limit,
    offset: Math.min(before, after),
  })
}

type PageShape =
  `${SearchMode}_${ProductSort}_${HitVolume}_${'some' | 'any'}_${'optioned' | 'plain'}_${'rated' | 'unrated'}_${'first' | 'last'}`

/** Selects the ids of a page by an index that has all filter and sort columns, and reads only the products of that page. */
const hitsPageQuery = memoizeQuery((db, shape: PageShape) => {
  const [mode, sort, volume, chosen, options, rated, end] = shape.split('_') as [
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
  const cut = db
    .select({ id: products.id })
    .from(products)
    .where(and(isListedProduct, hit, chosen === 'some' ? isIn('category') : undefined, inPrice))
    .orderBy(...orderBy(keys, end === 'last'))
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('cut')
  return db
    .select(visibleProductColumns(rated === 'rated'))
    .from(products)
    .innerJoin(cut, eq(cut.id, products.id))
    .orderBy(...orderBy(keys))
    .prepare(`catalog_page_${shape}`)
})
