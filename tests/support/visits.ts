import { sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { WebsiteAnalytics } from '../../src/backoffice/analytics/contract.ts'
import { funnelSteps } from '../../src/backoffice/analytics/contract.ts'
import type { Db } from '../../src/platform/db/db.ts'
import {
  analytics,
  analyticsEvents,
  dailyPageViews,
  pageViews,
} from '../../src/backoffice/analytics/table.ts'

const oneOf = (...names: (string | null)[]): SQL =>
  sql.raw(
    `(array[${names.map(name => (name === null ? 'null' : `'${name}'`)).join(', ')}]::text[])[1 + floor(random() * ${names.length})::int]`,
  )

/**
 * Writes visits of the last `days` days in chronological order, with on average three and a half page views each; the same at every call.
 * Some are of returning visitors, some are bots or programs, some lead to a purchase; some bots are only recognized at their second visit.
 */
export const seedManyVisits = (db: Db, visits: number, days: number, now: Date): Promise<void> =>
  db.transaction(async tx => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`select setseed(0.42)`)
    await tx.execute(sql`
      insert into ${analytics} (id, session_id, visitor, ip_address, country, referrer, landing_page, current_page, visitor_type,
        is_mobile, browser, os, language, session_start, session_end, page_views, events, furthest, previous_at, is_open)
      select gen_random_uuid(), 's' || number, 'v' || who, '203.0.113.0/24',
        (array['NL', 'NL', 'NL', 'BE', 'BE', 'DE', null])[1 + who % 7], ${oneOf(null, null, 'zoek.example', 'forum.example', 'krant.example')},
        '/', '/shop', case
          when who % 20 = 0 and (who % 40 = 0 or lag(start) over visitor is not null) then 'bot'
          when who % 33 = 0 then 'api' else 'human' end,
        who % 3 > 0, ${oneOf('Chrome', 'Safari', 'Firefox', null)}, ${oneOf('Windows', 'Android', 'iOS', null)}, 'nl',
        start, start + views * random() * interval '90 seconds', views, events,
        case when random() < 0.4 then 1 + floor(power(random(), 2) * 4)::int else 0 end,
        lag(start) over visitor, start > ${now.toISOString()}::timestamptz - interval '30 minutes'
      from (
        select number, floor(power(random(), 2) * ${visits}::int / 2)::int as who,
          ${now.toISOString()}::timestamptz - interval '10 minutes' - random() * ${days}::int * interval '1 day' as start,
          1 + floor(random() * 6)::int as views, (random() < 0.1)::int as events
        from generate_series(1, ${visits}::int) as number
      ) as visit window visitor as (partition by who order by start, number) order by start`)
    await tx.execute(sql`
      insert into ${pageViews} (id, analytics_id, page, time_on_page, scroll_depth, timestamp)
      select gen_random_uuid(), visit.id, case floor(random() * 4)::int
          when 0 then '/' when 1 then '/shop' when 2 then '/live' else '/shop/product-' || floor(power(random(), 3) * 300)::int end,
        floor(random() * 120)::int, floor(random() * 101)::int,
        visit.session_start + (view - 1) * (visit.session_end - visit.session_start) / visit.page_views
      from ${analytics} as visit cross join generate_series(1, visit.page_views) as view order by visit.session_start`)
    await tx.execute(sql`
      insert into ${analyticsEvents} (id, analytics_id, event_category, event_action, event_label, event_value, page_url, timestamp)
      select gen_random_uuid(), visit.id, 'search', 'products', 'woord ' || floor(random() * 40)::int, floor(random() * 2)::int,
        '/shop', visit.session_start
      from ${analytics} as visit where visit.events > 0`)
    await tx.execute(sql`
      insert into ${dailyPageViews} (day, page, views)
      select day::date, page, 1 + floor(random() * 90)::int
      from generate_series(${now.toISOString()}::date - ${days}::int, ${now.toISOString()}::date, interval '1 day') as day
      cross join unnest(array['/', '/shop', '/live', '/shop/product-1']) as page`)
  })

/** The same on PostgreSQL, on a connection of its own: the shop's own ends statements of this size. */
export async function seedManyVisitsAt(url: string, visits: number, days: number, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await seedManyVisits(drizzle({ client }), visits, days, now)
  } finally {
    await client.end()
  }
}

interface Wanted {
  days: number
  types: string[]
  top: number
}

/** The statistics of the visitors page, computed from every row without any rolled-up totals. */
export async function websiteAnalyticsFromRows(
  db: Db,
  { days, types, top }: Wanted,
  now: Date,
): Promise<Omit<WebsiteAnalytics, 'filters' | 'series'> & { totalWithBots: number }> {
  const read = async <T>(query: SQL) => ((await db.execute(query)) as { rows: unknown[] }).rows as T[]
  const moment = sql`${now.toISOString()}::timestamptz`
  const local = sql`(${moment} at time zone 'Europe/Brussels')`
  const start = (before: number) =>
    sql`((${local}::date - ${before}::int)::timestamp at time zone 'Europe/Brussels')`
  const end = (before: number) =>
    sql`((${local} - ${before}::int * interval '1 day') at time zone 'Europe/Brussels')`
  const isOf = sql`visit.visitor_type in (${sql.join(
    types.map(type => sql`${type}`),
    sql`, `,
  )})`
  const within = (before: number) =>
    sql`visit.session_start >= ${start(days - 1 + before)} and visit.session_start < ${end(before)}`
  const visits = (before = 0) => sql`${analytics} as visit where ${within(before)}`
  const totals = (before: number) =>
    read<{ totalVisitors: number; visits: number; pageViews: number }>(sql`
      select count(distinct visitor)::int as "totalVisitors", count(*)::int as visits,
        coalesce(sum(page_views), 0)::int as "pageViews"
      from ${visits(before)} and ${isOf}`)
  const named = <T>(name: string, as: string, count: string) =>
    read<T>(sql`
      select ${sql.raw(`${name} as "${as}", count(*)::int as "${count}"`)} from ${visits()} and ${isOf}
      group by 1 order by 2 desc, coalesce(${sql.raw(name)}, '') limit ${top}::int`)
  const [rates] = await read<{ seconds: number; bounces: number; returning: number }>(sql`
    select coalesce(avg(extract(epoch from session_end - session_start)), 0)::float8 as seconds,
      coalesce(avg((page_views = 1 and events = 0)::int), 0)::float8 as bounces,
      coalesce(avg((previous_at is not null)::int), 0)::float8 as returning
    from ${visits()} and ${isOf}`)
  const [current] = await totals(0)
  const [previous] = await totals(days)
  const [all] = await read<{ count: number }>(
    sql`select count(distinct visitor)::int as count from ${visits()}`,
  )
  const since = sql`day >= ${local}::date - ${days - 1}::int`
  const [silent] = await read<{ views: number }>(
    sql`select coalesce(sum(views), 0)::int as views from ${dailyPageViews} where ${since}`,
  )
  const furthest = await read<{ furthest: number; count: number }>(
    sql`select furthest, count(*)::int as count from ${visits()} and ${isOf} group by 1`,
  )
  const reached = (step: number) =>
    furthest.reduce((sum, row) => sum + (row.furthest >= step ? row.count : 0), 0)
  if (!current || !previous || !rates || !all || !silent) throw new Error('nothing was counted')
  return {
    ...current,
    previous,
    withoutConsent: silent.views,
    averageTime: Math.round(rates.seconds),
    bounceRate: rates.bounces,
    returningRate: rates.returning,
    totalWithBots: all.count,
    topPages: await read(sql`
      select page, sum(views)::int as views from (
        select page, count(*) as views from ${pageViews} as seen join ${analytics} as visit on visit.id = seen.analytics_id
          where ${within(0)} and ${isOf} group by 1
        union all select page, views from ${dailyPageViews} where ${since}
      ) as counted group by 1 order by 2 desc, 1 limit ${top}::int`),
    referrerStats: await named('referrer', 'referrer', 'count'),
    browsers: await named('browser', 'browser', 'visits'),
    systems: await named('os', 'os', 'visits'),
    devices: await named(`case when is_mobile then 'phone' else 'desktop' end`, 'device', 'visits'),
    // By the first visit of each visitor in these days.
    countryStats: await read(sql`
      select country, count(*)::int as visitors from (
        select distinct on (visitor) visitor, country from ${visits()} and ${isOf} order by visitor, session_start
      ) as seen group by 1 order by 2 desc, coalesce(country, '') limit ${top}::int`),
    funnel: Object.fromEntries(
      funnelSteps.map((step, at) => [step, reached(at + 1)]),
    ) as WebsiteAnalytics['funnel'],
    emptySearches: await read(sql`
      select event_label as query, count(*)::int as count
      from ${analyticsEvents} as event join ${analytics} as visit on visit.id = event.analytics_id
      where ${within(0)} and ${isOf} and event_category = 'search' and event_value = 0
      group by 1 order by 2 desc, 1 limit ${top}::int`),
  }
}
