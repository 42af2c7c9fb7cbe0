import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { loginSessions } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { BOT_MIN_PAGE_VIEWS, isTooFastForHuman } from './userAgent.service.ts'
import { type VisitBatch, groupByVisit, type ReceivedBeacon } from './visitBatch.service.ts'
import { endVisits } from './visitEnd.service.ts'
import { normalizeLabel, MAX_PAGES_PER_DAY, OTHER_PAGES } from './page.rules.ts'
import { VISIT_MAX_MS, VISIT_IDLE_MS } from './rules.ts'
import { analytics, analyticsEvents, dailyPageViews, pageViews } from './table.ts'
import { toBrusselsDay } from '../../wire/brusselsTime.ts'

/** Writes beacons in the order of arrival, with at most nine statements for any number of them. */
export const writeBeacons = (db: Db, beacons: ReceivedBeacon[]): Promise<void> =>
  db.transaction(async tx => {
    const batches = groupByVisit(beacons)
    if (batches.length > 0) {
      const ids = await writeVisits(tx, batches)
      await insertPageViews(tx, batches, ids)
      await updateEngagement(tx, batches, ids)
      await insertEvents(tx, batches, ids)
    }
    await addPageTotals(tx, beacons)
  })

const jsonRows = (rows: unknown[]) => sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as sent (row)`

/** @returns the visit's id by session id; a leave beacon of a visit that is over has none */
async function writeVisits(tx: Tx, batches: VisitBatch[]): Promise<Map<string, string>> {
  await endVisits(tx, await lockOpenVisits(tx, batches))
  const begin = batches.filter(({ views, events }) => views.length + events.length > 0)
  const stay = batches.filter(batch => !begin.includes(batch))
  const written = [
    ...(begin.length > 0 ? await insertOrExtendVisits(tx, begin) : []),
    ...(stay.length > 0 ? await extendVisits(tx, stay) : []),
  ]
  return new Map(written.map(({ id, sessionId }) => [sessionId, id]))
}

/**
 * Locks open visits in session_id order, so that nodes do not deadlock.
 * @returns the ids of those that are over; a visit is also over when another user signs in at the same browser
 */
async function lockOpenVisits(tx: Tx, batches: VisitBatch[]): Promise<string[]> {
  const candidates = batches.map(({ first: { at, visit } }) => [
    visit.sessionId,
    new Date(at.getTime() - VISIT_IDLE_MS),
    new Date(at.getTime() - VISIT_MAX_MS),
    visit.tokenHash,
  ])
  const rows = await queryRows<{ id: string; isOver: boolean | null }>(
    tx,
    sql`
    select ${analytics.id}, session_end < (row ->> 1)::timestamptz or session_start < (row ->> 2)::timestamptz
      or signed.user_id <> ${analytics.userId} as "isOver"
    from ${jsonRows(candidates)}
    join ${analytics} on ${analytics.sessionId} = row ->> 0 and ${analytics.isOpen}
    left join ${loginSessions} as signed on signed.token_hash = row ->> 3
    order by ${analytics.sessionId} for update of ${analytics}`,
  )
  return rows.flatMap(({ id, isOver }) => (isOver ? [id] : []))
}

interface WrittenVisit {
  id: string
  sessionId: string
}

function insertOrExtendVisits(tx: Tx, batches: VisitBatch[]): Promise<WrittenVisit[]> {
  const rows = batches.map(({ first, last, currentPage, views, events, furthest }) => {
    const { visit, at, page } = first
    const seconds = (last.at.getTime() - at.getTime()) / 1000
    const visitorType =
      visit.visitorType === 'human' && isTooFastForHuman(views.length, seconds) ? 'bot' : visit.visitorType
    return {
      ...visit,
      id: randomUUIDv7(),
      visitorType,
      landingPage: page,
      currentPage,
      start: at,
      // The system clock may have been set back.
      end: last.at < at ? at : last.at,
      pageViews: views.length,
      events: events.length,
      furthest,
    }
  })
  const text = (name: string) => sql.raw(`(row ->> '${name}')`)
  const number = (name: string) => sql.raw(`(row ->> '${name}')::int`)
  const moment = (name: string) => sql.raw(`(row ->> '${name}')::timestamptz`)
  const views = sql`${analytics.pageViews} + excluded.page_views`
  const seconds = sql`extract(epoch from excluded.session_end - ${analytics.sessionStart})`
  return queryRows(
    tx,
    sql`
    insert into ${analytics} as analytics (id, session_id, visitor, user_id, ip_address, user_agent, country, referrer,
      landing_page, current_page, visitor_type, is_mobile, browser, os, screen_resolution, language,
      session_start, session_end, page_views, events, furthest, previous_at)
    select ${text('id')}::uuid, ${text('sessionId')}, ${text('visitor')}, signed.user_id, ${text('ipAddress')},
      ${text('userAgent')}, ${text('country')}, ${text('referrer')}, ${text('landingPage')}, ${text('currentPage')},
      case when before.visitor_type = 'bot' then 'bot' else ${text('visitorType')} end,
      (row ->> 'isMobile')::boolean, ${text('browser')}, ${text('os')},
      ${text('screenResolution')}, ${text('language')}, ${moment('start')}, ${moment('end')},
      ${number('pageViews')}, ${number('events')}, ${number('furthest')}, before.session_start
    from ${jsonRows(rows)}
    left join ${loginSessions} as signed on signed.token_hash = ${text('tokenHash')} and signed.expires_at > ${moment('end')}
    left join lateral (
      select session_start, visitor_type from ${analytics} as earlier
      where earlier.visitor = ${text('visitor')} order by session_start desc limit 1
    ) as before on true
    order by ${text('sessionId')}
    on conflict (session_id) where is_open do update set
      session_end = greatest(${analytics.sessionEnd}, excluded.session_end),
      current_page = excluded.current_page,
      user_id = coalesce(excluded.user_id, ${analytics.userId}),
      page_views = ${views},
      events = ${analytics.events} + excluded.events,
      furthest = greatest(${analytics.furthest}, excluded.furthest),
      visitor_type = case
        when ${analytics.visitorType} = 'human' and ${views} >= ${BOT_MIN_PAGE_VIEWS} and ${views} > ${seconds} then 'bot'
        else ${analytics.visitorType} end
    returning id, session_id as "sessionId"`,
  )
}

/** Leave beacons extend an open visit, and never begin one. */
async function extendVisits(tx: Tx, batches: VisitBatch[]): Promise<WrittenVisit[]> {
  const rows = batches.map(({ last }) => [last.visit.sessionId, last.at])
  return tx
    .update(analytics)
    .set({ sessionEnd: sql`greatest(${analytics.sessionEnd}, (row ->> 1)::timestamptz)` })
    .from(jsonRows(rows))
    .where(sql`${analytics.sessionId} = row ->> 0 and ${analytics.isOpen}`)
    .returning({ id: analytics.id, sessionId: analytics.sessionId })
}

const visitOf = ({ first }: VisitBatch, ids: Map<string, string>) => ids.get(first.visit.sessionId)

async function insertPageViews(tx: Tx, batches: VisitBatch[], ids: Map<string, string>): Promise<void> {
  const rows = batches.flatMap(batch =>
    batch.views.map(({ id, page, at, seconds, depth }) => [
      id,
      visitOf(batch, ids),
      page,
      at,
      seconds,
      depth,
    ]),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${pageViews} (id, analytics_id, page, timestamp, time_on_page, scroll_depth)
    select (row ->> 0)::uuid, (row ->> 1)::uuid, row ->> 2, (row ->> 3)::timestamptz, (row ->> 4)::int, (row ->> 5)::int
    from ${jsonRows(rows)}`)
}

async function updateEngagement(tx: Tx, batches: VisitBatch[], ids: Map<string, string>): Promise<void> {
  const engagements = new Map<string, [string, string, Date, number, number]>()
  for (const batch of batches) {
    const id = visitOf(batch, ids)
    if (id === undefined) continue
    for (const { page, at, seconds = 0, depth = 0 } of batch.leaves) {
      const [, , , before, deepest] = engagements.get(`${id} ${page}`) ?? [id, page, at, 0, 0]
      engagements.set(`${id} ${page}`, [id, page, at, Math.max(before, seconds), Math.max(deepest, depth)])
    }
  }
  if (engagements.size === 0) return
  const passed = sql`ceil(extract(epoch from (row ->> 2)::timestamptz - ${pageViews.timestamp}))`
  await tx.execute(sql`
    update ${pageViews} set
      time_on_page = greatest(${pageViews.timeOnPage}, least((row ->> 3)::numeric, greatest(${passed}, 0))::int),
      scroll_depth = greatest(${pageViews.scrollDepth}, round((row ->> 4)::numeric)::int)
    from ${jsonRows([...engagements.values()])}
    cross join lateral (
      select id from ${pageViews} as seen where seen.analytics_id = (row ->> 0)::uuid and seen.page = row ->> 1
      order by seen.timestamp desc limit 1
    ) as latest
    where ${pageViews.id} = latest.id`)
}

async function insertEvents(tx: Tx, batches: VisitBatch[], ids: Map<string, string>): Promise<void> {
  const rows = batches.flatMap(batch =>
    batch.events.map(({ event: { category, action, label, value }, page, at }) => {
      const fields = [category, action, normalizeLabel(label), value ?? null]
      return [randomUUIDv7(), visitOf(batch, ids), ...fields, page, at]
    }),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into ${analyticsEvents} (id, analytics_id, event_category, event_action, event_label, event_value, page_url, timestamp)
    select (row ->> 0)::uuid, (row ->> 1)::uuid, row ->> 2, row ->> 3, row ->> 4, (row ->> 5)::int, row ->> 6, (row ->> 7)::timestamptz
    from ${jsonRows(rows)}`)
}

/** Counts views without consent. Sorted by key, so that nodes do not deadlock. */
async function addPageTotals(tx: Tx, beacons: ReceivedBeacon[]): Promise<void> {
  const counts = new Map<string, [string, string, number]>()
  for (const { at, page, visit } of beacons) {
    if (visit) continue
    const day = toBrusselsDay(at)
    const key = `${day} ${page}`
    counts.set(key, [day, page, (counts.get(key)?.[2] ?? 0) + 1])
  }
  if (counts.size === 0) return
  const rows = [...counts.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1))
  // Beyond the limit of pages a day, new ones are counted together.
  const isOwn = sql`exists (select from ${dailyPageViews} as known where known.day = (row ->> 0)::date and known.page = row ->> 1)
    or (select count(*) from ${dailyPageViews} as known where known.day = (row ->> 0)::date) < ${MAX_PAGES_PER_DAY}::int`
  await tx.execute(sql`
    insert into ${dailyPageViews} as total (day, page, views)
    select day, page, sum(views) from (
      select (row ->> 0)::date as day, case when ${isOwn} then row ->> 1 else ${OTHER_PAGES} end as page, (row ->> 2)::int as views
      from ${jsonRows(rows.map(([, row]) => row))}
    ) as counted group by day, page order by day, page
    on conflict (day, page) do update set views = total.views + excluded.views`)
}
