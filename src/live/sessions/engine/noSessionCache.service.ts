/** How long it holds that someone has no session, in milliseconds; whatever starts one ends that at once. */
const ENTRY_TTL_MS = 10_000
/** Never holds more of them than this: past it the oldest go first, so that strangers can't fill the memory. */
const MAX_ENTRIES = 50_000

/** Who has no live session: who sends commands all the same costs memory, and next to no questions. */
export interface NoSessionCache<Found> {
  /** What there is of the user; what is not present is not asked for again for a while. */
  find(userId: string): Promise<Found | undefined>
  /** From now on the user may have a session: what was known, and what is being asked, is worth nothing any more. */
  invalidate(userId: string): void
}

/**
 * @param ask what there is of a user
 * @param isPresent whether that can change by itself, so that it has to be asked for each time
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
    // One that was overtaken by a start says nothing of now.
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
