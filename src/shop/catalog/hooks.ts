import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { z } from 'zod'
import { QueryClientContext, preloadQueries } from '../../ui/queryClient.ts'
import { call } from '../../ui/call.ts'
import { trackEvent } from '../../ui/trackEvent.ts'
import {
  listCategories,
  type Product,
  type ProductSearchQuery,
  readProduct,
  searchProducts,
} from './contract.ts'
import {
  type ProductFilters,
  parseFilters,
  countActiveFilters,
  toSearchQuery,
  shopPath,
  dropUnknownCategories,
} from './filters.rules.ts'
import { pageCount } from '../../ui/pagination.ts'

/** Every query of products begins with it: what changes stock or prices makes all of them stale at once. */
export const productsQueryKey = ['products'] as const

/** A search; leave out what is as usual, so that the same question has one key. */
export const productSearchQuery = (search: z.input<typeof ProductSearchQuery>) =>
  queryOptions({
    queryKey: [...productsQueryKey, 'search', search],
    queryFn: ({ signal }) => call(searchProducts, search, { signal }),
  })

/** What the home page shows. */
export const featuredProductsQuery = productSearchQuery({ pageSize: 4 })

/** @param idOrSlug as it stands in the address */
export const productQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: [...productsQueryKey, 'one', idOrSlug],
    queryFn: ({ signal }) => call(readProduct, { idOrSlug }, { signal }),
  })

/** Four of the same category, and one to spare: the product itself may be among them. */
export const relatedProductsQuery = ({ categoryId }: Product) =>
  productSearchQuery({ category: [categoryId], pageSize: 5 })

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => call(listCategories, {}, { signal }),
})

/** The results of these filters; the earlier ones stay until they are there. */
export const useProductSearch = (filters: ProductFilters) =>
  useQuery({ ...productSearchQuery(toSearchQuery(filters)), placeholderData: keepPreviousData })

/** Results that stay for this long are what was searched for, and not half a word of it; in milliseconds. */
const TRACKED_AFTER_MS = 1000
let lastTrackedSearch = ''

/** Tells the statistics what is searched for. Coming back to a search, or filtering what it found, is no other one. */
export function useTrackSearch(
  filters: ProductFilters,
  { data, isPlaceholderData }: ReturnType<typeof useProductSearch>,
) {
  const { q } = filters
  const isThere = data !== undefined && !isPlaceholderData
  const tell = useEffectEvent(() => {
    lastTrackedSearch = q
    if (q === '') return
    // Among filtered products something else would be found.
    const found = countActiveFilters(filters) === 0 && data ? { value: data.total } : {}
    trackEvent({ category: 'search', action: 'products', label: q, ...found })
  })
  useEffect(() => {
    if (!isThere || q === lastTrackedSearch) return
    const timer = setTimeout(() => tell(), TRACKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isThere, q])
}

/**
 * Has what the shop shows on the server. In the browser only the search begins here: its page shows the earlier results,
 * or their shapes, meanwhile. A page past the last leads to the last.
 */
export async function loadShopPage(args: LoaderFunctionArgs): Promise<null> {
  await preloadQueries(() => [categoriesQuery])(args)
  const cache = args.context.get(QueryClientContext)
  const categories = cache.getQueryData(categoriesQuery.queryKey) ?? []
  const { filters } = dropUnknownCategories(parseFilters(args.url.searchParams), categories)
  const query = productSearchQuery(toSearchQuery(filters))
  if (!import.meta.env.SSR) {
    void cache.prefetchQuery(query)
    return null
  }
  const { total, pageSize } = await cache.ensureQueryData(query)
  const last = pageCount(total, pageSize)
  if (filters.page > last) throw redirect(shopPath({ ...filters, page: last }))
  return null
}
