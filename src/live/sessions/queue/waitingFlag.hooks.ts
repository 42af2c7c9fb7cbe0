import { useSyncExternalStore } from 'react'

/** In `localStorage`: that this user is in a queue. Without it no page requests a position. */
const KEY = 'gloed-waiting'

const listeners = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Stores whether the user is in a queue, for the other pages and tabs. */
export function setWaitingFlag(waits: boolean): void {
  if (waits === read()) return
  try {
    if (waits) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage only the queue's own page shows the position.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whether the user is in a queue, as far as this browser knows. */
export const useIsInQueue = (): boolean => useSyncExternalStore(subscribe, read, () => false)
