import { LRUCache } from 'lru-cache'

/** How long an entry is kept, in milliseconds; the start of a session deletes it at once. */
const ENTRY_TTL_MS = 10_000
/** From this age on, in milliseconds, the use of an entry has it renewed, together with those of others, while commands go on. */
const RENEW_AFTER_MS = 5000
/** Maximum number of entries, which bounds the memory. */
const MAX_ENTRIES = 50_000

/** Users without a live session, so that their commands cost few queries. */
export interface NoSessionCache<Found> {
  /** Whether it is cached that the user has no live session; an older entry is renewed by this. */
  has(userId: string): boolean
  /** The user's newest session; one that is not live is cached for a while. */
  find(userId: string): Promise<Found | undefined>
  /** Call when the user may have a session: drops the entry, and the answer of a query in flight. */
  invalidate(userId: string): void
}

type Load<Found> = (userId: string) => Promise<Found | undefined>

/**
 * @param load a user's newest session, for a command that waits
 * @param renew the same in the background: it may wait for other users
 * @param isPresent whether it is live; a live one is queried each time
 */
export function createNoSessionCache<Found>(
  { load, renew }: Record<'load' | 'renew', Load<Found>>,
  isPresent: (found: Found) => boolean,
  clock: { now(): number } = performance,
): NoSessionCache<Found> {
  const absent = new LRUCache<string, { at: number; found: Found | undefined }>({ max: MAX_ENTRIES })
  const loading = new Map<string, { answer: Promise<Found | undefined>; isRenewal: boolean }>()

  function note(userId: string, found: Found | undefined): void {
    absent.delete(userId)
    if (found !== undefined && isPresent(found)) return
    absent.set(userId, { at: clock.now(), found })
  }

  function begin(userId: string, isRenewal: boolean): Promise<Found | undefined> {
    const begun = { answer: (isRenewal ? renew : load)(userId), isRenewal }
    loading.set(userId, begun)
    // A query that began before the start of a session has an outdated answer.
    const isCurrent = () => loading.get(userId) === begun && loading.delete(userId)
    begun.answer.then(
      found => isCurrent() && note(userId, found),
      () => isCurrent(),
    )
    return begun.answer
  }

  const cached = (userId: string) => {
    const known = absent.get(userId)
    const age = known ? clock.now() - known.at : Infinity
    if (age >= ENTRY_TTL_MS) return undefined
    if (age >= RENEW_AFTER_MS && !loading.has(userId)) void begin(userId, true)
    return known
  }

  return {
    has: userId => cached(userId) !== undefined,
    async find(userId) {
      const known = cached(userId)
      if (known) return known.found
      const begun = loading.get(userId)
      // A command does not wait for a renewal, which waits for others.
      return begun && !begun.isRenewal ? begun.answer : begin(userId, false)
    },
    invalidate(userId) {
      absent.delete(userId)
      loading.delete(userId)
    },
  }
}
