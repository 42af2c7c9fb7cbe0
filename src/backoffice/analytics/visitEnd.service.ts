import { and, asc, inArray, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db.ts'
import { RETENTION_MONTHS, VISIT_IDLE_MS } from './rules.ts'
import { analytics, pageTotals, pageViews, visitDayCounts, visitDays, visitorDays } from './table.ts'

/** Ends visits, and forgets what only a living one needs: whose it was, and with which browser to the letter. */
export async function endVisits(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`
  await tx
    .update(analytics)
    .set({ isOpen: false, userId: null, userAgent: null })
    .where(sql`${analytics.id} in ${chosen}`)
  await tx.execute(sql`
    update ${pageViews} set exit_page = true, bounced = visit.page_views = 1 and visit.events = 0
    from ${analytics} as visit
    cross join lateral (
      select id from ${pageViews} as seen where seen.analytics_id = visit.id order by seen.timestamp desc, seen.id desc limit 1
    ) as latest
    where visit.id in ${chosen} and ${pageViews.id} = latest.id`)
}

/** So many visits go in one statement, so that nobody waits long for what it holds. */
const BATCH_SIZE = 5000

/** Ends every visit that is over. */
export async function endIdleVisits(db: Db, now: Date): Promise<void> {
  let ended = BATCH_SIZE
  while (ended === BATCH_SIZE)
    ended = await db.transaction(tx => endIdleBatch(tx, new Date(now.getTime() - VISIT_IDLE_MS)))
}

/** @returns how many it ended */
async function endIdleBatch(tx: Tx, silentSince: Date): Promise<number> {
  const over = await tx
    .select({ id: analytics.id })
    .from(analytics)
    .where(and(analytics.isOpen, lt(analytics.sessionEnd, silentSince)))
    .orderBy(asc(analytics.sessionEnd))
    .limit(BATCH_SIZE)
    // One that is written to right now goes on, or ends there.
    .for('update', { skipLocked: true })
  await endVisits(
    tx,
    over.map(({ id }) => id),
  )
  return over.length
}

/** Removes what is older than may be kept, visits with all that was seen and done in them. */
export async function deleteOldAnalytics(db: Db, now: Date): Promise<void> {
  const before = sql`(${now.toISOString()}::timestamptz at time zone 'Europe/Brussels' - interval '${sql.raw(String(RETENTION_MONTHS))} months')`
  for (const table of [pageTotals, visitDays, visitorDays, visitDayCounts])
    await db.delete(table).where(sql`${table.day} < ${before}::date`)
  const old = db
    .select({ id: analytics.id })
    .from(analytics)
    .where(sql`${analytics.sessionStart} < ${before} at time zone 'Europe/Brussels'`)
    .limit(BATCH_SIZE)
  let gone = BATCH_SIZE
  while (gone === BATCH_SIZE) {
    const rows = await db.delete(analytics).where(inArray(analytics.id, old)).returning({ id: analytics.id })
    gone = rows.length
  }
}
