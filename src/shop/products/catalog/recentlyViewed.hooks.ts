import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { forgetRecentlyViewed, hasConsent, RECENTLY_VIEWED_KEY } from '../../../ui/visitor/consent.ts'
import { productQuery } from './hooks.ts'

function readIds(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(RECENTLY_VIEWED_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(id => typeof id === 'string') : []
  } catch {
    // Unavailable storage, or another's text.
    return []
  }
}

function storeIds(ids: string[]): void {
  try {
    if (hasConsent('functional')) localStorage.setItem(RECENTLY_VIEWED_KEY, JSON.stringify(ids))
  } catch {
    // Without storage nothing is kept.
  }
}

/** How many are shown. */
const MAX_SHOWN = 4

/**
 * The products that were looked at before on this device, the last first, those that are not for sale any more left out.
 * @param currentId the product that is looked at now, which is remembered and not among them
 */
export function useRecentlyViewed(currentId: string | null) {
  const [ids, setIds] = useState(readIds)
  useEffect(() => {
    if (currentId !== null) storeIds(withProductViewed(readIds(), currentId))
  }, [currentId])
  const others = ids.filter(id => id !== currentId).slice(0, MAX_SHOWN)
  const products = useQueries({ queries: others.map(productQuery) }).flatMap(({ data }) => data ?? [])
  const forget = () => {
    forgetRecentlyViewed()
    setIds([])
  }
  return { products, forget }
}

/** How many are kept. */
const MAX_KEPT = 12

/** The list with a product in front, each once. */
export const withProductViewed = (ids: readonly string[], id: string): string[] =>
  [id, ...ids.filter(other => other !== id)].slice(0, MAX_KEPT)
