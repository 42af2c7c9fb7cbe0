import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import type { z } from 'zod'
import { CacheContext, preload } from '../../ui/cache.ts'
import { call } from '../../ui/call.ts'
import { happened } from '../../ui/happening.ts'
import { listCategories, type Product, type ProductSearch, readProduct, searchProducts } from './contract.ts'
import { type Filters, filtersIn, filtersSet, searchOf, shopAddress, withoutGone } from './filters.rules.ts'
import { pagesOf } from '../../ui/paging.ts'

/** Every query of products begins with it: what changes stock or prices makes all of them stale at once. */
export const productsKey = ['products'] as const

/** A search; leave out what is as usual, so that the same question has one key. */
export const searchQuery = (search: z.input<typeof ProductSearch>) =>
  queryOptions({
    queryKey: [...productsKey, 'search', search],
    queryFn: ({ signal }) => call(searchProducts, search, { signal }),
  })

/** What the home page shows. */
export const featuredQuery = searchQuery({ pageSize: 4 })

/** @param idOrSlug as it stands in the address */
export const productQuery = (idOrSlug: string) =>
  queryOptions({
    queryKey: [...productsKey, 'one', idOrSlug],
    queryFn: ({ signal }) => call(readProduct, { idOrSlug }, { signal }),
  })

/** Four of the same category, and one to spare: the product itself may be among them. */
export const relatedQuery = ({ categoryId }: Product) => searchQuery({ category: [categoryId], pageSize: 5 })

export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  queryFn: ({ signal }) => call(listCategories, {}, { signal }),
})

/** The results of these filters; the earlier ones stay until they are there. */
export const useResults = (filters: Filters) =>
  useQuery({ ...searchQuery(searchOf(filters)), placeholderData: keepPreviousData })

/** Results that stay for this long are what was searched for, and not half a word of it; in milliseconds. */
const STAYS_MS = 1000
let lastTold = ''

/** Tells the statistics what is searched for. Coming back to a search, or filtering what it found, is no other one. */
export function useTellSearch(filters: Filters, { data, isPlaceholderData }: ReturnType<typeof useResults>) {
  const { q } = filters
  const isThere = data !== undefined && !isPlaceholderData
  const tell = useEffectEvent(() => {
    lastTold = q
    if (q === '') return
    // Among filtered products something else would be found.
    const found = filtersSet(filters) === 0 && data ? { value: data.total } : {}
    happened({ category: 'search', action: 'products', label: q, ...found })
  })
  useEffect(() => {
    if (!isThere || q === lastTold) return
    const timer = setTimeout(() => tell(), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isThere, q])
}

/**
 * Has what the shop shows on the server. In the browser only the search begins here: its page shows the earlier results,
 * or their shapes, meanwhile. A page past the last leads to the last.
 */
export async function loadShop(args: LoaderFunctionArgs): Promise<null> {
  await preload(() => [categoriesQuery])(args)
  const cache = args.context.get(CacheContext)
  const categories = cache.getQueryData(categoriesQuery.queryKey) ?? []
  const { filters } = withoutGone(filtersIn(args.url.searchParams), categories)
  const query = searchQuery(searchOf(filters))
  if (!import.meta.env.SSR) {
    void cache.prefetchQuery(query)
    return null
  }
  const { total, pageSize } = await cache.ensureQueryData(query)
  const last = pagesOf(total, pageSize)
  if (filters.page > last) throw redirect(shopAddress({ ...filters, page: last }))
  return null
}
