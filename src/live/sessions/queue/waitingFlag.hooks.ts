import { useSyncExternalStore } from 'react'

/** In `localStorage`: that one waits in a queue. Who never did asks for no place, on whichever page. */
const KEY = 'gloed-waiting'

const listeners = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Notes whether one waits, for the other pages and tabs. */
export function setWaitingFlag(waits: boolean): void {
  if (waits === read()) return
  try {
    if (waits) localStorage.setItem(KEY, '1')
    else localStorage.removeItem(KEY)
  } catch {
    // Where nothing may be kept only the page of the queue tells of it.
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

/** Whether one waits, as far as this browser knows. */
export const useIsInQueue = (): boolean => useSyncExternalStore(subscribe, read, () => false)
