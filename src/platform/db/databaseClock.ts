import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { queryRow } from './sql.ts'

/** How often the database is asked for the time, in milliseconds; and again, until it answers. */
const ASK_MS = 10_000
/** An answer that took longer says too little about when it was given, in milliseconds. */
const MAX_ROUND_TRIP_MS = 500

export interface DatabaseClock {
  now: () => Date
  /** Asks the database for the time. */
  adjust(): Promise<void>
  close(): void
}

/**
 * The time by the database's clock, which all nodes share: a node whose machine has a wrong clock would release stock, or end a session, too
 * early or too late. Between two answers it is counted on by the monotonic clock, which nobody sets.
 * @param askTime milliseconds since 1970, by the database's clock
 */
export async function openDatabaseClock(askTime: () => Promise<number>): Promise<DatabaseClock> {
  /** The milliseconds that the database's clock is ahead of `performance.now()`. */
  let offset = performance.timeOrigin

  async function adjust(): Promise<void> {
    const asked = performance.now()
    const time = await askTime()
    const roundTrip = performance.now() - asked
    const measured = time - (asked + roundTrip / 2)
    const isExact = roundTrip <= MAX_ROUND_TRIP_MS
    // Within the error of the measurement it stays: it would jump to and fro by milliseconds.
    if (isExact && Math.abs(measured - offset) > roundTrip / 2) offset = measured
  }

  const ended = new AbortController()
  async function adjustForEver(): Promise<void> {
    while (!ended.signal.aborted) {
      await pause(ASK_MS, undefined, { signal: ended.signal, ref: false }).catch(() => undefined)
      // A caller who asks for anything else learns that the database is away.
      if (!ended.signal.aborted) await adjust().catch(() => undefined)
    }
  }

  await adjust()
  void adjustForEver()
  return { now: () => new Date(performance.now() + offset), adjust, close: () => ended.abort() }
}

/** For `openDatabaseClock`. */
export const askDatabaseTime = (db: Db) => async (): Promise<number> => {
  const time = sql`select extract(epoch from clock_timestamp()) * 1000 as ms`
  return Number((await queryRow<{ ms: string }>(db, time)).ms)
}
