import type { z } from 'zod'
import { oneOf } from '../../../wire/records.ts'
import {
  type Category,
  type Product,
  type ProductSearchQuery,
  type ProductSort,
  productSorts,
} from '../catalog/contract.ts'

/** The end of the price slider, in euros. A thumb at the end means no limit, so more expensive products are found too. */
export const PRICE_SLIDER_MAX = 300
export const PRICE_SLIDER_STEP = 5

/** Limits of the API for a search. */
const MAX_QUERY_LENGTH = 100
const MAX_CATEGORIES = 50
const MAX_OPTIONS = 50
const MAX_OPTION_LENGTH = 200
const MAX_PAGE = 100_000

/** The filters of the shop. They are stored in the URL, so that Back, reload and sharing work. */
export interface ProductFilters {
  q: string
  /** Category ids, sorted. */
  category: string[]
  /** Values of options, `maat:38`, sorted. */
  option: string[]
  /** Whole euros, 0–300. */
  min: number
  max: number
  sort: ProductSort
  page: number
}

export const defaultFilters: ProductFilters = {
  q: '',
  category: [],
  option: [],
  min: 0,
  max: PRICE_SLIDER_MAX,
  sort: 'popularity',
  page: 1,
}

/** Reads filters from a URL; invalid values are ignored. */
export function parseFilters(search: URLSearchParams): ProductFilters {
  const min = parseWholeNumber(search.get('min'), 0, PRICE_SLIDER_MAX) ?? defaultFilters.min
  const max = parseWholeNumber(search.get('max'), 0, PRICE_SLIDER_MAX) ?? defaultFilters.max
  return {
    q: (search.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH).trim(),
    category: [...new Set(search.getAll('category'))].filter(isId).slice(0, MAX_CATEGORIES).sort(),
    option: [...new Set(search.getAll('option'))].filter(isOption).slice(0, MAX_OPTIONS).sort(),
    ...(min <= max ? { min, max } : { min: defaultFilters.min, max: defaultFilters.max }),
    sort: oneOf(productSorts, search.get('sort')) ?? defaultFilters.sort,
    page: Math.min(parseWholeNumber(search.get('page'), 1, Infinity) ?? defaultFilters.page, MAX_PAGE),
  }
}

const isId = (text: string): boolean => text.length > 0 && text.length <= 64

/** An option has a name and a value. */
const isOption = (text: string): boolean => text.length <= MAX_OPTION_LENGTH && /^[^:]+:./.test(text)

function parseWholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null
  const value = Number(text)
  return value >= least && value <= most ? value : null
}

/** The canonical URL of these filters, without defaults. */
export function shopPath({ q, category, option, min, max, sort, page }: ProductFilters): string {
  const search = new URLSearchParams()
  if (q) search.set('q', q)
  for (const id of category) search.append('category', id)
  for (const value of option) search.append('option', value)
  if (min !== defaultFilters.min) search.set('min', String(min))
  if (max !== defaultFilters.max) search.set('max', String(max))
  if (sort !== defaultFilters.sort) search.set('sort', sort)
  if (page !== defaultFilters.page) search.set('page', String(page))
  const text = search.toString()
  return text ? `/shop?${text}` : '/shop'
}

export const productPath = ({ slug }: Pick<Product, 'slug'>): string => `/shop/${encodeURIComponent(slug)}`

/** Applies a change, and goes to the first page unless the change is of the page. */
export const withFilter = (filters: ProductFilters, change: Partial<ProductFilters>): ProductFilters => ({
  ...filters,
  page: 1,
  ...change,
})

export const withCategory = (filters: ProductFilters, id: string, chosen: boolean): ProductFilters =>
  withFilter(filters, {
    category: chosen
      ? [...new Set([...filters.category, id])].sort()
      : filters.category.filter(other => other !== id),
  })

/** @param value `maat:38` */
export const withOption = (filters: ProductFilters, value: string, chosen: boolean): ProductFilters =>
  withFilter(filters, {
    option: chosen
      ? [...new Set([...filters.option, value])].sort()
      : filters.option.filter(other => other !== value),
  })

export interface OptionFacet {
  name: string
  values: { value: string; count: number }[]
}

/** The values of options that can be chosen: those of the hits, and the chosen ones, so that they can be removed. */
export function optionFacets(facets: readonly OptionFacet[], chosen: readonly string[]): OptionFacet[] {
  const byName = new Map(facets.map(({ name, values }) => [name, [...values]]))
  for (const { name, value } of chosen.map(splitOption)) {
    const values = byName.get(name) ?? []
    if (values.every(each => each.value !== value)) values.push({ value, count: 0 })
    byName.set(name, values)
  }
  return [...byName].map(([name, values]) => ({ name, values }))
}

/** A value of an option, as in the address and for the API: `maat:38`. The name has no colon. */
export const joinOption = (name: string, value: string): string => `${name}:${value}`

/** `maat:38` → its name and value. */
export function splitOption(option: string): { name: string; value: string } {
  const colon = option.indexOf(':')
  return { name: option.slice(0, colon), value: option.slice(colon + 1) }
}

/** How many filters are set: each category and value counts as one, the price range as one; search text and order do not count. */
export const countActiveFilters = ({ category, option, min, max }: ProductFilters): number =>
  category.length + option.length + (min > defaultFilters.min || max < defaultFilters.max ? 1 : 0)

/** `0, 300` → `Alle prijzen`; `25, 100` → `€ 25 – € 100`. */
export function formatPriceRange(min: number, max: number): string {
  if (max === defaultFilters.max) return min === defaultFilters.min ? 'Alle prijzen' : `Vanaf € ${min}`
  return min === defaultFilters.min ? `Tot € ${max}` : `€ ${min} – € ${max}`
}

/** Removes categories that no longer exist from the filters. @returns also whether there were any */
export function dropUnknownCategories(
  filters: ProductFilters,
  categories: Pick<Category, 'id'>[],
): { filters: ProductFilters; isGone: boolean } {
  const category = filters.category.filter(id => categories.some(known => known.id === id))
  return { filters: { ...filters, category }, isGone: category.length < filters.category.length }
}

/** The input of the API, with prices in cents. */
export const toSearchQuery = (filters: ProductFilters): z.input<typeof ProductSearchQuery> => ({
  ...(filters.q && { q: filters.q }),
  ...(filters.category.length > 0 && { category: filters.category }),
  ...(filters.option.length > 0 && { option: filters.option }),
  ...(filters.min > defaultFilters.min && { minPrice: filters.min * 100 }),
  ...(filters.max < defaultFilters.max && { maxPrice: filters.max * 100 }),
  ...(filters.sort !== defaultFilters.sort && { sort: filters.sort }),
  ...(filters.page > 1 && { page: filters.page }),
})

/** `Káarsen` → `kaarsen`: for comparisons without accents and case. */
const foldAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** The categories whose names contain the typed text, from two letters on. */
export function matchCategories<C extends Pick<Category, 'name'>>(categories: C[], q: string): C[] {
  const typed = foldAccents(q.trim())
  return typed.length < 2 ? [] : categories.filter(({ name }) => foldAccents(name).includes(typed))
}
