import type { Beacon, collectBeacon } from './contract.ts'

/** Not taken from the contract, which would bring zod and the admin's answers along. */
const PATH: (typeof collectBeacon)['path'] = '/api/analytics/collect'

/** In `localStorage`: by what the statistics know the browser again. */
export const VISIT_ID_KEY = 'gloed-visit'

/** Sends it without waiting: the page goes on, or away, whatever becomes of it. */
export function sendBeacon(beacon: Beacon): void {
  const body = JSON.stringify(beacon)
  const type = 'application/json'
  try {
    if (navigator.sendBeacon?.(PATH, new Blob([body], { type }))) return
    const headers = { 'content-type': type }
    fetch(PATH, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  } catch {
    // A browser, or something in it, that does not want this: then it is not counted.
  }
}

export function clearVisitId(): void {
  try {
    localStorage.removeItem(VISIT_ID_KEY)
  } catch {
    // Where nothing may be kept, nothing was.
  }
}
