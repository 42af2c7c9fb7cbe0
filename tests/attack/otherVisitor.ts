import { setTimeout as pause } from 'node:timers/promises'

/** In milliseconds. */
const EVERY = 250
const LIMIT = 5000

/**
 * Asks the shop for a page four times a second, as another visitor would while it is attacked.
 * @returns a function that ends it, with the failures in place of answers and how long the answers took, in milliseconds
 */
export function visitMeanwhile(url: string) {
  const end = new AbortController()
  const times: number[] = []
  const failures: string[] = []
  const visit = async () => {
    const start = performance.now()
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(LIMIT) })
      await response.text()
      if (response.ok) times.push(performance.now() - start)
      else failures.push(String(response.status))
    } catch (error) {
      failures.push(String((error as Error).cause ?? error))
    }
  }
  const visits = (async () => {
    while (!end.signal.aborted) {
      await visit()
      await pause(EVERY)
    }
  })()
  return async () => {
    end.abort()
    await visits
    const sorted = times.toSorted((a, b) => a - b)
    const share = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    return { answered: times.length, failures, median: share(0.5), slowest: share(1) }
  }
}
