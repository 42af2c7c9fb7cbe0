import { RecentMap } from '../../../platform/recentMap.ts'

/** How long an entry is kept, in milliseconds; the start of a session deletes it at once. */
const ENTRY_TTL_MS = 10_000
/** From this age on, in milliseconds, the next use of an entry renews it, together with others: commands go on meanwhile. */
const RENEW_AFTER_MS = 5000
/** Maximum number of entries, which bounds the memory. */
const MAX_ENTRIES = 50_000

/** Users without a live session, so that their commands cost few queries. */
export interface NoSessionCache<Found> {
  /** Whether it is cached that the user has no live session. */
  has(userId: string): boolean
  /** The user's newest session; one that is not live is cached for a while. */
  find(userId: string): Promise<Found | undefined>
  /** Call when the user may have a session: drops the entry, and the answer of a query in flight. */
  invalidate(userId: string): void
}

type Query<Found> = (userId: string) => Promise<Found | undefined>

/**
 * @param query of a user's newest session: `now` for a command that waits, `soon` for a renewal
 * @param isPresent whether it is live; a live one is queried each time
 */
export function createNoSessionCache<Found>(
  query: Record<'now' | 'soon', Query<Found>>,
  isPresent: (found: Found) => boolean,
  clock: { now(): number } = performance,
): NoSessionCache<Found> {
  const absent = new RecentMap<{ at: number; found: Found | undefined }>(MAX_ENTRIES)
  const asking = new Map<string, Promise<Found | undefined>>()

  function note(userId: string, found: Found | undefined): void {
    absent.delete(userId)
    if (found !== undefined && isPresent(found)) return
    absent.set(userId, { at: clock.now(), found })
  }

  function begin(userId: string, ask: Query<Found>): Promise<Found | undefined> {
    const question = ask(userId)
    asking.set(userId, question)
    // A query that began before the start of a session has an outdated answer.
    const isCurrent = () => asking.get(userId) === question && asking.delete(userId)
    question.then(
      found => isCurrent() && note(userId, found),
      () => isCurrent(),
    )
    return question
  }

  const cached = (userId: string) => {
    const known = absent.get(userId)
    const age = known ? clock.now() - known.at : Infinity
    if (age >= ENTRY_TTL_MS) return undefined
    if (age >= RENEW_AFTER_MS && !asking.has(userId)) void begin(userId, query.soon)
    return known
  }

  return {
    has: userId => cached(userId) !== undefined,
    async find(userId) {
      const known = cached(userId)
      return known ? known.found : (asking.get(userId) ?? begin(userId, query.now))
    },
    invalidate(userId) {
      absent.delete(userId)
      asking.delete(userId)
    },
  }
}
