import { useSyncExternalStore } from 'react'

/** Whether the server no longer has the build of this page: parts and pages that were not loaded yet can't be loaded any more. */
let isOutdated = false
const listeners = new Set<() => void>()

/** The file of this code. It names the files of all pages, so its own name is another one as soon as any of them is. */
const ownFile = import.meta.url

/** A script that can't be loaded may also be a lost connection: only the server can tell. */
async function checkVersion(): Promise<void> {
  const answer = await fetch(ownFile, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (!answer || answer.status !== 404) return
  isOutdated = true
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined') addEventListener('vite:preloadError', () => void checkVersion())

export const useIsOutdated = (): boolean =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOutdated,
    () => false,
  )

const RELOADED_KEY = 'gloed:reloaded'

/**
 * Notes that this tab is reloaded because of its build.
 * @returns false when it was already, or when that can't be noted: then the user decides, so that it never reloads without end
 */
export function markReloaded(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED_KEY) === ownFile) return false
    sessionStorage.setItem(RELOADED_KEY, ownFile)
    return true
  } catch {
    return false
  }
}
