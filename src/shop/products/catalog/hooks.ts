import { keepPreviousData, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { z } from 'zod'
import { QueryClientContext, preloadQueries } from '../../../ui/call/queryClient.ts'
import { apiQuery } from '../../../ui/call/hooks.ts'
import { trackEvent } from '../../../ui/visitor/trackEvent.ts'
import {
  type Product,
  type ProductDetail,
  type ProductSearchQuery,
  listCategories,
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
} from '../search/filters.rules.ts'
import { pageCount } from '../../../ui/lists/pagination.ts'
import { mixFeatured } from './rules.ts'

/** Prefix of all product query keys, to invalidate all of them when stock or prices change. */
export const productsQueryKey = ['products'] as const

/** A search; leave out defaults, so that equal searches have one key. */
export const productSearchQuery = (search: z.input<typeof ProductSearchQuery>) =>
  apiQuery([...productsQueryKey, 'search', search], searchProducts, search)

/** On the home page. */
const FEATURED_PRODUCTS = 4

export const featuredProductsQuery = productSearchQuery({ pageSize: FEATURED_PRODUCTS })

/** Products of these categories; of all of them when there are none. */
export const favouriteProductsQuery = (categoryIds: string[]) =>
  categoryIds.length === 0
    ? featuredProductsQuery
    : productSearchQuery({ category: categoryIds.toSorted(), pageSize: FEATURED_PRODUCTS })

/** @param idOrSlug as in the URL */
export const productQuery = (idOrSlug: string) =>
  apiQuery([...productsQueryKey, 'one', idOrSlug], readProduct, { idOrSlug })

/** The products of the home page: those that an admin chose, else those of the user's favourite categories first. */
export function useFeaturedProducts(favouriteCategories: string[], chosenIds: string[]): Product[] {
  const { data: favourites } = useSuspenseQuery(favouriteProductsQuery(favouriteCategories))
  const { data: others } = useSuspenseQuery(featuredProductsQuery)
  // One that is not for sale any more is left out.
  const chosen = useQueries({ queries: chosenIds.map(productQuery) }).flatMap(({ data }) => data ?? [])
  return chosen.length > 0 ? chosen : mixFeatured(favourites.items, others.items, FEATURED_PRODUCTS)
}

/** Five products of the same category: four to show, and one more because the product itself may be among them. */
export const relatedProductsQuery = ({ categoryId }: Product) =>
  productSearchQuery({ category: [categoryId], pageSize: 5 })

/** How many are shown beside a product. */
const MAX_RELATED = 4

/** The products that go with a product: the ones that an admin chose, and then others of its category. */
export function useRelatedProducts(product: ProductDetail): Product[] {
  const { data: alike } = useQuery(relatedProductsQuery(product))
  const chosen = useQueries({ queries: (product.related ?? []).map(productQuery) }).flatMap(
    ({ data }) => data ?? [],
  )
  const others = alike?.items.filter(({ id }) => id !== product.id) ?? []
  return mixFeatured<Product>(chosen, others, MAX_RELATED)
}

export const categoriesQuery = apiQuery(['categories'], listCategories, {})

/** The results of these filters; the previous results stay visible while they load. */
export const useProductSearch = (filters: ProductFilters) =>
  useQuery({ ...productSearchQuery(toSearchQuery(filters)), placeholderData: keepPreviousData })

/** A search is tracked when its results stay this long, so that half-typed words are not; in milliseconds. */
const TRACKED_AFTER_MS = 1000
let lastTrackedSearch = ''

/** Tracks searches. Returning to a search, or filtering its results, is not tracked again. */
export function useTrackSearch(
  filters: ProductFilters,
  { data, isPlaceholderData }: ReturnType<typeof useProductSearch>,
) {
  const { q } = filters
  const isThere = data !== undefined && !isPlaceholderData
  const tell = useEffectEvent(() => {
    lastTrackedSearch = q
    if (q === '') return
    // The total of filtered results is not that of the search.
    const total = countActiveFilters(filters) === 0 && data ? { value: data.total } : {}
    trackEvent({ category: 'search', action: 'products', label: q, ...total })
  })
  useEffect(() => {
    if (!isThere || q === lastTrackedSearch) return
    const timer = setTimeout(() => tell(), TRACKED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isThere, q])
}

/**
 * Loads the data of the shop page. In the browser, only starts the search: the page shows the previous results or skeletons
 * meanwhile. Redirects a page number past the end to the last page.
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
  // The suggestions in that case.
  if (total === 0) await cache.ensureQueryData(featuredProductsQuery)
  const last = pageCount(total, pageSize)
  if (filters.page > last) throw redirect(shopPath({ ...filters, page: last }))
  return null
}
