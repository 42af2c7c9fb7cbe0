import { and, asc, desc, eq, sql, type Column, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { memoizeQuery, precompileStatement, toPgArray } from '../../platform/preparedStatements.ts'
import { onlyRow, queryRows } from '../../platform/sql.ts'
import type { Product, ProductSearchQuery, ProductSort } from './contract.ts'
import { countHits, type FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from './rules.ts'
import { isListedProduct, visibleProductColumns } from './service.ts'
import { catalogWords, categories, foldAccentsSql, products } from './table.ts'

const sqlNumber = (value: number) => sql.raw(String(value))

/** Shorter words resemble too many others to be corrected. */
const MIN_WORD_LENGTH = sqlNumber(3)
/** Maximum edit distance (Levenshtein); two swapped letters count as two edits. */
const MAX_TYPOS = sqlNumber(2)
/** The minimum trigram similarity of words that differ in more letters, such as a half-typed word. */
const MIN_SIMILARITY = sqlNumber(0.3)
/** Two swapped letters in a word of at most this length leave it almost no trigrams in common. */
const SHORT_WORD_LENGTH = sqlNumber(6)
/** Words are proposed when their score is at least this share of the best score. */
const MIN_SHARE_OF_BEST = sqlNumber(0.75)
const MAX_SUGGESTIONS = sqlNumber(20)

/**
 * For a short word every word with the same first letter is a candidate; for a longer one every word with enough
 * trigrams in common.
 */
const isCandidate = sql`(${catalogWords.word} % typed
  or ${catalogWords.word} like case when length(typed) <= ${SHORT_WORD_LENGTH} then left(typed, 1) || '%' end)`
const contains = sql`${catalogWords.word} like '%' || typed || '%'`
const editDistance = sql`levenshtein_less_equal(${catalogWords.word}, typed, ${MAX_TYPOS})`

/** Similarity from 0, a different word, to 1, a word that contains it. */
const similarityScore = sql`case
  when ${contains} then 1
  when ${editDistance} <= least(${MAX_TYPOS}, (length(typed) - 1) / 2) then 1 - ${editDistance}::real / length(typed)
  when similarity(${catalogWords.word}, typed) >= ${MIN_SIMILARITY} then similarity(${catalogWords.word}, typed)
  else 0
end`

/**
 * The probable meaning of the placeholder `q` in `to_tsquery` syntax: for each word the word itself and the catalog
 * words that contain it (`lamp`, `maanlamp`), or else the most similar catalog words.
 */
const correctedQuery = sql`
  select string_agg('(' || concat_ws(' | ', typed, likely) || ')', ' & ')
  from regexp_split_to_table(${foldAccentsSql(sql`${sql.placeholder('q')}::text`)}, '[^[:alnum:]]+') as typed
  cross join lateral (
    select string_agg(word, ' | ') as likely from (
      select word, likeness, max(likeness) over () as most from (
        select word, ${similarityScore} as likeness from ${catalogWords}
        where length(typed) >= ${MIN_WORD_LENGTH} and (${isCandidate} or ${contains})
      ) as candidates where likeness > 0 order by likeness desc, word limit ${MAX_SUGGESTIONS}
    ) as best where likeness >= ${MIN_SHARE_OF_BEST} * most
  ) as guess where typed <> ''`

/**
 * How products are found. `all`: every product. `words`: by Dutch stems in names and descriptions, the last word also as
 * a prefix. `named`: the same, and also all products of the categories whose names match.
 */
type SearchMode = 'all' | 'words' | 'named'

/** The hits of a search, before facets are applied. */
export interface SearchHits {
  mode: SearchMode
  /** The query in `to_tsquery` syntax, as typed or after spelling correction; null when it has no words. */
  words: string | null
  /** Ids of the categories whose names match the words. */
  named: string[]
  buckets: FacetBucket[]
}

/** The stemmer gives some words another stem than their plural (`kaars`, `kaarsen`), so both forms are searched. */
const wordForms = (word: string): string[] => {
  if (word.length < 4) return [word]
  return word.endsWith('en') ? [word, word.slice(0, -2)] : [word, `${word}en`]
}

/** Turns `zijden blind` into a query for the stems of `zijden` and the prefix `blind`; null when there are no words. */
export function toTsQuery(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  const last = words.length - 1
  return words
    .map((word, at) => wordForms(word).map(form => (at === last ? `${form}:*` : form)))
    .map(forms => (forms.length > 1 ? `(${forms.join(' | ')})` : forms.join('')))
    .join(' & ')
}

const { placeholder } = sql
const tsQuery = sql`to_tsquery('dutch', ${foldAccentsSql(sql`${placeholder('words')}::text`)})`
const matchesText = sql`${products.search} @@ ${tsQuery}`
/** The same with one plan for all words: the subquery hides them from the planner, which would plan at every call, longer than few hits take. */
const matchesTextUnplanned = sql`${products.search} @@ (select ${tsQuery})`
/** The same without the GIN index: for words that match most products, scanning in sort order is faster. */
const matchesTextUnindexed = sql`ts_match_vq(${products.search}, (select ${tsQuery}))`
/** The ids are passed as one PostgreSQL array, so that lists of any length use the same prepared statement. */
const isIn = (name: string): SQL => sql`${products.categoryId} = any (${placeholder(name)}::uuid[])`

// `words` has no category condition: with one, the planner chooses a plan that reads many more rows.
const hitConditions = (text: SQL): Record<SearchMode, SQL | undefined> => ({
  all: undefined,
  words: text,
  named: sql`(${text} or ${isIn('named')})`,
})

/** How a page of the hits is read, by their number. */
type HitVolume = 'few' | 'some' | 'many'

const pageConditions: Record<HitVolume, Record<SearchMode, SQL | undefined>> = {
  few: hitConditions(matchesTextUnplanned),
  some: hitConditions(matchesText),
  many: hitConditions(matchesTextUnindexed),
}

type SortKey = [SQL | Column, 'asc' | 'desc']

const ascending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'asc'])
const descending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'desc'])

const byAge = ascending(products.createdAt, products.id)
// The subquery makes PostgreSQL evaluate the query once instead of for each hit.
const byWords: SortKey[] = [[sql`ts_rank(${products.search}, (select ${tsQuery}))`, 'desc'], ...byAge]
const relevanceOrder: Record<SearchMode, SortKey[]> = { all: byAge, words: byWords, named: byWords }

const searchParameters = ({ words, named }: Pick<SearchHits, 'words' | 'named'>) => ({
  words,
  named: toPgArray(named),
})

/** Searches by the typed words and, when they match nothing, by their spelling correction. */
export async function findSearchHits(db: Db, q: string): Promise<SearchHits> {
  const words = toTsQuery(q)
  if (words === null) return runSearch(db, q, { mode: 'all', words, named: [] })
  const found = await runSearch(db, q, { mode: 'words', words, named: [] })
  if (found.named.length === 0) return found
  return { ...(await runSearch(db, q, { ...found, mode: 'named' })), named: found.named }
}

async function runSearch(db: Db, q: string, { mode, words, named }: Omit<SearchHits, 'buckets'>) {
  const query = searchStatements[mode]({ q, ...searchParameters({ words, named }) })
  const rows = await queryRows<Pick<SearchHits, 'named' | 'buckets'> & { meant: string | null }>(db, query)
  const { meant, ...found } = onlyRow(rows)
  return { mode, words: meant ?? words, ...found }
}

const selectHits = (condition: SQL | undefined): SQL =>
  sql`select ${products.categoryId}, ${products.price} from ${products} where ${and(isListedProduct, condition)}`

/** The hits of the typed words or, when there are none, of the correction, which is computed only then. */
const hitsByTextOrCorrection = sql`
  direct as materialized (${selectHits(matchesText)}),
  guess as materialized (select case when not exists (select from direct) then (${correctedQuery}) end as meant),
  hits as (
    select * from direct
    union all ${selectHits(sql`${products.search} @@ (select to_tsquery('dutch', meant) from guess)`)}
  )`
const isNamed = sql`to_tsvector('dutch', ${foldAccentsSql(categories.name)})
  @@ (select coalesce(to_tsquery('dutch', meant), ${tsQuery}) from guess)`

/** Selects the sorted prices of the hits by category, and the categories whose names match the words. */
function searchStatement(mode: SearchMode) {
  const byWords = mode === 'words'
  return precompileStatement<'q' | 'words' | 'named'>(sql`
    with ${byWords ? hitsByTextOrCorrection : sql`hits as (${selectHits(hitConditions(matchesText)[mode])})`}, shelf as (
      select category_id, json_agg(price order by price) as prices from hits group by category_id
    )
    select
      ${byWords ? sql`(select meant from guess)` : sql`null`} as meant,
      array(select ${categories.id}::text from ${categories} where ${byWords ? isNamed : sql`false`}) as named,
      coalesce((
        select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'prices', prices)
          order by ${categories.name})
        from ${categories} join shelf on category_id = ${categories.id}
      ), '[]') as buckets`)
}

const searchStatements = {
  all: searchStatement('all'),
  words: searchStatement('words'),
  named: searchStatement('named'),
}

/** Up to this many hits are read faster by a plan for any words than a plan for these is made. */
const MAX_FEW_HITS = 500
/** With more hits than this, ranking each of them costs more time than the order is worth. */
const MAX_RANKED_HITS = 5000

function volumeOf({ buckets }: SearchHits): HitVolume {
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
  { hits, total }: { hits: SearchHits; total: number },
  { category, sort, page, pageSize, minPrice = 0, maxPrice = MAX_INT4 }: Omit<ProductSearchQuery, 'q'>,
  placeholderRating: boolean,
): Promise<z.input<typeof Product>[]> {
  const before = (page - 1) * pageSize
  const limit = Math.min(pageSize, total - before)
  if (limit <= 0) return []
  const after = total - before - limit
  const end = after < before ? 'last' : 'first'
  const chosen = category.length > 0 ? 'some' : 'any'
  const rated = placeholderRating ? 'rated' : 'unrated'
  return hitsPageQuery(db, `${hits.mode}_${sort}_${volumeOf(hits)}_${chosen}_${rated}_${end}`).execute({
    ...searchParameters(hits),
    category: toPgArray(category.filter(isUuid)),
    minPrice,
    maxPrice,
    limit,
    offset: Math.min(before, after),
  })
}

type PageShape =
  `${SearchMode}_${ProductSort}_${HitVolume}_${'some' | 'any'}_${'rated' | 'unrated'}_${'first' | 'last'}`

/** Selects the ids of a page by an index that has all filter and sort columns, and reads only the products of that page. */
const hitsPageQuery = memoizeQuery((db, shape: PageShape) => {
  const [mode, sort, volume, chosen, rated, end] = shape.split('_') as [
    SearchMode,
    ProductSort,
    HitVolume,
    ...string[],
  ]
  const keys = sortKeysFor(sort, volume === 'many' ? byAge : relevanceOrder[mode])
  // The generic plan estimates every price range as narrow. `+ 0` prevents use of the price index, except where it gives the sort order.
  const price = mode === 'all' && sort.startsWith('price') ? products.price : sql`(${products.price} + 0)`
  const inPrice = sql`${price} between ${placeholder('minPrice')}::int and ${placeholder('maxPrice')}::int`
  const hit = pageConditions[volume][mode]
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
