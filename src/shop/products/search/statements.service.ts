import { and, sql, type SQL } from 'drizzle-orm'
import { precompileStatement } from '../../../platform/db/preparedStatements.ts'
import type { FewHits } from './fewHits.rules.ts'
import type { ListedProduct } from '../catalog/listedProducts.service.ts'
import type { OptionSetRow } from './optionFacets.rules.ts'
import { optionSets } from '../variants/table.ts'
import type { FacetBucket } from './priceFacets.rules.ts'
import { hitConditions, matchesText, tsQueryOf, variantHits, wordSets } from './conditions.service.ts'
import { byAge, orderBy, rankBy, rankByWords } from './order.service.ts'
import { isListedProduct, listedProductColumns } from '../catalog/service.ts'
import { correctedQuery } from './spelling.service.ts'
import { categories, foldAccentsSql, products } from '../catalog/table.ts'

/** The result of a statement of a search. */
export interface FoundHits {
  /** Ids of the categories whose names match the words. */
  named: string[]
  /** Null for more than few hits. */
  few: FewHits | null
  /** The categories of the hits, by name. */
  categories: Pick<FacetBucket, 'id' | 'name'>[]
  optionSets: OptionSetRow[]
  /** The query instead of the words: their synonyms, or their spelling correction; null when neither was needed. */
  meant: string | null
  /** Of more than few hits: the prices by category and option set, in no order. */
  grouped: [category: number, optionSet: number | null, prices: number[]][]
}

/** A search that is part of a statement. */
export interface WordsSearch {
  /** Its number in the statement, and of its rows in the answer. */
  number: number
  q: string
  /** In `to_tsquery` syntax. */
  words: string
  /** The same with the synonyms that some of the words have. */
  synonyms?: string
  /** How many products of its first page are read with it. */
  first: number
}

/** A row of a search: its hits, or a product of its first page. */
export type FoundByWords = { number: number } & (
  | { hits: FoundHits & { isByVariant: boolean } }
  | ({ hits: null } & ListedProduct)
)

/** By its `ctid`, which does not change within a statement, a row is found again faster than by its id. */
const selectHits = (condition: SQL | undefined): SQL =>
  sql`select ${products}.ctid, ${products.categoryId}, ${products.optionSetId}, ${products.price} from ${products}
    where ${and(isListedProduct, condition)}`

/** Of the typed words; computed once for each search. */
const typedQuery = sql`asked.query`
/** As a scalar, it is not even begun when there are others: as a join it would start parallel workers, which takes longer than the rest. */
const withoutDirect = (ids: SQL): SQL =>
  sql`(case when not exists (select from direct) then array(${ids}) end)`
/** When no product has a word, a variant has it from its options: the rest of its text is that of its product. */
const variantCondition = {
  words: sql`${products.id} = any ${withoutDirect(variantHits(typedQuery))}`,
  word: sql`${products.optionSetId} = any ${withoutDirect(wordSets(typedQuery))}`,
}

/** The query that is searched for in the end. */
const meantQuery = sql`(select query from sought)`

/** Variants that have the corrected words, if no product does. */
const withoutCorrected = (ids: SQL): SQL =>
  sql`(case when exists (select from sought where meant is not null) and not exists (select from corrected) then array(${ids}) end)`
const correctedVariantCondition = {
  words: sql`${products.id} = any ${withoutCorrected(variantHits(meantQuery))}`,
  word: sql`${products.optionSetId} = any ${withoutCorrected(wordSets(meantQuery))}`,
}

/** The hits of the typed words (a row `asked`) or, when there are none, of their synonyms, or else of the correction, which is computed only then. */
const hitsByTextOrCorrection = (mode: 'word' | 'words'): SQL => sql`
  direct as materialized (${selectHits(sql`${products.search} @@ ${typedQuery}`)}),
  by_variant as materialized (${selectHits(variantCondition[mode])}),
  guess as materialized (
    select case when not exists (select from direct) and not exists (select from by_variant)
      then coalesce(${foldAccentsSql(sql`asked.synonyms`)}, (${correctedQuery(sql`asked.q`)})) end as meant
  ),
  sought as materialized (select meant, case when meant is null then ${typedQuery} else to_tsquery('dutch', meant) end as query from guess),
  corrected as materialized (${selectHits(sql`${products.search} @@ (select query from sought where meant is not null)`)}),
  corrected_by_variant as materialized (${selectHits(correctedVariantCondition[mode])}),
  hits as (
    select * from direct union all select * from by_variant union all select * from corrected union all select * from corrected_by_variant
  )`
const isByVariant = sql`(exists (select from by_variant) or exists (select from corrected_by_variant))`

/**
 * Up to this many hits are selected with the values that sort and filter them, so that no statement is needed for their pages.
 */
const MAX_FEW_HITS = 500
const sqlMostFew = sql.raw(String(MAX_FEW_HITS))
/**
 * The common properties of the hits, and, where they are few, each hit in its order: found by an array of their `ctid`s,
 * because PostgreSQL would expect a join to find many.
 * @param ctids a subquery of those of all hits
 */
const groupedHits = (ctids: SQL, rank: SQL): SQL => sql`
  grouped as materialized (
    select option_set_id, category_id, json_agg(price) as prices from hits group by option_set_id, category_id
  ), listed as materialized (
    select array_agg(id) as ids, json_agg(json_build_object('id', id, 'name', name)) as categories
    from (
      select ${categories.id}, ${categories.name} from ${categories} where ${categories.id} in (select category_id from grouped)
      order by ${categories.name}, ${categories.id}
    ) as sorted
  ), first_hits as materialized (select array(${ctids} limit ${sqlMostFew} + 1) as ctids
  ), ranked as materialized (
    select ${products}.ctid, ${products.id}, ${products.categoryId}, ${products.optionSetId}, ${products.price},
      row_number() over (order by ${sql.join(orderBy(byAge), sql`, `)}) as position, ${rank} as rank
    from ${products} where ${products}.ctid = any ((select ctids from first_hits)::tid[]) order by rank desc, position
  )`
const isFew = sql`(select cardinality(ctids) <= ${sqlMostFew} from first_hits)`
const indexOfCategory = sql`array_position((select ids from listed), category_id) - 1`
const foundOptionSets = sql`coalesce((
    select json_agg(json_build_object('id', ${optionSets.id}, 'facets', ${optionSets.facets}, 'variants', ${optionSets.variants}) order by ${optionSets.id})
    from ${optionSets} where ${optionSets.id} in (select option_set_id from grouped)
  ), '[]')`
const foundGroups = sql`case when not ${isFew} then (
    select json_agg(json_build_array(${indexOfCategory}, option_set_id, prices) order by ${indexOfCategory}, option_set_id) from grouped
  ) end`

const listOf = (value: SQL): SQL => sql`coalesce(json_agg(${value}), '[]')`
const foundFew = sql`case when ${isFew} then (
    select json_build_object('ids', ${listOf(sql`id`)}, 'categories', ${listOf(indexOfCategory)}, 'optionSets', ${listOf(sql`option_set_id`)},
      'prices', ${listOf(sql`price`)}, 'positions', ${listOf(sql`position`)})
    from ranked
  ) end`

/** All hits have the same rank. */
const unranked = sql`0`
const foundHits = sql`
  ${foundFew} as few, ${foundGroups} as grouped, coalesce((select categories from listed), '[]') as categories, ${foundOptionSets} as "optionSets"`

/** Of every product, or of those that match the words or are of the categories `named`. */
const buildSearchStatement = (mode: 'all' | 'named') => {
  const hits = selectHits(hitConditions(matchesText)[mode])
  // All products are selected once more: hits that are used twice are stored.
  const ctids = mode === 'all' ? sql`select ctid from (${hits}) as again` : sql`select ctid from hits`
  return precompileStatement<string>(sql`
    with hits as (${hits}), ${groupedHits(ctids, mode === 'all' ? unranked : rankByWords)}
    select null as meant, '{}'::text[] as named, ${foundHits}`)
}

export const searchStatements = { all: buildSearchStatement('all'), named: buildSearchStatement('named') }

const productColumns = Object.entries(listedProductColumns(false))
const productNames = sql.raw(productColumns.map(([name]) => `"${name}"`).join(', '))
const productValues = sql.join(
  productColumns.map(([, column]) => sql`${column}`),
  sql`, `,
)
const noProduct = sql.raw(productColumns.map(() => 'null').join(', '))
/** Found again by their `ctid`s. Of many hits the first page is not known yet. */
const firstPage = sql`
  select null, ${productValues} from ${products} where ${products}.ctid = any (array(
    select ctid from ranked where ${isFew} limit asked.first
  ))`

/** @param kind whether one word is searched for, which options can have, or several */
const buildWordsStatement = (kind: 'word' | 'words') => {
  const rank = sql`case when ${isByVariant} then 0 else ${rankBy(meantQuery)} end`
  return precompileStatement<'searches'>(sql`
    with category_names as materialized (
      select ${categories.id}, to_tsvector('dutch', ${foldAccentsSql(categories.name)}) as search from ${categories}
    )
    select asked.number, found.*
    from (
      select number, q, first, synonyms, ${tsQueryOf(sql`words`)} as query
      from json_to_recordset(${sql.placeholder('searches')}::json) as given (number int, q text, words text, first int, synonyms text)
      offset 0 -- Otherwise PostgreSQL would compute the query where it is used.
    ) as asked cross join lateral (
      with ${hitsByTextOrCorrection(kind)}, ${groupedHits(sql`select ctid from hits`, rank)}
      select row_to_json(summary), ${noProduct} from (
        select (select meant from guess) as meant, array(select id from category_names where search @@ ${meantQuery}) as named,
          ${isByVariant} as "isByVariant", ${foundHits}
      ) as summary
      union all ${firstPage}
    ) as found (hits, ${productNames})`)
}

export const wordsStatements = { word: buildWordsStatement('word'), words: buildWordsStatement('words') }
