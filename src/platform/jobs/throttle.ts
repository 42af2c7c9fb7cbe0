export interface Throttle {
  /** Requests the work: it runs at once, or when the interval since its last run is over; once for all requests meanwhile. */
  request: () => void
  /** Cancels requested work that has not run yet. */
  cancel: () => void
}

/** Work that runs soon after it is requested, and at most once per `intervalMs`. */
export function throttle(intervalMs: number, work: () => void): Throttle {
  let doneAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  const run = () => {
    doneAt = performance.now()
    timer = undefined
    work()
  }
  return {
    request: () => void (timer ??= setTimeout(run, Math.max(doneAt + intervalMs - performance.now(), 0))),
    cancel: () => clearTimeout(timer),
  }
}
