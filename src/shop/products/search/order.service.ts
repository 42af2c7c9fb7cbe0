import { asc, desc, sql, type Column, type SQL } from 'drizzle-orm'
import type { ProductSort } from '../catalog/contract.ts'
import { tsQuery, type SearchMode } from './conditions.service.ts'
import { products } from '../catalog/table.ts'

export type SortKey = [SQL | Column, 'asc' | 'desc']

const ascending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'asc'])
const descending = (...columns: Column[]): SortKey[] => columns.map(column => [column, 'desc'])

export const byAge = ascending(products.createdAt, products.id)
/** @param query a subquery: PostgreSQL evaluates it once instead of for each hit */
export const rankBy = (query: SQL): SQL => sql`ts_rank(${products.search}, ${query})`
export const rankByWords = rankBy(sql`(select ${tsQuery})`)
const byWords: SortKey[] = [[rankByWords, 'desc'], ...byAge]
export const relevanceOrder: Record<SearchMode, SortKey[]> = {
  all: byAge,
  words: byWords,
  named: byWords,
  variants: byAge,
  options: byAge,
}

/** @param popularity the keys of the shop's own order, or of relevance */
export function sortKeysFor(sort: ProductSort, popularity: SortKey[]): SortKey[] {
  if (sort === 'price-low') return ascending(products.price, products.id)
  if (sort === 'price-high') return descending(products.price, products.id)
  if (sort === 'newest') return descending(products.createdAt, products.id)
  return popularity
}

export const orderBy = (keys: SortKey[], isReversed = false): SQL[] =>
  keys.map(([key, direction]) => ((direction === 'asc') === isReversed ? desc(key) : asc(key)))
