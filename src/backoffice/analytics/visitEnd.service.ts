import { and, asc, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../platform/db/db.ts'
import { BRUSSELS, isAnyOf, sqlTimestamp } from '../../platform/db/sql.ts'
import { RETENTION_MONTHS, VISIT_IDLE_MS } from './rules.ts'
import {
  analytics,
  dailyPageViews,
  pageViews,
  dailyVisitCounts,
  dailyVisits,
  dailyVisitors,
} from './table.ts'

const ended = alias(analytics, 'visit')

/** Ends visits, and removes their user and user agent. */
export async function endVisits(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(analytics)
    .set({ isOpen: false, userId: null, userAgent: null })
    .where(isAnyOf(analytics.id, ids))
  await tx.execute(sql`
    update ${pageViews} set exit_page = true, bounced = visit.page_views = 1 and visit.events = 0
    from ${analytics} as visit
    cross join lateral (
      select id from ${pageViews} as seen where seen.analytics_id = visit.id order by seen.timestamp desc, seen.id desc limit 1
    ) as latest
    where ${isAnyOf(ended.id, ids)} and ${pageViews.id} = latest.id`)
}

/** Visits per statement, so that locks are held only briefly. */
const BATCH_SIZE = 5000

/** Ends all idle visits. */
export async function endIdleVisits(db: Db, now: Date): Promise<void> {
  let ended = BATCH_SIZE
  while (ended === BATCH_SIZE)
    ended = await db.transaction(tx => endIdleBatch(tx, new Date(now.getTime() - VISIT_IDLE_MS)))
}

/** @returns how many it ended */
async function endIdleBatch(tx: Tx, idleSince: Date): Promise<number> {
  const over = await tx
    .select({ id: analytics.id })
    .from(analytics)
    .where(and(analytics.isOpen, lt(analytics.sessionEnd, idleSince)))
    .orderBy(asc(analytics.sessionEnd))
    .limit(BATCH_SIZE)
    // A locked visit is being written to: it continues, or ends there.
    .for('update', { skipLocked: true })
  const ids = over.map(({ id }) => id)
  await endVisits(tx, ids)
  return over.length
}

/** Deletes visits, with their page views and events, and daily totals after the retention period. */
export async function deleteOldAnalytics(db: Db, now: Date): Promise<void> {
  const before = sql`(${sqlTimestamp(now)} at time zone ${BRUSSELS} - interval '${sql.raw(String(RETENTION_MONTHS))} months')`
  for (const table of [dailyPageViews, dailyVisits, dailyVisitors, dailyVisitCounts])
    await db.delete(table).where(sql`${table.day} < ${before}::date`)
  const old = db
    .select({ id: analytics.id })
    .from(analytics)
    .where(sql`${analytics.sessionStart} < ${before} at time zone ${BRUSSELS}`)
    .limit(BATCH_SIZE)
  let deleted = BATCH_SIZE
  while (deleted === BATCH_SIZE) {
    const rows = await db.delete(analytics).where(inArray(analytics.id, old)).returning({ id: analytics.id })
    deleted = rows.length
  }
}
