import type { SQL } from 'drizzle-orm'
import { createBatchLoader } from '../../../platform/db/batchLoader.ts'
import { isDatabaseUnavailable } from '../../../platform/db/databaseErrors.ts'
import type { Database, Db } from '../../../platform/db/db.ts'
import { onlyRow, queryRows, toPgArray } from '../../../platform/db/sql.ts'
import type { ProductSearchQuery } from '../catalog/contract.ts'
import { listedProductJson } from '../catalog/listedProducts.service.ts'
import { bucketsOfFewHits, type FewHits } from './fewHits.rules.ts'
import { findMatchingSets, groupFacets, numberFacets, type OptionSets } from './optionFacets.rules.ts'
import type { FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from '../catalog/rules.ts'
import type { SearchMode } from './conditions.service.ts'
import {
  type FoundByWords,
  type FoundHits,
  searchStatements,
  type WordsSearch,
  wordsStatements,
} from './statements.service.ts'
import { toTsQuery } from './words.rules.ts'

/** The hits of a search, before facets are applied. */
export interface SearchHits {
  mode: SearchMode
  /** The query in `to_tsquery` syntax, as typed, or with synonyms or the spelling corrected; null when it has no words. */
  words: string | null
  /** Ids of the categories whose names match the words. */
  named: string[]
  buckets: FacetBucket[]
  /** The hits themselves; null for more than few. */
  few: FewHits | null
  /** The categories of the hits, in the order of the facets. */
  categories: Pick<FacetBucket, 'id' | 'name'>[]
  /** The option sets of the hits. */
  optionSets: OptionSets
}

/** The hits of which a variant has the chosen options. */
export interface FilteredHits extends SearchHits {
  /** The option sets that have such a variant; null when no option is chosen. */
  chosenSets: number[] | null
}

/** Which page of the hits is read, in which order and with which filters. */
export type HitsPageQuery = Omit<ProductSearchQuery, 'q' | 'option'>

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

/** The result of a search. */
export interface FoundSearch {
  hits: SearchHits
  /** Products of the first page that were read with the hits, as JSON by their ids. It may be empty or incomplete. */
  firstPage: ReadonlyMap<string, string>
}

/**
 * Finds the hits of searches. Simultaneous ones are one statement: for most, the overhead of a separate statement would exceed
 * its work.
 * @returns searches by the typed words and, when they match nothing, by their synonyms or their spelling correction, with the
 * first so many products, as far as those are found by the words
 */
export function createSearch(database: SearchDatabase): (q: string, wanted?: Wanted) => Promise<FoundSearch> {
  const { db } = database
  const send = createSender(database)
  const searchByWords = { word: createWordsSearch(send, 'word'), words: createWordsSearch(send, 'words') }
  const withoutProducts = (hits: SearchHits) => ({ hits, firstPage: new Map<never, never>() })
  return async (q, wanted = WITHOUT_FIRST_PAGE) => {
    const words = toTsQuery(q)
    if (words === null)
      return withoutProducts(q === '' ? await runSearch(db, 'all', { words, named: [] }) : NO_HITS)
    const key = JSON.stringify({ q, words, ...wanted } satisfies AskedSearch)
    const found = await searchByWords[words.includes(' & ') ? 'words' : 'word'](key)
    if (!found) throw new Error('the statement returned no hits of a search')
    const { named } = found.hits
    if (named.length === 0) return found
    return withoutProducts({ ...(await runSearch(db, 'named', found.hits)), named })
  }
}

/** The hits of a query without letters and digits, such as `%`. */
const NO_HITS: SearchHits = {
  mode: 'words',
  words: null,
  named: [],
  buckets: [],
  few: { ids: [], categories: [], optionSets: [], prices: [], positions: [] },
  categories: [],
  optionSets: numberFacets([]),
}

/** The filters of a search besides the words, and read with their hits. */
interface Wanted {
  /** The words with their synonyms, in `to_tsquery` syntax; left out when they have none. */
  synonyms?: string | undefined
  /** How many products of the first page. */
  first: number
  /** Whether a product without a review shows a placeholder rating. */
  placeholderRating: boolean
}

const WITHOUT_FIRST_PAGE: Wanted = { first: 0, placeholderRating: false }

type AskedSearch = Omit<WordsSearch, 'number' | 'synonyms'> & Wanted
type SearchDatabase = Pick<Database, 'db' | 'pipelinedSearches'>

/** How many searches a statement has at most: a slow one keeps the others waiting. */
const MAX_SEARCHES = 12
/** How many statements the connection of searches has at most: while PostgreSQL runs one, the next is already there. Its time limits are for two. */
const MAX_STATEMENTS_IN_FLIGHT = 2

type SendSearches = (statement: SQL) => Promise<FoundByWords[]>

/** Sends statements on the connection of searches. One that finds it full, or fails because it was lost or took too long, goes to the pool. */
function createSender({ db, pipelinedSearches }: SearchDatabase): SendSearches {
  let inFlight = 0
  const sendPipelined = async (statement: SQL) => {
    inFlight += 1
    try {
      return await queryRows<FoundByWords>(pipelinedSearches, statement)
    } finally {
      inFlight -= 1
    }
  }
  return async statement => {
    try {
      if (inFlight < MAX_STATEMENTS_IN_FLIGHT) return await sendPipelined(statement)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
    }
    return queryRows(db, statement)
  }
}

function createWordsSearch(send: SendSearches, kind: 'word' | 'words') {
  const variantMode = kind === 'word' ? 'options' : 'variants'
  const find = async (keys: string[]) => {
    const asked = keys.map(key => ({
      key,
      search: JSON.parse(key) as AskedSearch,
      firstPage: new Map<string, string>(),
    }))
    const searches = asked.map(({ search: { q, words, first, synonyms } }, number): WordsSearch => ({
      number,
      q,
      words,
      first,
      ...(synonyms && { synonyms }),
    }))
    const found = new Map<string, FoundSearch>()
    for (const row of await send(wordsStatements[kind]({ searches: JSON.stringify(searches) }))) {
      const { key, search, firstPage } = asked[row.number] as (typeof asked)[number]
      const { hits } = row
      if (hits) {
        const mode = hits.isByVariant ? variantMode : 'words'
        found.set(key, { hits: toSearchHits(hits, mode, search.words), firstPage })
      } else firstPage.set(row.id, listedProductJson(row, search.placeholderRating))
    }
    return found
  }
  return createBatchLoader(find, {
    maxRunning: 4,
    withoutWaiting: MAX_STATEMENTS_IN_FLIGHT,
    maxKeys: MAX_SEARCHES,
  })
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

function toSearchHits(
  { meant, categories: listed, grouped, optionSets: sets, few, named }: FoundHits,
  mode: SearchMode,
  words: string | null,
): SearchHits {
  const buckets = few
    ? bucketsOfFewHits(few, listed)
    : grouped.map(([category, optionSet, prices]) => ({
        ...(listed[category] as (typeof listed)[number]),
        optionSet,
        prices: prices.sort((a, b) => a - b),
      }))
  return {
    mode,
    words: meant ?? words,
    named,
    buckets,
    few,
    categories: listed,
    optionSets: numberFacets(sets),
  }
}
