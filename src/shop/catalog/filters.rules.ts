import type { z } from 'zod'
import type { Category, Product, ProductSearch } from './contract.ts'
import { Sort } from './contract.ts'

/** The price slider's end, in euros: a thumb that stands there means no bound, so what is dearer is found as well. */
export const DEAREST = 300
export const PRICE_STEP = 5

/** What a query may hold, as the API takes it. */
const LONGEST_QUERY = 100
const MOST_CATEGORIES = 50
const LAST_PAGE = 100_000

/** What a visitor of the shop looks for; it lives in the address, so that Back, reload and sharing work. */
export interface Filters {
  q: string
  /** Ids, sorted. */
  category: string[]
  /** Whole euros, 0–300. */
  min: number
  max: number
  sort: Sort
  page: number
}

export const noFilters: Filters = { q: '', category: [], min: 0, max: DEAREST, sort: 'popularity', page: 1 }

/** What an address asks for; a value that makes no sense counts as not given. */
export function filtersIn(search: URLSearchParams): Filters {
  const min = wholeNumber(search.get('min'), 0, DEAREST) ?? noFilters.min
  const max = wholeNumber(search.get('max'), 0, DEAREST) ?? noFilters.max
  return {
    q: (search.get('q') ?? '').trim().slice(0, LONGEST_QUERY).trim(),
    category: [...new Set(search.getAll('category'))].filter(isId).slice(0, MOST_CATEGORIES).sort(),
    ...(min <= max ? { min, max } : { min: noFilters.min, max: noFilters.max }),
    sort: Sort.safeParse(search.get('sort')).data ?? noFilters.sort,
    page: Math.min(wholeNumber(search.get('page'), 1, Infinity) ?? noFilters.page, LAST_PAGE),
  }
}

const isId = (text: string): boolean => text.length > 0 && text.length <= 64

function wholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

/** The one address of these filters: what is as usual is left out. */
export function shopAddress({ q, category, min, max, sort, page }: Filters): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  for (const id of category) search.append('category', id)
  if (min !== noFilters.min) search.set('min', String(min))
  if (max !== noFilters.max) search.set('max', String(max))
  if (sort !== noFilters.sort) search.set('sort', sort)
  if (page !== noFilters.page) search.set('page', String(page))
  const text = search.toString()
  return text ? `/shop?${text}` : '/shop'
}

/** Where a product has its page. */
export const productAddress = ({ slug }: Pick<Product, 'slug'>): string => `/shop/${encodeURIComponent(slug)}`

/** With something changed, and at the first page again unless it is the page that changes. */
export const withFilter = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  page: 1,
  ...change,
})

/** With a category chosen, or no longer. */
export const withCategory = (filters: Filters, id: string, chosen: boolean): Filters =>
  withFilter(filters, {
    category: chosen
      ? [...new Set([...filters.category, id])].sort()
      : filters.category.filter(other => other !== id),
  })

/** How many filters are set: each category is one, the price is one; words and order are none. */
export const filtersSet = ({ category, min, max }: Filters): number =>
  category.length + (min > noFilters.min || max < noFilters.max ? 1 : 0)

/** `0, 300` → `Alle prijzen`; `25, 100` → `€ 25 – € 100`. */
export function priceText(min: number, max: number): string {
  if (max === noFilters.max) return min === noFilters.min ? 'Alle prijzen' : `Vanaf € ${min}`
  return min === noFilters.min ? `Tot € ${max}` : `€ ${min} – € ${max}`
}

/** The filters without the categories that are gone, and whether there were such. */
export function withoutGone(
  filters: Filters,
  categories: Pick<Category, 'id'>[],
): { filters: Filters; isGone: boolean } {
  const category = filters.category.filter(id => categories.some(known => known.id === id))
  return { filters: { ...filters, category }, isGone: category.length < filters.category.length }
}

/** What to ask the API, prices in cents. */
export const searchOf = ({ q, category, min, max, sort, page }: Filters): z.input<typeof ProductSearch> => ({
  ...(q && { q }),
  ...(category.length > 0 && { category }),
  ...(min > noFilters.min && { minPrice: min * 100 }),
  ...(max < noFilters.max && { maxPrice: max * 100 }),
  ...(sort !== noFilters.sort && { sort }),
  ...(page > 1 && { page }),
})

/** `Káarsen` → `kaarsen`: for comparing what is typed without accents and case. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The categories whose names hold what is typed; a single letter says too little. */
export function categoryHits<C extends Pick<Category, 'name'>>(categories: C[], q: string): C[] {
  const typed = folded(q.trim())
  return typed.length < 2 ? [] : categories.filter(({ name }) => folded(name).includes(typed))
}
