import type { Beacon, collect } from './contract.ts'

/** Not taken from the contract, which would bring zod and the admin's answers along. */
const PATH: (typeof collect)['path'] = '/api/analytics/collect'

/** In `localStorage`: by what the statistics know the browser again. */
export const VISIT = 'gloed-visit'

/** Sends it without waiting: the page goes on, or away, whatever becomes of it. */
export function send(beacon: Beacon): void {
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

export function forgetVisit(): void {
  try {
    localStorage.removeItem(VISIT)
  } catch {
    // Where nothing may be kept, nothing was.
  }
}
