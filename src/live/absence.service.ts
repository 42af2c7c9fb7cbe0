import { realTime, type Clock } from './time.service.ts'

/** How long it holds that someone has no session, in milliseconds. */
const HOLDS_MS = 1000
/** Never holds more of them than this: past it the oldest go first, so that strangers can't fill the memory. */
const MOST = 50_000

/** Who has no session: whoever sends commands without one costs a question a second at most, and memory. */
export interface Absences<Found> {
  /** What there is of the user; nothing is asked while it is known that there is nothing. */
  find(userId: string): Promise<Found | undefined>
  /** From now on the user may have a session: what was known, and what is being asked, is worth nothing any more. */
  forget(userId: string): void
}

/** @param ask what is found of a user who may have a session, or undefined */
export function createAbsences<Found>(
  ask: (userId: string) => Promise<Found | undefined>,
  clock: Pick<Clock, 'now'> = realTime,
): Absences<Found> {
  const absentUntil = new Map<string, number>()
  const asking = new Map<string, Promise<Found | undefined>>()

  function note(userId: string): void {
    absentUntil.delete(userId)
    absentUntil.set(userId, clock.now() + HOLDS_MS)
    if (absentUntil.size > MOST) absentUntil.delete(absentUntil.keys().next().value as string)
  }

  function begin(userId: string): Promise<Found | undefined> {
    const question = ask(userId)
    asking.set(userId, question)
    // One that was overtaken by a start says nothing of now.
    const isCurrent = () => asking.get(userId) === question && asking.delete(userId)
    question.then(
      found => isCurrent() && !found && note(userId),
      () => isCurrent(),
    )
    return question
  }

  return {
    async find(userId) {
      if (clock.now() < (absentUntil.get(userId) ?? -Infinity)) return undefined
      return asking.get(userId) ?? begin(userId)
    },
    forget(userId) {
      absentUntil.delete(userId)
      asking.delete(userId)
    },
  }
}
