let last: Promise<unknown> = Promise.resolve()

/** Runs one picture task at a time on this node: each needs much memory and all of the processor. */
export function runOneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work)
  last = mine.catch(() => undefined)
  return mine
}
