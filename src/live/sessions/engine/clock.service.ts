/** Time as what moves toys lives by it. Tests of every order of things bring one of their own, in which nothing takes time. */
export interface MonotonicClock {
  /** Milliseconds, which never go back. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Does something after `ms`. @returns what keeps it from being done */
  after(ms: number, act: () => void): () => void
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  // As often as toys are moved, the errors with which Node's own ends cost more than the waiting.
  wait: (ms, signal) =>
    new Promise(resolve => {
      if (signal.aborted) return resolve()
      const timer = setTimeout(done, ms)
      signal.addEventListener('abort', done, { once: true })
      function done(): void {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    }),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}
