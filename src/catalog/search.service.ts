import { and, asc, desc, eq, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../platform/db.ts'
import type { FoundProducts, ProductSearch, Sort } from './contract.ts'
import { visibleProduct } from './service.ts'
import { categories, folded, products } from './table.ts'

type Found = z.input<typeof FoundProducts>

/**
 * Searches the products on sale. Words are matched by their Dutch stems, the last one also by its beginning, in names,
 * descriptions and names of categories; when nothing matches, names that look alike are taken, so that a typing error
 * is forgiven.
 */
export async function searchCatalog(
  db: Db,
  search: ProductSearch,
  placeholderRating: boolean,
): Promise<Found> {
  const byWords = wordsIn(search.q)
  const found = await findBy(db, search, byWords, placeholderRating)
  if (found.total > 0 || !byWords) return found
  return findBy(db, search, alike(search.q), placeholderRating)
}

/** What decides on a hit, and how well it matches. */
interface Match {
  isHit: SQL
  rank: SQL
}

/** `zijden blind` → stems of `zijden`, and whatever begins like `blind`; null when there is no word in it. */
export function wordQuery(q: string): string | null {
  const words = q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length === 0
    ? null
    : words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' & ')
}

function wordsIn(q: string): Match | null {
  const words = wordQuery(q)
  if (words === null) return null
  const query = sql`to_tsquery('dutch', ${folded(sql`${words}::text`)})`
  const category = sql`select id from ${categories} where to_tsvector('dutch', ${folded(categories.name)}) @@ ${query}`
  return {
    isHit: sql`(${products.search} @@ ${query} or ${products.categoryId} = any (array(${category})))`,
    rank: sql`ts_rank(${products.search}, ${query})`,
  }
}

function alike(q: string): Match {
  const typed = folded(sql`${q}::text`)
  const name = folded(products.name)
  return { isHit: sql`${typed} <% ${name}`, rank: sql`word_similarity(${typed}, ${name})` }
}

async function findBy(
  db: Db,
  search: ProductSearch,
  match: Match | null,
  placeholder: boolean,
): Promise<Found> {
  const { page, pageSize, category } = search
  const [items, groups] = await Promise.all([
    pageOf(db, search, match, placeholder),
    groupsOf(db, search, match),
  ])
  const chosen = category.length === 0 ? groups : groups.filter(({ id }) => category.includes(id))
  return {
    items,
    page,
    pageSize,
    total: chosen.reduce((sum, { count }) => sum + count, 0),
    facets: {
      categories: groups.map(({ id, name, count }) => ({ id, name, count })),
      price: {
        min: Math.min(...chosen.map(({ min }) => min), Number.MAX_SAFE_INTEGER) % Number.MAX_SAFE_INTEGER,
        max: Math.max(...chosen.map(({ max }) => max), 0),
      },
    },
  }
}

const isOnSale = eq(products.isActive, true)

const inPrice = ({ minPrice, maxPrice }: ProductSearch): SQL | undefined =>
  and(
    minPrice === undefined ? undefined : gte(products.price, minPrice),
    maxPrice === undefined ? undefined : lte(products.price, maxPrice),
  )

function pageOf(
  db: Db,
  search: ProductSearch,
  match: Match | null,
  placeholder: boolean,
): Promise<Found['items']> {
  const { category, sort, page, pageSize } = search
  const inCategory = category.length === 0 ? undefined : inArray(sql`${products.categoryId}::text`, category)
  return db
    .select(visibleProduct(placeholder))
    .from(products)
    .where(and(isOnSale, match?.isHit, inCategory, inPrice(search)))
    .orderBy(...orderOf(sort, match))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
}

function orderOf(sort: Sort, match: Match | null): SQL[] {
  const byAge = [asc(products.createdAt), asc(products.id)]
  if (sort === 'price-low') return [asc(products.price), asc(products.id)]
  if (sort === 'price-high') return [desc(products.price), desc(products.id)]
  if (sort === 'newest') return [desc(products.createdAt), desc(products.id)]
  return match ? [desc(match.rank), ...byAge] : byAge
}

/** The hits by category: how many within the prices asked for, and from which price to which they go at all. */
const groupsOf = (db: Db, search: ProductSearch, match: Match | null) =>
  db
    .select({
      id: categories.id,
      name: categories.name,
      count: sql`count(*) filter (where ${inPrice(search) ?? sql`true`})`.mapWith(Number),
      min: sql`min(${products.price})`.mapWith(Number),
      max: sql`max(${products.price})`.mapWith(Number),
    })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(isOnSale, match?.isHit))
    .groupBy(categories.id)
    .orderBy(asc(categories.name))
