/** After this many milliseconds a call no longer counts: one that waits for something slow does not hold up the others. */
const PATIENCE_MS = 40

/**
 * Runs at most so many calls of `work` at a time, in the order in which they come. Not `p-limit`: in its linked list a call that has left
 * the queue still points to the next one, so that while some wait, an old entry would keep all later ones in memory.
 */
export function limitConcurrency<A extends unknown[], R>(
  most: number,
  work: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async (...args) => {
    if (running < most) running += 1
    else await new Promise<void>(resolve => waiting.push(resolve))
    let counts = true
    const leaveOnce = () => {
      if (counts) leave()
      counts = false
    }
    const timer = setTimeout(leaveOnce, PATIENCE_MS)
    try {
      return await work(...args)
    } finally {
      clearTimeout(timer)
      leaveOnce()
    }
  }
}
