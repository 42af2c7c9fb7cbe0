import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import { puttingTogetherOnce, statement } from '../../platform/statement.ts'
import type { Product, ProductSearch, Sort } from './contract.ts'
import { countHits, type Shelf } from './ladder.rules.ts'
import { meant } from './mending.service.ts'
import { isOnSale, isUuid, visibleProduct } from './service.ts'
import { categories, folded, products } from './table.ts'

/**
 * How a product is found: `words` are matched by their Dutch stems, the last one also by its beginning, in names and
 * descriptions, `named` also in the names of categories. `all` finds everything.
 */
type Manner = 'all' | 'words' | 'named'

/** What a search found, before anything is chosen from it. */
export interface Hits {
  manner: Manner
  /** What was looked for, in the language of `to_tsquery`: what was typed, or what was probably meant. */
  words: string | null
  /** The categories whose names match the words. */
  named: string[]
  shelves: Shelf[]
}

/** The stemmer takes some words apart from their own plural (`kaars`, `kaarsen`): both are looked for. */
const formsOf = (word: string): string[] => {
  if (word.length < 4) return [word]
  return word.endsWith('en') ? [word, word.slice(0, -2)] : [word, `${word}en`]
}

/** `zijden blind` → stems of `zijden`, and whatever begins like `blind`; null when there is no word in it. */
export function wordQuery(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  if (words.length === 0) return null
  const last = words.length - 1
  return words
    .map((word, at) => formsOf(word).map(form => (at === last ? `${form}:*` : form)))
    .map(forms => (forms.length > 1 ? `(${forms.join(' | ')})` : forms.join('')))
    .join(' & ')
}

const { placeholder } = sql
const wanted = sql`to_tsquery('dutch', ${folded(sql`${placeholder('words')}::text`)})`
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
}

const isHitOnTheWay: Record<Manner, SQL | undefined> = {
  ...isHit,
  words: inTextOnTheWay,
  named: sql`(${inTextOnTheWay} or ${isIn('named')})`,
}

const byAge = [asc(products.createdAt), asc(products.id)]
// The words are read once, not for each hit.
const byWords = [desc(sql`ts_rank(${products.search}, (select ${wanted}))`), ...byAge]
const byMatch: Record<Manner, SQL[]> = {
  all: byAge,
  words: byWords,
  named: byWords,
}

/** What the placeholders stand for. */
const asked = ({ words, named }: Pick<Hits, 'words' | 'named'>) => ({ words, named: listed(named) })

const listed = (ids: string[]): string => `{${ids.join(',')}}`

/** Searches by words and, when nothing matches them, by those that they probably stand for. */
export async function hitsOf(db: Db, q: string): Promise<Hits> {
  const words = wordQuery(q)
  if (words === null) return hitsBy(db, q, { manner: 'all', words, named: [] })
  const found = await hitsBy(db, q, { manner: 'words', words, named: [] })
  if (found.named.length === 0) return found
  return { ...(await hitsBy(db, q, { ...found, manner: 'named' })), named: found.named }
}

async function hitsBy(db: Db, q: string, { manner, words, named }: Omit<Hits, 'shelves'>): Promise<Hits> {
  const query = searching[manner]({ q, ...asked({ words, named }) })
  const { rows } = (await db.execute(query)) as {
    rows: { meant: string | null; named: string[]; shelves: Shelf[] }[]
  }
  const [found] = rows as [(typeof rows)[0]]
  return { manner, words: found.meant ?? words, named: found.named, shelves: found.shelves }
}

const hit = (condition: SQL | undefined): SQL =>
  sql`select ${products.categoryId}, ${products.price} from ${products} where ${and(isOnSale, condition)}`

/** What was typed and, when that finds nothing, what was meant: that is only thought about then. */
const hitsByWords = sql`
  direct as materialized (${hit(inText)}),
  guess as materialized (select case when not exists (select from direct) then (${meant}) end as meant),
  hits as (
    select * from direct
    union all ${hit(sql`${products.search} @@ (select to_tsquery('dutch', meant) from guess)`)}
  )`
const isNamed = sql`to_tsvector('dutch', ${folded(categories.name)})
  @@ (select coalesce(to_tsquery('dutch', meant), ${wanted}) from guess)`

/** The prices of the hits by category, the lowest first, and beside them the categories whose names match the words. */
function search(manner: Manner) {
  const byWords = manner === 'words'
  return statement<'q' | 'words' | 'named'>(sql`
    with ${byWords ? hitsByWords : sql`hits as (${hit(isHit[manner])})`}, shelf as (
      select category_id, json_agg(price order by price) as prices from hits group by category_id
    )
    select
      ${byWords ? sql`(select meant from guess)` : sql`null`} as meant,
      array(select ${categories.id}::text from ${categories} where ${byWords ? isNamed : sql`false`}) as named,
      coalesce((
        select json_agg(json_build_object('id', ${categories.id}, 'name', ${categories.name}, 'prices', prices)
          order by ${categories.name})
        from ${categories} join shelf on category_id = ${categories.id}
      ), '[]') as shelves`)
}

const searching: Record<Manner, ReturnType<typeof search>> = {
  all: search('all'),
  words: search('words'),
  named: search('named'),
}

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
  const order = orderOf(sort, ranked === 'ranked' ? byMatch[manner] : byAge)
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

function orderOf(sort: Sort, popularity: SQL[]): SQL[] {
  if (sort === 'price-low') return [asc(products.price), asc(products.id)]
  if (sort === 'price-high') return [desc(products.price), desc(products.id)]
  if (sort === 'newest') return [desc(products.createdAt), desc(products.id)]
  return popularity
}
