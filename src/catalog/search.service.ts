import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../platform/db.ts'
import { puttingTogetherOnce } from '../platform/statement.ts'
import type { Product, ProductSearch, Sort } from './contract.ts'
import { countHits, type Shelf } from './ladder.rules.ts'
import { isOnSale, isUuid, visibleProduct } from './service.ts'
import { categories, folded, products } from './table.ts'

/**
 * How a product is found: `words` are matched by their Dutch stems, the last one also by its beginning, in names and
 * descriptions, `named` also in the names of categories; `likeness` takes names that look alike, so that a typing error is
 * forgiven. `all` finds everything.
 */
type Manner = 'all' | 'words' | 'named' | 'likeness'

/** What a search found, before anything is chosen from it. */
export interface Hits {
  q: string
  manner: Manner
  /** The categories whose names match the words. */
  named: string[]
  shelves: Shelf[]
}

/** `zijden blind` → stems of `zijden`, and whatever begins like `blind`; null when there is no word in it. */
export function wordQuery(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0
    ? null
    : words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' & ')
}

const { placeholder } = sql
const wanted = sql`to_tsquery('dutch', ${folded(sql`${placeholder('words')}::text`)})`
const typed = folded(sql`${placeholder('q')}::text`)
const inText = sql`${products.search} @@ ${wanted}`
/** The same, hidden from the index of words: what nearly everything matches is found sooner by going along the order. */
const inTextOnTheWay = sql`ts_match_vq(${products.search}, (select ${wanted}))`
/** The ids come as PostgreSQL writes a list, so that lists of any length are one statement. */
const isIn = (name: string): SQL => sql`${products.categoryId} = any (${placeholder(name)}::uuid[])`

// Categories only when there are any: a plan that reckons with them reads far more than the words need.
const isHit: Record<Manner, SQL | undefined> = {
  all: undefined,
  words: inText,
  named: sql`(${inText} or ${isIn('named')})`,
  likeness: sql`${typed} <% ${folded(products.name)}`,
}

const isHitOnTheWay: Record<Manner, SQL | undefined> = {
  ...isHit,
  words: inTextOnTheWay,
  named: sql`(${inTextOnTheWay} or ${isIn('named')})`,
}

// The words are read once, not for each hit.
const byWords = sql`ts_rank(${products.search}, (select ${wanted}))`
const rank: Record<Manner, SQL | undefined> = {
  all: undefined,
  words: byWords,
  named: byWords,
  likeness: sql`word_similarity(${typed}, ${folded(products.name)})`,
}

/** What the placeholders stand for. */
const asked = ({ q, named }: Pick<Hits, 'q' | 'named'>) => ({ q, words: wordQuery(q), named: listed(named) })

const listed = (ids: string[]): string => `{${ids.join(',')}}`

/** Searches by words and, when nothing matches, by what looks alike. */
export async function hitsOf(db: Db, q: string): Promise<Hits> {
  if (wordQuery(q) === null) return hitsBy(db, q, 'all', [])
  const found = await hitsBy(db, q, 'words', [])
  if (found.named.length > 0) return hitsBy(db, q, 'named', found.named)
  return found.shelves.length > 0 ? found : hitsBy(db, q, 'likeness', [])
}

async function hitsBy(db: Db, q: string, manner: Manner, named: string[]): Promise<Hits> {
  const [found] = await hitsQuery(db, manner).execute(asked({ q, named }))
  return { q, manner, named, shelves: [], ...found }
}

/** The prices of the hits by category, the lowest first, and beside them the categories whose names match the words. */
const hitsQuery = puttingTogetherOnce((db, manner: Manner) => {
  const isNamed = sql`to_tsvector('dutch', ${folded(categories.name)}) @@ ${wanted}`
  const matching = manner === 'words' || manner === 'named' ? isNamed : sql`false`
  const shelves = sql`
    select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'prices', prices)
      order by ${categories.name})
    from ${categories} join (
      select ${products.categoryId} as category_id, json_agg(${products.price} order by ${products.price}) as prices
      from ${products} where ${and(isOnSale, isHit[manner])} group by ${products.categoryId}
    ) shelf on shelf.category_id = ${categories.id}`
  return db
    .select({
      named: sql<string[]>`array(select ${categories.id}::text from ${categories} where ${matching})`,
      shelves: sql<Shelf[]>`coalesce((${shelves}), '[]')`,
    })
    .from(sql`(select 1) as once`)
    .prepare(`catalog_hits_${manner}`)
})

/** Past this many hits a word says nothing about a product, and how well it matches is not worth looking at each. */
const MOST_RANKED = 5000
/** What an integer column can hold. */
const HIGHEST = 2_147_483_647

/** One page of the hits. */
export function pageOf(
  db: Db,
  hits: Hits,
  { category, sort, page, pageSize, minPrice = 0, maxPrice = HIGHEST }: Omit<ProductSearch, 'q'>,
  placeholderRating: boolean,
): Promise<z.input<typeof Product>[]> {
  const ranked = countHits(hits.shelves) > MOST_RANKED ? 'unranked' : 'ranked'
  const chosen = category.length > 0 ? 'some' : 'any'
  const rated = placeholderRating ? 'rated' : 'unrated'
  return pageQuery(db, `${hits.manner}_${sort}_${ranked}_${chosen}_${rated}`).execute({
    ...asked(hits),
    category: listed(category.filter(isUuid)),
    minPrice,
    maxPrice,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
}

type PageShape = `${Manner}_${Sort}_${'ranked' | 'unranked'}_${'some' | 'any'}_${'rated' | 'unrated'}`

/** It is cut by an index that holds all that it is chosen and sorted by, and only its own products are read. */
const pageQuery = puttingTogetherOnce((db, shape: PageShape) => {
  const [manner, sort, ranked, chosen, rated] = shape.split('_') as [Manner, Sort, string, string, string]
  const order = orderOf(sort, ranked === 'ranked' ? rank[manner] : undefined)
  // A plan that is made for all prices takes any range for a narrow one: its index may only be used when it gives the order.
  const price = manner === 'all' && sort.startsWith('price') ? products.price : sql`(${products.price} + 0)`
  const inPrice = sql`${price} between ${placeholder('minPrice')}::int and ${placeholder('maxPrice')}::int`
  const hit = (ranked === 'ranked' ? isHit : isHitOnTheWay)[manner]
  const cut = db
    .select({ id: products.id })
    .from(products)
    .where(and(isOnSale, hit, chosen === 'some' ? isIn('category') : undefined, inPrice))
    .orderBy(...order)
    .limit(placeholder('limit'))
    .offset(placeholder('offset'))
    .as('cut')
  return db
    .select(visibleProduct(rated === 'rated'))
    .from(products)
    .innerJoin(cut, eq(cut.id, products.id))
    .orderBy(...order)
    .prepare(`catalog_page_${shape}`)
})

function orderOf(sort: Sort, rank: SQL | undefined): SQL[] {
  const byAge = [asc(products.createdAt), asc(products.id)]
  if (sort === 'price-low') return [asc(products.price), asc(products.id)]
  if (sort === 'price-high') return [desc(products.price), desc(products.id)]
  if (sort === 'newest') return [desc(products.createdAt), desc(products.id)]
  return rank ? [desc(rank), ...byAge] : byAge
}
