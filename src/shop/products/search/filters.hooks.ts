import { useSuspenseQuery } from '@tanstack/react-query'
import { startTransition, useMemo, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type ProductFilters,
  parseFilters,
  shopPath,
  withFilter,
  dropUnknownCategories,
} from './filters.rules.ts'
import { categoriesQuery } from '../catalog/hooks.ts'
import { TYPED_NAVIGATION } from '../../../ui/lists/debouncedUrlInput.ts'

/** The filters in the URL, and how to change them. A change shows at once; the URL follows. */
export function useProductFilters() {
  const [search] = useSearchParams()
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { filters: urlFilters, isGone } = useMemo(
    () => dropUnknownCategories(parseFilters(search), categories),
    [search, categories],
  )
  const [filters, expect] = useOptimistic(urlFilters)
  const navigate = useNavigate()

  const show = (next: ProductFilters, how: { replace?: boolean; state?: unknown } = {}) =>
    startTransition(async () => {
      expect(next)
      await navigate(shopPath(next), { preventScrollReset: true, ...how })
    })
  /** Replaces the history entry while typing, so that Back leads to the page before the search. */
  const searchFor = (q: string) =>
    show(withFilter(filters, { q }), { replace: true, state: TYPED_NAVIGATION })
  return { categories, filters, isGone, show, searchFor }
}
