import { useEffect, useEffectEvent } from 'react'

const CART_CHANGED_KEY = 'gloed:cart-changed'

/**
 * Tells the other tabs of this browser that the cart changed: by its storage, because an open channel would keep a page out of the
 * back/forward cache.
 */
export function announceCartChange(): void {
  try {
    localStorage.setItem(CART_CHANGED_KEY, String(Date.now()))
    // Only the event is needed.
    localStorage.removeItem(CART_CHANGED_KEY)
  } catch {
    // Without storage the other tabs find out when they are looked at.
  }
}

/** Calls back when another tab changed the cart, and when this tab is looked at again: a phone suspends tabs, which hear nothing then. */
export function useOtherTabs(onNews: (news: 'cart' | 'shown') => void): void {
  const hear = useEffectEvent(onNews)
  useEffect(() => {
    const isOver = new AbortController()
    const { signal } = isOver
    const onStorage = ({ key, newValue }: StorageEvent) =>
      key === CART_CHANGED_KEY && newValue !== null && hear('cart')
    const onVisible = () => document.visibilityState === 'visible' && hear('shown')
    addEventListener('storage', onStorage, { signal })
    document.addEventListener('visibilitychange', onVisible, { signal })
    return () => isOver.abort()
  }, [])
}
