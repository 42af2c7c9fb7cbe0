import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** A page on screen must recover within two seconds, of which the page that waits needs a part. */
const PROBE_INTERVAL_MS = 1000

/**
 * Whether the server can be reached. A failed call alone does not say so (a browser's extension may block it), so each is followed by
 * a probe, which is repeated until one succeeds.
 */
let isConnected = true
let isProbing = false
/** Something else failed, or the browser said more, while a probe was under way, whose answer may be older. */
let isProbeStale = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function setConnected(next: boolean): void {
  if (next === isConnected) return
  isConnected = next
  for (const listener of listeners) listener()
}

/** Called when something could not be fetched. */
export function checkConnection(): void {
  if (typeof window === 'undefined') return
  if (isProbing) {
    isProbeStale = true
    return
  }
  clearTimeout(timer)
  void probe()
}

async function probe(): Promise<void> {
  isProbing = true
  isProbeStale = false
  const isReached = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  isProbing = false
  setConnected(isReached)
  if (!isReached) timer = setTimeout(checkConnection, PROBE_INTERVAL_MS)
  else if (isProbeStale) checkConnection()
}

if (typeof window !== 'undefined') {
  for (const type of ['online', 'offline']) addEventListener(type, checkConnection)
  // The connection may have been lost before this code had come.
  if (!navigator.onLine) checkConnection()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsConnected = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isConnected,
    () => true,
  )

/** Calls `action` each time when the connection is back. */
export function useOnReconnect(action: () => void): void {
  const run = useEffectEvent(action)
  useEffect(() => subscribe(() => isConnected && run()), [])
}
