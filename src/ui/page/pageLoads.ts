import { useSyncExternalStore } from 'react'
import { checkConnection } from '../call/connection.ts'

/** The page loads that failed and wait for another attempt; the present page stays on screen meanwhile. */
let waiting: (() => void)[] = []
const listeners = new Set<() => void>()

function setWaiting(next: (() => void)[]): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Tries every failed load again. */
export function retryPageLoads(): void {
  const attempts = waiting
  setWaiting([])
  for (const attempt of attempts) attempt()
}

/**
 * Repeats a load until it succeeds, with each attempt after the first begun by `retryPageLoads`: a navigation that fails must not
 * replace the present page.
 * @param isTemporary whether another attempt may succeed; any other failure is thrown
 */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  isTemporary: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (typeof window === 'undefined' || !isTemporary(error)) throw error
      await new Promise<void>(resolve => {
        setWaiting([...waiting, resolve])
        checkConnection()
      })
    }
  }
}

/** Whether a page that the user opened could not be loaded. */
export const useHasFailedPageLoad = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
    () => false,
  )
