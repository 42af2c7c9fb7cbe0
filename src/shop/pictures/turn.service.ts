let last: Promise<unknown> = Promise.resolve()

/** One piece of work with pictures at a time on this node: each takes its memory, and all of the processor. */
export function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
