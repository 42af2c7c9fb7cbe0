import { and, asc, desc, eq, sql, type Column, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { memoizeQuery, precompileStatement, toPgArray } from '../../platform/preparedStatements.ts'
import { onlyRow, queryRows } from '../../platform/sql.ts'
import type { Product, ProductSearchQuery, ProductSort } from './contract.ts'
import {
  findMatchingSets,
  groupFacets,
  numberFacets,
  type OptionSetRow,
  type OptionSets,
} from './options/rules.ts'
import { optionSets } from './options/table.ts'
import { countHits, type FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from './rules.ts'
import { toTsQuery } from './searchWords.rules.ts'
import {
  hitConditions,
  type HitVolume,
  isIn,
  isInChosenSet,
  matchesText,
  pageConditions,
  type SearchMode,
  tsQuery,
  variantHits,
  wordSets,
} from './searchConditions.service.ts'
import { isListedProduct, visibleProductColumns } from './service.ts'
import { correctedQuery } from './spelling.service.ts'
import { categories, foldAccentsSql, products } from './table.ts'

/** The hits of a search, before facets are applied. */
export interface SearchHits {
  mode: SearchMode
  /** The query in `to_tsquery` syntax, as typed or after spelling correction; null when it has no words. */
  words: string | null
  /** Ids of the categories whose names match the words. */
  named: string[]
  buckets: FacetBucket[]
  /** Those of the hits. */
  optionSets: OptionSets
}

/** The hits of which a variant has the chosen options. */
export interface FilteredHits extends SearchHits {
  /** The option sets that have such a variant; null when no option is chosen. */
  chosenSets: number[] | null
}

const { placeholder } = sql

type SortKey = [SQL | Column, 'asc' | 'desc']

const ascending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'asc'])
const descending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'desc'])

const byAge = ascending(products.createdAt, products.id)
// The subquery makes PostgreSQL evaluate the query once instead of for each hit.
const byWords: SortKey[] = [[sql`ts_rank(${products.search}, (select ${tsQuery}))`, 'desc'], ...byAge]
const relevanceOrder: Record<SearchMode, SortKey[]> = {
  all: byAge,
  words: byWords,
  named: byWords,
  variants: byAge,
  options: byAge,
}

const searchParameters = ({ words, named }: Pick<SearchHits, 'words' | 'named'>) => ({
  words,
  named: toPgArray(named),
})

/** Searches by the typed words and, when they match nothing, by their spelling correction. */
export async function findSearchHits(db: Db, q: string): Promise<SearchHits> {
  const words = toTsQuery(q)
  if (words === null) return runSearch(db, q, { mode: 'all', words, named: [] })
  const found = await runSearch(db, q, { mode: words.includes(' & ') ? 'words' : 'word', words, named: [] })
  if (found.named.length === 0) return found
  return { ...(await runSearch(db, q, { ...found, mode: 'named' })), named: found.named }
}

/** @param option the chosen facets: of one option they are alternatives, and one variant has a facet of each */
export function filterByOptions(hits: SearchHits, option: readonly string[]): FilteredHits {
  const groups = groupFacets(option)
  if (groups.length === 0) return { ...hits, chosenSets: null }
  const chosen = findMatchingSets(hits.optionSets, groups)
  const buckets = hits.buckets.filter(({ optionSet }) => optionSet !== null && chosen.has(optionSet))
  return { ...hits, buckets, chosenSets: [...chosen] }
}

async function runSearch(
  db: Db,
  q: string,
  { mode, words, named }: Pick<SearchHits, 'words' | 'named'> & { mode: keyof typeof searchStatements },
): Promise<SearchHits> {
  const rows = await queryRows<FoundHits>(
    db,
    searchStatements[mode]({ q, ...searchParameters({ words, named }) }),
  )
  const { meant, isByVariant, shelves, optionSets: sets, ...found } = onlyRow(rows)
  return {
    mode: foundModes[mode][isByVariant ? 1 : 0],
    words: meant ?? words,
    buckets: shelves.flatMap(({ sets: own, ...category }) =>
      own.map(([optionSet, prices]) => ({ ...category, optionSet, prices: prices.sort((a, b) => a - b) })),
    ),
    optionSets: numberFacets(sets),
    ...found,
  }
}

interface FoundHits extends Pick<SearchHits, 'named'> {
  optionSets: OptionSetRow[]
  meant: string | null
  isByVariant: boolean
  /** By category: the prices by option set, in no order. */
  shelves: { id: string; name: string; sets: [optionSet: number | null, prices: number[]][] }[]
}

const selectHits = (condition: SQL | undefined): SQL =>
  sql`select ${products.categoryId}, ${products.optionSetId}, ${products.price} from ${products} where ${and(isListedProduct, condition)}`

/** As a scalar, it is not even begun when there are others: as a join it would start parallel workers, which takes longer than the rest. */
const withoutDirect = (ids: SQL): SQL =>
  sql`(case when not exists (select from direct) then array(${ids}) end)`
/** When no product has a word, a variant has it from its options: the rest of its text is that of its product. */
const variantCondition = {
  words: sql`${products.id} = any ${withoutDirect(variantHits)}`,
  word: sql`${products.optionSetId} = any ${withoutDirect(wordSets)}`,
}

/** The hits of the typed words or, when there are none, of the correction, which is computed only then. */
const hitsByTextOrCorrection = (mode: 'word' | 'words'): SQL => sql`
  direct as materialized (${selectHits(matchesText)}),
  by_variant as materialized (${selectHits(variantCondition[mode])}),
  guess as materialized (
    select case when not exists (select from direct) and not exists (select from by_variant) then (${correctedQuery}) end as meant
  ),
  hits as (
    select * from direct union all select * from by_variant
    union all ${selectHits(sql`${products.search} @@ (select to_tsquery('dutch', meant) from guess)`)}
  )`
const isNamed = sql`to_tsvector('dutch', ${foldAccentsSql(categories.name)})
  @@ (select coalesce(to_tsquery('dutch', meant), ${tsQuery}) from guess)`

/** Selects the prices of the hits by category and option set, and the categories whose names match the words. */
function buildSearchStatement(mode: 'all' | 'word' | 'words' | 'named') {
  const byWords = mode === 'words' || mode === 'word'
  return precompileStatement<string>(sql`
    with ${byWords ? hitsByTextOrCorrection(mode) : sql`hits as (${selectHits(hitConditions(matchesText)[mode])})`}, alike as (
      select option_set_id, category_id, json_agg(price) as prices from hits group by option_set_id, category_id
    ), shelf as (
      select category_id, json_agg(json_build_array(option_set_id, prices) order by option_set_id) as sets from alike group by category_id
    )
    select ${byWords ? sql`(select meant from guess)` : sql`null`} as meant,
      ${byWords ? sql`exists (select from by_variant)` : sql`false`} as "isByVariant",
      array(select ${categories.id}::text from ${categories} where ${byWords ? isNamed : sql`false`}) as named,
      coalesce((
        select json_agg(json_build_object('id', ${optionSets.id}, 'facets', ${optionSets.facets}, 'variants', ${optionSets.variants}) order by ${optionSets.id})
        from ${optionSets} where ${optionSets.id} in (select option_set_id from alike)
      ), '[]') as "optionSets",
      coalesce((
        select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'sets', sets)
          order by ${categories.name})
        from ${categories} join shelf on category_id = ${categories.id}
      ), '[]') as shelves`)
}

const searchStatements = {
  all: buildSearchStatement('all'),
  word: buildSearchStatement('word'),
  words: buildSearchStatement('words'),
  named: buildSearchStatement('named'),
}

/** How the hits of each statement were found, without and with variants. */
const foundModes: Record<keyof typeof searchStatements, [SearchMode, SearchMode]> = {
  all: ['all', 'all'],
  named: ['named', 'named'],
  words: ['words', 'variants'],
  word: ['words', 'options'],
}

/** Up to this many hits are read faster by a plan for any words than a plan for these is made. */
const MAX_FEW_HITS = 500
/** With more hits than this, ranking each of them costs more time than the order is worth. */
const MAX_RANKED_HITS = 5000

function volumeOf({ buckets }: FilteredHits): HitVolume {
  const count = countHits(buckets)
  if (count <= MAX_FEW_HITS) return 'few'
  return count <= MAX_RANKED_HITS ? 'some' : 'many'
}

const MAX_INT4 = 2_147_483_647

/**
 * A page of the hits. A page in the second half is read from the end of the list, so that the last page costs as little as the first.
 * @param total how many hits the filters leave
 */
export async function listHitsPage(
  db: Db,
  { hits, total }: { hits: FilteredHits; total: number },
  {
    category,
    sort,
    page,
    pageSize,
    minPrice = 0,
    maxPrice = MAX_INT4,
  }: Omit<ProductSearchQuery, 'q' | 'option'>,
  placeholderRating: boolean,
): Promise<z.input<typeof Product>[]> {
  const before = (page - 1) * pageSize
  const limit = Math.min(pageSize, total - before)
  if (limit <= 0) return []
  const after = total - before - limit
  const end = after < before ? 'last' : 'first'
  const chosen = category.length > 0 ? 'some' : 'any'
  const rated = placeholderRating ? 'rated' : 'unrated'
  return hitsPageQuery(
    db,
    `${hits.mode}_${sort}_${volumeOf(hits)}_${chosen}_${hits.chosenSets ? 'optioned' : 'plain'}_${rated}_${end}`,
  ).execute({
    ...searchParameters(hits),
    chosenSets: `{${hits.chosenSets?.join(',') ?? ''}}`,
    category: toPgArray(category.filter(isUuid)),
    minPrice,
    maxPrice,
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

const orderBy = (keys: SortKey[], isReversed = false): SQL[] =>
  keys.map(([key, direction]) => ((direction === 'asc') === isReversed ? desc(key) : asc(key)))

function sortKeysFor(sort: ProductSort, popularity: SortKey[]): SortKey[] {
  if (sort === 'price-low') return ascending(products.price, products.id)
  if (sort === 'price-high') return descending(products.price, products.id)
  if (sort === 'newest') return descending(products.createdAt, products.id)
  return popularity
}
