import { useSyncExternalStore } from 'react'
import { hasConsent } from '../../ui/visitor/consent.ts'

/**
 * In `localStorage`: the order whose buyer came back from the payment page and that was not counted as paid yet. Kept with consent
 * to analytics only, for which it is.
 */
const KEY = 'gloed-unpaid-order'

const listeners = new Set<() => void>()

function readStorage(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function writeStorage(orderId: string | null): void {
  try {
    if (orderId === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, orderId)
  } catch {
    // Without storage it is not counted.
  }
  for (const listener of listeners) listener()
}

let returnedOrder: string | null = null

/** The order of the result that the payment page gave on its return to this page: that page shows its message. */
export const useReturnedOrder = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => returnedOrder,
    () => null,
  )

export function setReturnedOrder(orderId: string): void {
  returnedOrder = orderId
  for (const listener of listeners) listener()
}

export function rememberUnpaidOrder(orderId: string): void {
  if (hasConsent('analytics')) writeStorage(orderId)
}

export const forgetUnpaidOrder = (): void => writeStorage(null)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useUnpaidOrder = (): string | null => useSyncExternalStore(subscribe, readStorage, () => null)
