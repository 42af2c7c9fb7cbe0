import { createBatchLoader } from '../../platform/batchLoader.ts'
import type { Db } from '../../platform/db.ts'
import { toPgArray } from '../../platform/preparedStatements.ts'
import { onlyRow, queryRows } from '../../platform/sql.ts'
import type { ProductSearchQuery } from './contract.ts'
import { bucketsOfFewHits, type FewHits } from './fewHits.rules.ts'
import { findMatchingSets, groupFacets, numberFacets, type OptionSets } from './options/rules.ts'
import type { FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from './rules.ts'
import type { SearchMode } from './searchConditions.service.ts'
import {
  type FoundByWords,
  type FoundHits,
  searchStatements,
  wordsStatements,
} from './searchStatements.service.ts'
import { toTsQuery } from './searchWords.rules.ts'

/** The hits of a search, before facets are applied. */
export interface SearchHits {
  mode: SearchMode
  /** The query in `to_tsquery` syntax, as typed or after spelling correction; null when it has no words. */
  words: string | null
  /** Ids of the categories whose names match the words. */
  named: string[]
  buckets: FacetBucket[]
  /** The hits themselves; null for more than few. */
  few: FewHits | null
  /** The categories of the hits, in the order of the facets. */
  categories: Pick<FacetBucket, 'id' | 'name'>[]
  /** Those of the hits. */
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

/**
 * Finds the hits of searches. Simultaneous ones are one statement: for most, a statement of their own would cost more than what it does.
 * @returns searches by the typed words and, when they match nothing, by their spelling correction
 */
export function createSearch(db: Db): (q: string) => Promise<SearchHits> {
  const searchByWords = { word: createWordsSearch(db, 'word'), words: createWordsSearch(db, 'words') }
  return async q => {
    const words = toTsQuery(q)
    if (words === null) return runSearch(db, 'all', { words, named: [] })
    const found = await searchByWords[words.includes(' & ') ? 'words' : 'word'](q)
    if (!found) throw new Error('the statement returned no hits of a search')
    const { named } = found
    return named.length === 0 ? found : { ...(await runSearch(db, 'named', found)), named }
  }
}

/** How many searches a statement has at most: a slow one keeps the others waiting. */
const MAX_SEARCHES = 16

function createWordsSearch(db: Db, kind: 'word' | 'words') {
  const variantMode = kind === 'word' ? 'options' : 'variants'
  const find = async (typed: string[]) => {
    const searches = JSON.stringify(typed.map(q => ({ q, words: toTsQuery(q) })))
    const rows = await queryRows<FoundByWords>(db, wordsStatements[kind]({ searches }))
    return new Map(
      rows.map(({ q, words, isByVariant, ...found }) => [
        q,
        toSearchHits(found, isByVariant ? variantMode : 'words', words),
      ]),
    )
  }
  return createBatchLoader(find, { maxRunning: 4, maxKeys: MAX_SEARCHES })
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
