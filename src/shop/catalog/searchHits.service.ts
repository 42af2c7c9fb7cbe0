import { and, sql, type SQL } from 'drizzle-orm'
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
import type { FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from './rules.ts'
import {
  hitConditions,
  matchesText,
  MAX_FEW_HITS,
  type SearchMode,
  tsQuery,
  variantHits,
  wordSets,
} from './searchConditions.service.ts'
import { byRank, orderBy, sortKeysFor } from './searchOrder.service.ts'
import { toTsQuery } from './searchWords.rules.ts'
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

/** A page of hits to read. */
export interface HitsPageQuery extends Omit<ProductSearchQuery, 'q'> {
  /** Whether a product without a review shows a placeholder rating. */
  placeholderRating: boolean
}

type ListedProduct = z.input<typeof Product>

export interface FoundSearch {
  hits: SearchHits
  /** The products of the page, where they could be read with the hits. */
  products: ListedProduct[] | null
}

const { placeholder } = sql

export const searchParameters = ({ words, named }: Pick<SearchHits, 'words' | 'named'>) => ({
  words,
  named: toPgArray(named),
})

const MAX_INT4 = 2_147_483_647

export const pageParameters = ({
  category,
  minPrice = 0,
  maxPrice = MAX_INT4,
}: Pick<ProductSearchQuery, 'category' | 'minPrice' | 'maxPrice'>) => ({
  category: toPgArray(category.filter(isUuid)),
  minPrice,
  maxPrice,
})

/**
 * Searches by the typed words and, when they match nothing, by their spelling correction. Where products have the words and few are found,
 * the same statement reads the page.
 */
export async function findSearchHits(db: Db, q: string, page: HitsPageQuery): Promise<FoundSearch> {
  const words = toTsQuery(q)
  if (words === null) return { hits: await runSearch(db, 'all', { words, named: [] }), products: null }
  const found = await searchByWords(db, { q, words }, page)
  const { named } = found.hits
  if (named.length === 0) return found
  return { hits: { ...(await runSearch(db, 'named', found.hits)), named }, products: null }
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
  mode: 'all' | 'named',
  { words, named }: Pick<SearchHits, 'words' | 'named'>,
): Promise<SearchHits> {
  const rows = await queryRows<FoundHits>(db, searchStatements[mode](searchParameters({ words, named })))
  return toSearchHits(onlyRow(rows), mode, words)
}

async function searchByWords(
  db: Db,
  { q, words }: { q: string; words: string },
  { placeholderRating, sort, page, pageSize, option, ...filters }: HitsPageQuery,
): Promise<FoundSearch> {
  const kind = words.includes(' & ') ? 'words' : 'word'
  const rows = await wordsQuery(db, `${kind}_${sort}_${placeholderRating ? 'rated' : 'unrated'}`).execute({
    q,
    words,
    ...pageParameters(filters),
    isInAnyCategory: filters.category.length === 0,
    // Which products have the chosen options is computed from the hits.
    most: option.length === 0 ? MAX_FEW_HITS : -1,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  const { found } = onlyRow(rows.slice(0, 1))
  const { isByVariant, isPageRead, ...row } = found as FoundByWords
  const variantMode = kind === 'word' ? 'options' : 'variants'
  return {
    hits: toSearchHits(row, isByVariant ? variantMode : 'words', words),
    // The cast: of a page without products there is a row without one.
    products: isPageRead ? (rows.filter(({ id }) => id !== null) as ListedProduct[]) : null,
  }
}

function toSearchHits(
  { meant, shelves, optionSets: sets, named }: FoundHits,
  mode: SearchMode,
  words: string | null,
): SearchHits {
  return {
    mode,
    words: meant ?? words,
    named,
    buckets: shelves.flatMap(({ sets: own, ...category }) =>
      own.map(([optionSet, prices]) => ({ ...category, optionSet, prices: prices.sort((a, b) => a - b) })),
    ),
    optionSets: numberFacets(sets),
  }
}

interface FoundHits extends Pick<SearchHits, 'named'> {
  optionSets: OptionSetRow[]
  meant: string | null
  /** By category: the prices by option set, in no order. */
  shelves: { id: string; name: string; sets: [optionSet: number | null, prices: number[]][] }[]
}

interface FoundByWords extends FoundHits {
  isByVariant: boolean
  isPageRead: boolean
}

const hitColumns = sql`${products.categoryId}, ${products.optionSetId}, ${products.price}`
const selectHits = (condition: SQL | undefined, columns = hitColumns): SQL =>
  sql`select ${columns} from ${products} where ${and(isListedProduct, condition)}`
const selectHitsWithId = (condition: SQL): SQL => selectHits(condition, sql`${hitColumns}, ${products.id}`)

/** As a scalar, it is not even begun when there are others: as a join it would start parallel workers, which takes longer than the rest. */
const withoutDirect = (ids: SQL): SQL =>
  sql`(case when not exists (select from direct) then array(${ids}) end)`
/** When no product has a word, a variant has it from its options: the rest of its text is that of its product. */
const variantCondition = {
  words: sql`${products.id} = any ${withoutDirect(variantHits(tsQuery))}`,
  word: sql`${products.optionSetId} = any ${withoutDirect(wordSets(tsQuery))}`,
}

/** What is searched for in the end. */
const meantQuery = sql`(select query from sought)`

/** Variants that have the corrected words, if no product does. */
const withoutCorrected = (ids: SQL): SQL =>
  sql`(case when exists (select from sought where meant is not null) and not exists (select from corrected) then array(${ids}) end)`
const correctedVariantCondition = {
  words: sql`${products.id} = any ${withoutCorrected(variantHits(meantQuery))}`,
  word: sql`${products.optionSetId} = any ${withoutCorrected(wordSets(meantQuery))}`,
}

/** The hits of the typed words or, when there are none, of the correction, which is computed only then. */
const hitsByTextOrCorrection = (mode: 'word' | 'words'): SQL => sql`
  direct as materialized (${selectHitsWithId(matchesText)}),
  by_variant as materialized (${selectHits(variantCondition[mode])}),
  guess as materialized (
    select case when not exists (select from direct) and not exists (select from by_variant) then (${correctedQuery}) end as meant
  ),
  sought as materialized (select meant, case when meant is null then ${tsQuery} else to_tsquery('dutch', meant) end as query from guess),
  corrected as materialized (${selectHitsWithId(sql`${products.search} @@ (select query from sought where meant is not null)`)}),
  corrected_by_variant as materialized (${selectHits(correctedVariantCondition[mode])}),
  hits as (
    select category_id, option_set_id, price from direct union all select * from by_variant
    union all select category_id, option_set_id, price from corrected union all select * from corrected_by_variant
  ), named as (
    select ${categories.id} from ${categories} where to_tsvector('dutch', ${foldAccentsSql(categories.name)}) @@ ${meantQuery}
  ), few as (
    select id from direct union all select id from corrected limit ${sql.raw(String(MAX_FEW_HITS + 1))}
  )`

/** The prices of the hits by category and option set. */
const groupedHits = sql`alike as (
    select option_set_id, category_id, json_agg(price) as prices from hits group by option_set_id, category_id
  ), shelf as (
    select category_id, json_agg(json_build_array(option_set_id, prices) order by option_set_id) as sets from alike group by category_id
  )`
const foundOptionSets = sql`coalesce((
    select json_agg(json_build_object('id', ${optionSets.id}, 'facets', ${optionSets.facets}, 'variants', ${optionSets.variants}) order by ${optionSets.id})
    from ${optionSets} where ${optionSets.id} in (select option_set_id from alike)
  ), '[]')`
const foundShelves = sql`coalesce((
    select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'sets', sets)
      order by ${categories.name})
    from ${categories} join shelf on category_id = ${categories.id}
  ), '[]')`

const buildSearchStatement = (mode: 'all' | 'named') =>
  precompileStatement<string>(sql`
    with hits as (${selectHits(hitConditions(matchesText)[mode])}), ${groupedHits}
    select null as meant, '{}'::text[] as named, ${foundOptionSets} as "optionSets", ${foundShelves} as shelves`)

const searchStatements = { all: buildSearchStatement('all'), named: buildSearchStatement('named') }

type WordsShape = `${'word' | 'words'}_${ProductSort}_${'rated' | 'unrated'}`

/**
 * Selects the hits and, when they are few and all that is shown, the products of the page: a row each, of which the first also has the
 * hits. The products are found by an array of their ids, because PostgreSQL would expect a join to find many; `+ 0` prevents use of the
 * price index.
 */
const wordsQuery = memoizeQuery((db, shape: WordsShape) => {
  const [kind, sort, rated] = shape.split('_') as ['word' | 'words', ProductSort, string]
  const keys = sortKeysFor(sort, byRank(meantQuery))
  const cut = sql`
    select ${products.id} from ${products}
    where ${products.id} = any (array(select id from few))
      and (${placeholder('isInAnyCategory')}::boolean or ${products.categoryId} = any (${placeholder('category')}::uuid[]))
      and ${products.price} + 0 between ${placeholder('minPrice')}::int and ${placeholder('maxPrice')}::int
    order by ${sql.join(orderBy(keys), sql`, `)} limit ${placeholder('limit')}::int offset ${placeholder('offset')}::int`
  const found = sql`
    with ${hitsByTextOrCorrection(kind)}, ${groupedHits}, page as materialized (
      select not exists (select from by_variant) and not exists (select from corrected_by_variant) and not exists (select from named)
        and (select count(*) from few) <= ${placeholder('most')}::int as is_read
    )
    select case when is_read then array(${cut}) end as ids, json_build_object(
      'meant', (select meant from guess), 'isByVariant', exists (select from by_variant) or exists (select from corrected_by_variant), 'isPageRead', is_read,
      'named', array(select id from named), 'optionSets', ${foundOptionSets}, 'shelves', ${foundShelves}
    ) as hits from page`
  return db
    .select({
      found: sql<FoundByWords | null>`case when coalesce(ordinal, 1) = 1 then found.hits end`,
      ...visibleProductColumns(rated === 'rated'),
    })
    .from(sql`(${found}) found left join lateral unnest(found.ids) with ordinality cut (id, ordinal) on true`)
    .leftJoin(products, sql`${products.id} = cut.id`)
    .orderBy(sql`ordinal`)
    .prepare(`catalog_search_${shape}`)
})
