/** The clock of a queue. Property tests use a virtual one. */
export interface MonotonicClock {
  /** Monotonic milliseconds. */
  now(): number
  /** Resolves after `ms`, or as soon as the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Calls a function after `ms`. @returns a function that cancels the call */
  after(ms: number, act: () => void): () => void
}

export const monotonicClock: MonotonicClock = {
  now: () => performance.now(),
  // At this rate of commands, the errors of Node's own timers cost more than the waiting.
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
