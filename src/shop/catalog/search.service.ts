import { and, asc, desc, eq, sql, type Column, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { memoizeQuery, precompileStatement, toPgArray } from '../../platform/preparedStatements.ts'
import { onlyRow, queryRows } from '../../platform/sql.ts'
import type { Product, ProductSearchQuery, ProductSort } from './contract.ts'
import { groupFacets, type OptionCount } from './optionFilter.rules.ts'
import { hasVariantCondition, optionParameters } from './optionFilter.service.ts'
import { countHits, type FacetBucket } from './priceFacets.rules.ts'
import { isUuid } from './rules.ts'
import { isListedProduct, visibleProductColumns } from './service.ts'
import { correctedQuery } from './spelling.service.ts'
import { categories, foldAccentsSql, products } from './table.ts'

/**
 * How products are found. `all`: every product. `words`: by Dutch stems in names and descriptions, the last word also as
 * a prefix. `named`: the same, and also all products of the categories whose names match. `variants`: products of which a variant has
 * the words, such as a colour; only when no product has them.
 */
export type SearchMode = 'all' | 'words' | 'named' | 'variants'

/** The hits of a search, before facets are applied. */
export interface SearchHits {
  mode: SearchMode
  /** The query in `to_tsquery` syntax, as typed or after spelling correction; null when it has no words. */
  words: string | null
  /** Ids of the categories whose names match the words. */
  named: string[]
  buckets: FacetBucket[]
  /** The chosen facets by option. */
  groups: string[][]
  /** Whether the shop has any product with options. */
  hasOptions: boolean
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

const isVariantHit = sql`"products"."id" in (
  select variant.parent_id from ${products} variant
  where variant.parent_id is not null and variant.is_active and variant.search @@ ${tsQuery}
)`

// `words` has no category condition: with one, the planner chooses a plan that reads many more rows.
const hitConditions = (text: SQL): Record<SearchMode, SQL | undefined> => ({
  all: undefined,
  words: text,
  named: sql`(${text} or ${isIn('named')})`,
  variants: isVariantHit,
})

/** How hits are found, for counting them. */
export const hitCondition = (mode: SearchMode): SQL | undefined => hitConditions(matchesText)[mode]

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
const relevanceOrder: Record<SearchMode, SortKey[]> = {
  all: byAge,
  words: byWords,
  named: byWords,
  variants: byAge,
}

export const searchParameters = ({ words, named }: Pick<SearchHits, 'words' | 'named'>) => ({
  words,
  named: toPgArray(named),
})

/** Searches by the typed words and, when they match nothing, by their spelling correction. */
export async function findSearchHits(db: Db, q: string, option: readonly string[] = []): Promise<SearchHits> {
  const all = await findAllHits(db, q)
  const groups = groupFacets(option)
  return groups.length === 0 ? all : runSearch(db, q, { ...all, groups })
}

async function findAllHits(db: Db, q: string): Promise<SearchHits> {
  const words = toTsQuery(q)
  if (words === null) return runSearch(db, q, { mode: 'all', words, named: [], groups: [] })
  const found = await runSearch(db, q, { mode: 'words', words, named: [], groups: [] })
  if (found.named.length === 0) return found
  return { ...(await runSearch(db, q, { ...found, mode: 'named' })), named: found.named }
}

async function runSearch(
  db: Db,
  q: string,
  { mode, words, named, groups }: Omit<SearchHits, 'buckets' | 'hasOptions'>,
) {
  const query = searchStatement(mode, groups.length as OptionCount)
  const values = { q, ...searchParameters({ words, named }), ...optionParameters(groups) }
  const rows = await queryRows<FoundHits>(db, query(values))
  const { meant, isByVariant, ...found } = onlyRow(rows)
  const isFirst = groups.length === 0
  return {
    mode: isByVariant ? ('variants' as const) : mode,
    words: meant ?? words,
    groups,
    ...found,
    ...(!isFirst && { named }),
  }
}

interface FoundHits extends Pick<SearchHits, 'named' | 'buckets' | 'hasOptions'> {
  meant: string | null
  isByVariant: boolean
}

const selectHits = (condition: SQL | undefined): SQL =>
  sql`select ${products.categoryId}, ${products.price} from ${products} where ${and(isListedProduct, condition)}`

/** The hits of the typed words or, when there are none, of the correction, which is computed only then. */
const hitsByTextOrCorrection = sql`
  direct as materialized (${selectHits(matchesText)}),
  by_variant as materialized (${selectHits(sql`not exists (select from direct) and ${isVariantHit}`)}),
  guess as materialized (
    select case when not exists (select from direct) and not exists (select from by_variant) then (${correctedQuery}) end as meant
  ),
  hits as (
    select * from direct union all select * from by_variant
    union all ${selectHits(sql`${products.search} @@ (select to_tsquery('dutch', meant) from guess)`)}
  )`
const isNamed = sql`to_tsvector('dutch', ${foldAccentsSql(categories.name)})
  @@ (select coalesce(to_tsquery('dutch', meant), ${tsQuery}) from guess)`

/** Selects the sorted prices of the hits by category, and the categories whose names match the words. */
function buildSearchStatement(mode: SearchMode, options: OptionCount) {
  // What is found by words, and what was meant by them, is known before options are chosen.
  const byWords = mode === 'words' && options === 0
  const filtered = and(hitConditions(matchesText)[mode], hasVariantCondition(options))
  return precompileStatement<string>(sql`
    with ${byWords ? hitsByTextOrCorrection : sql`hits as (${selectHits(filtered)})`}, shelf as (
      select category_id, json_agg(price order by price) as prices from hits group by category_id
    )
    select exists (select from ${products} where ${isListedProduct} and ${products.options} is not null) as "hasOptions",
      ${byWords ? sql`(select meant from guess)` : sql`null`} as meant,
      ${byWords ? sql`exists (select from by_variant)` : sql`false`} as "isByVariant",
      array(select ${categories.id}::text from ${categories} where ${byWords ? isNamed : sql`false`}) as named,
      coalesce((
        select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'prices', prices)
          order by ${categories.name})
        from ${categories} join shelf on category_id = ${categories.id}
      ), '[]') as buckets`)
}

const searchStatements = new Map<string, ReturnType<typeof buildSearchStatement>>()

function searchStatement(mode: SearchMode, options: OptionCount) {
  const key = `${mode} ${options}`
  const statement = searchStatements.get(key) ?? buildSearchStatement(mode, options)
  searchStatements.set(key, statement)
  return statement
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
    `${hits.mode}_${sort}_${volumeOf(hits)}_${chosen}_${hits.groups.length as OptionCount}_${rated}_${end}`,
  ).execute({
    ...searchParameters(hits),
    ...optionParameters(hits.groups),
    category: toPgArray(category.filter(isUuid)),
    minPrice,
    maxPrice,
    limit,
    offset: Math.min(before, after),
  })
}

type PageShape =
  `${SearchMode}_${ProductSort}_${HitVolume}_${'some' | 'any'}_${OptionCount}_${'rated' | 'unrated'}_${'first' | 'last'}`

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
  const hit = and(pageConditions[volume][mode], hasVariantCondition(Number(options) as OptionCount))
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
