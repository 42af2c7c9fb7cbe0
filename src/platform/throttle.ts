export interface Throttle {
  /** Asks for the work: it is done at once, or when the interval since it was last done is over; once for all who ask. */
  request: () => void
  /** What was asked for and is not done yet is not done. */
  cancel: () => void
}

/** Work that is done soon after it is asked for, and not again within `intervalMs`. */
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
