import type { Beacon, collectBeacon } from './contract.ts'

/** Repeated from the contract, whose import would bring zod into the shop's bundle. */
const PATH: (typeof collectBeacon)['path'] = '/api/analytics/collect'

/** The key in `localStorage` of the id by which the browser is recognised. */
export const VISIT_ID_KEY = 'gloed-visit'

/** Sends a beacon without waiting, also while the page is unloading. */
export function sendBeacon(beacon: Beacon): void {
  const body = JSON.stringify(beacon)
  const type = 'application/json'
  try {
    if (navigator.sendBeacon?.(PATH, new Blob([body], { type }))) return
    const headers = { 'content-type': type }
    fetch(PATH, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  } catch {
    // Blocked by the browser or an extension: not counted.
  }
}

export function clearVisitId(): void {
  try {
    localStorage.removeItem(VISIT_ID_KEY)
  } catch {
    // No storage: there is nothing to remove.
  }
}
