import { and, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { RETENTION_MONTHS, SILENCE_MS } from './rules.ts'
import { analytics, pageTotals, pageViews, visitDayCounts, visitDays, visitorDays } from './table.ts'

/**
 * Ends the visits of which there was no sign since a moment, and forgets what only a living one needs: whose it was, and with
 * which browser to the letter.
 * @param sessionIds only these; all when left out
 */
export async function endVisits(tx: Db, silentSince: Date, sessionIds?: string[]): Promise<void> {
  const isOver = and(
    analytics.isOpen,
    lt(analytics.sessionEnd, silentSince),
    sessionIds && inArray(analytics.sessionId, sessionIds),
  )
  const ended = await tx
    .update(analytics)
    .set({ isOpen: false, userId: null, userAgent: null })
    .where(isOver)
    .returning({ id: analytics.id })
  if (ended.length === 0) return
  const ids = JSON.stringify(ended.map(({ id }) => id))
  await tx.execute(sql`
    update ${pageViews} set exit_page = true, bounced = visit.page_views = 1 and visit.events = 0
    from ${analytics} as visit
    cross join lateral (
      select id from ${pageViews} as seen where seen.analytics_id = visit.id order by seen.timestamp desc, seen.id desc limit 1
    ) as latest
    where visit.id in (select value::uuid from jsonb_array_elements_text(${ids}::jsonb)) and ${pageViews.id} = latest.id`)
}

/** Ends every visit that is over. */
export const endSilent = (db: Db, now: Date): Promise<void> =>
  db.transaction(tx => endVisits(tx, new Date(now.getTime() - SILENCE_MS)))

/** So many visits go in one statement, so that nobody waits long for what it holds. */
const SOME = 5000

/** Removes what is older than may be kept, visits with all that was seen and done in them. */
export async function forgetOld(db: Db, now: Date): Promise<void> {
  const before = sql`(${now.toISOString()}::timestamptz at time zone 'Europe/Brussels' - interval '${sql.raw(String(RETENTION_MONTHS))} months')`
  for (const table of [pageTotals, visitDays, visitorDays, visitDayCounts])
    await db.delete(table).where(sql`${table.day} < ${before}::date`)
  const old = db
    .select({ id: analytics.id })
    .from(analytics)
    .where(sql`${analytics.sessionStart} < ${before} at time zone 'Europe/Brussels'`)
    .limit(SOME)
  let gone = SOME
  while (gone === SOME) {
    const rows = await db.delete(analytics).where(inArray(analytics.id, old)).returning({ id: analytics.id })
    gone = rows.length
  }
}
