import { useSuspenseQuery } from '@tanstack/react-query'
import { startTransition, useOptimistic } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  type ProductFilters,
  parseFilters,
  shopPath,
  withFilter,
  dropUnknownCategories,
} from './filters.rules.ts'
import { categoriesQuery } from './hooks.ts'
import { TYPED_NAVIGATION } from '../../ui/debouncedUrlInput.ts'

/** What the address asks for, and how to ask for something else. A choice shows at once; the address follows. */
export function useProductFilters() {
  const [search] = useSearchParams()
  const { data: categories } = useSuspenseQuery(categoriesQuery)
  const { filters: asked, isGone } = dropUnknownCategories(parseFilters(search), categories)
  const [filters, expect] = useOptimistic(asked)
  const navigate = useNavigate()

  const show = (next: ProductFilters, how: { replace?: boolean; state?: unknown } = {}) =>
    startTransition(async () => {
      expect(next)
      await navigate(shopPath(next), { preventScrollReset: true, ...how })
    })
  /** Typing makes no history: Back leads to where one was before it. */
  const searchFor = (q: string) =>
    show(withFilter(filters, { q }), { replace: true, state: TYPED_NAVIGATION })
  return { categories, filters, isGone, show, searchFor }
}
