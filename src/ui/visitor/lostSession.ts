import { forgetRecentlyViewed } from './consent.ts'
import { useSyncExternalStore } from 'react'

/** Whether the login session ended while the page had something to lose: the page stays, covered, until the user signs in again. */
let isLost = false
/** Whether the login page must say why it is shown. */
let wasSignedOut = false
const listeners = new Set<() => void>()

export const isSessionLost = (): boolean => isLost

export function setSessionLost(next: boolean): void {
  isLost = next
  for (const listener of listeners) listener()
}

export const useIsSessionLost = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSessionLost,
    () => false,
  )

export const hasBeenSignedOut = (): boolean => wasSignedOut
export const setBeenSignedOut = (next: boolean): void => {
  wasSignedOut = next
}

/**
 * The messages of the tabs of a browser to each other, by its storage: the time of the last sign-out, and the user who signs in.
 */
const SIGNED_OUT_KEY = 'gloed:signed-out'
const SIGNED_IN_KEY = 'gloed:signed-in'
const loadedAt = Date.now()

export function announceSignOut(): void {
  forgetRecentlyViewed()
  try {
    localStorage.setItem(SIGNED_OUT_KEY, String(Date.now()))
  } catch {
    // Without storage the other tabs find out by their next call.
  }
}

export function announceSignIn(userId: string): void {
  try {
    localStorage.setItem(SIGNED_IN_KEY, userId)
    // Only the event is needed.
    localStorage.removeItem(SIGNED_IN_KEY)
  } catch {
    // As above.
  }
}

interface SessionListeners {
  onSignOut: () => void
  onSignIn: (userId: string) => void
}

/** Calls back when another tab signs in or out, also while this page was in the back/forward cache. @returns the cleanup */
export function onSessionChange({ onSignOut, onSignIn }: SessionListeners): () => void {
  const isOver = new AbortController()
  const { signal } = isOver
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === SIGNED_OUT_KEY && newValue !== null) onSignOut()
    if (key === SIGNED_IN_KEY && newValue !== null) onSignIn(newValue)
  }
  const restore = ({ persisted }: PageTransitionEvent) => {
    if (persisted && Number(localStorage.getItem(SIGNED_OUT_KEY) ?? 0) > loadedAt) onSignOut()
  }
  addEventListener('storage', hear, { signal })
  addEventListener('pageshow', restore, { signal })
  return () => isOver.abort()
}
