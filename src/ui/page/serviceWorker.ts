import { useEffect } from 'react'

/** The service worker, once it runs. The address of its script stays as it is: browsers look there for its successor. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/worker.js')
  return navigator.serviceWorker.ready
}

/** Registers the service worker when the page has nothing better to do. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !navigator.onLine) return
    const register = () => void registerServiceWorker().catch(() => undefined)
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return register()
    const id = requestIdleCallback(register, { timeout: 10_000 })
    return () => cancelIdleCallback(id)
  }, [])
}
