/** For how long an answer is kept, in milliseconds; the start of a session ends that at once. */
const ENTRY_TTL_MS = 10_000
/** More entries than this are not kept: the oldest go first, so that strangers can't fill the memory. */
const MAX_ENTRIES = 50_000

/** Users without a live session, so that commands of theirs cost next to no queries. */
export interface NoSessionCache<Found> {
  /** The user's newest session; one that is not live is not queried again for a while. */
  find(userId: string): Promise<Found | undefined>
  /** From now on the user may have a session: drops the entry, and the answer of a query in flight. */
  invalidate(userId: string): void
}

/**
 * @param ask queries a user's newest session
 * @param isPresent whether it is live, so that it has to be queried each time
 */
export function createNoSessionCache<Found>(
  ask: (userId: string) => Promise<Found | undefined>,
  isPresent: (found: Found) => boolean,
  clock: { now(): number } = performance,
): NoSessionCache<Found> {
  const absent = new Map<string, { until: number; found: Found | undefined }>()
  const asking = new Map<string, Promise<Found | undefined>>()

  function note(userId: string, found: Found | undefined): void {
    absent.delete(userId)
    if (found !== undefined && isPresent(found)) return
    absent.set(userId, { until: clock.now() + ENTRY_TTL_MS, found })
    if (absent.size > MAX_ENTRIES) absent.delete(absent.keys().next().value as string)
  }

  function begin(userId: string): Promise<Found | undefined> {
    const question = ask(userId)
    asking.set(userId, question)
    // A query that began before a start of a session says nothing about now.
    const isCurrent = () => asking.get(userId) === question && asking.delete(userId)
    question.then(
      found => isCurrent() && note(userId, found),
      () => isCurrent(),
    )
    return question
  }

  return {
    async find(userId) {
      const known = absent.get(userId)
      if (known && clock.now() < known.until) return known.found
      return asking.get(userId) ?? begin(userId)
    },
    invalidate(userId) {
      absent.delete(userId)
      asking.delete(userId)
    },
  }
}
