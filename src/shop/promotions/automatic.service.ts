import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { promotions } from './table.ts'

/** The interval of the refresh, in milliseconds; needed because bus messages can be lost. */
const REFRESH_INTERVAL_MS = 30_000

/**
 * Whether any promotion applies by itself, remembered by this node: while none does, a basket without a code costs no statement for
 * promotions. Which they are, and whether they can still be had, is read from the database each time.
 */
export interface AutomaticPromotions {
  mayApply(now: Date): boolean
  /** After a change on this node. */
  refresh(): Promise<void>
  close(): void
}

export async function openAutomaticPromotions({
  db,
  bus,
  log,
  now,
}: Pick<Platform, 'db' | 'bus' | 'log' | 'now'>): Promise<AutomaticPromotions> {
  let periods = await findAutomaticPeriods(db, now())
  let reads = 0
  const refresh = async () => {
    reads += 1
    const mine = reads
    const found = await findAutomaticPeriods(db, now())
    // Of two simultaneous reads, the older one may return last.
    if (mine === reads) periods = found
  }
  const refreshInBackground = () =>
    void refresh().catch((error: unknown) => log.warn({ err: error }, 'promotions could not be refreshed'))
  const unsubscribe = bus.subscribe(
    'promotions.changed',
    (_, from) => from === 'elsewhere' && refreshInBackground(),
  )
  const timer = setInterval(refreshInBackground, REFRESH_INTERVAL_MS).unref()
  return {
    mayApply: at =>
      periods.some(
        ({ startsAt, endsAt }) => (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt),
      ),
    refresh,
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

/** The promotions that apply by themselves, now or later: only whether there are any is remembered. */
const findAutomaticPeriods = (db: Db, now: Date) =>
  db
    .select(columnsOf(promotions, 'startsAt', 'endsAt'))
    .from(promotions)
    .where(
      and(
        eq(promotions.isActive, true),
        isNull(promotions.code),
        or(isNull(promotions.endsAt), gt(promotions.endsAt, now)),
      ),
    )
