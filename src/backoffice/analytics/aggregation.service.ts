import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { sqlDay, queryRows, sqlMidnight, sqlTimestamp } from '../../platform/db/sql.ts'
import { periods } from './contract.ts'
import {
  analytics,
  analyticsEvents,
  pageViews,
  dailyVisits,
  dailyVisitCounts,
  dailyVisitors,
} from './table.ts'
import type { Db } from '../../platform/db/db.ts'
import { OTHER_PAGES } from './page.rules.ts'

/** Days. No period is longer, so a longer gap, or none known, makes no difference. */
const LONGEST_GAP = sql.raw(String(Math.max(...periods)))

/** The first day that is not rolled up; days from then on are summed on request. */
export const firstDayNotRolledUp = sql`(select coalesce(max(${dailyVisits.day}) + 1, '-infinity'::date) from ${dailyVisits})`

const startedBetween = (from: SQL, until: SQL) =>
  sql`${analytics.sessionStart} >= ${from} and ${analytics.sessionStart} < ${until}`

/**
 * Bounds the timestamps of a visit's rows, for the index: they lie within a day of its start, and a little later when
 * written late.
 */
const belongsToVisits = (moment: AnyPgColumn, from: SQL, until: SQL) =>
  sql`${moment} >= ${from} and ${moment} < ${until} + interval '25 hours'`

const { sessionStart, sessionEnd, visitorType, previousAt } = analytics
const day = sqlDay(sessionStart)

/** Computes rows of `daily_visits` from the visits that began between two timestamps. */
export const aggregateVisits = (from: SQL, until: SQL): SQL => sql`
  select ${day} as day, ${visitorType} as visitor_type, count(*)::int as visits,
    sum(${analytics.pageViews})::int as page_views,
    count(*) filter (where ${analytics.pageViews} = 1 and ${analytics.events} = 0)::int as bounces,
    count(${previousAt})::int as came_back,
    sum(extract(epoch from ${sessionEnd} - ${sessionStart}))::bigint as seconds
  from ${analytics} where ${startedBetween(from, until)} group by 1, 2`

/** Computes rows of `daily_visitors`; a visitor's later visits on the same day are not counted. */
export const aggregateVisitors = (from: SQL, until: SQL): SQL => sql`
  select day, visitor_type, country, gap, count(*)::int as visitors from (
    select ${day} as day, ${visitorType} as visitor_type, coalesce(${analytics.country}, '') as country,
      coalesce(least(${day} - ${sqlDay(previousAt)}, ${LONGEST_GAP}), ${LONGEST_GAP}) as gap
    from ${analytics} where ${startedBetween(from, until)}
  ) as seen where gap > 0 group by 1, 2, 3, 4`

/** Computes rows of `daily_visit_counts`. */
export const aggregateCounts = (from: SQL, until: SQL): SQL => sql`
  select ${day} as day, named.kind, ${visitorType} as visitor_type, named.name, count(*)::int as count
  from ${analytics}
  cross join lateral (values
    ('referrer', coalesce(${analytics.referrer}, '')),
    ('device', case when ${analytics.isMobile} then 'phone' else 'desktop' end),
    ('browser', coalesce(${analytics.browser}, '')),
    ('system', coalesce(${analytics.os}, '')),
    ('furthest', ${analytics.furthest}::text)
  ) as named (kind, name)
  where ${startedBetween(from, until)} group by 1, 2, 3, 4
  union all
  select ${day}, 'page', ${visitorType}, ${pageViews.page}, count(*)::int
  from ${pageViews} join ${analytics} on ${analytics.id} = ${pageViews.analyticsId}
  where ${startedBetween(from, until)} and ${belongsToVisits(pageViews.timestamp, from, until)} group by 1, 3, 4
  union all
  select ${day}, 'search', ${visitorType}, ${analyticsEvents.eventLabel}, count(*)::int
  from ${analyticsEvents} join ${analytics} on ${analytics.id} = ${analyticsEvents.analyticsId}
  where ${startedBetween(from, until)} and ${belongsToVisits(analyticsEvents.timestamp, from, until)}
    and ${analyticsEvents.eventCategory} = 'search' and ${analyticsEvents.eventValue} = 0 and ${analyticsEvents.eventLabel} is not null
  group by 1, 3, 4`

/** Names of a kind that are stored a day; further ones are counted together. */
const MAX_NAMES = 500

/** Rolls up the days that are over, and the last rolled-up day again: its visits may have continued past midnight. */
export async function rollUpVisits(db: Db, now: Date): Promise<void> {
  const days = await queryRows<{ day: string }>(
    db,
    sql`
    select day::date::text as day from generate_series(
      coalesce((select max(day) from ${dailyVisits}), (select ${sqlDay(sql`min(session_start)`)} from ${analytics})),
      ${sqlDay(sqlTimestamp(now))} - 1, interval '1 day') as day`,
  )
  // A transaction per day, so that no statement takes long even after an outage.
  for (const { day } of days) await rollUpDay(db, day)
}

const rollUpDay = (db: Db, date: string): Promise<void> =>
  db.transaction(async tx => {
    const day = sql`${date}::date`
    const between = [sqlMidnight(day), sqlMidnight(sql`(${day} + 1)`)] as const
    for (const table of [dailyVisits, dailyVisitors, dailyVisitCounts])
      await tx.delete(table).where(sql`${table.day} = ${day}`)
    // A day without visits needs a row too, since it is rolled up.
    await tx.execute(sql`
      insert into ${dailyVisits} (day, visitor_type, visits, page_views, bounces, came_back, seconds)
      select ${day}, coalesce(visitor_type, 'human'), coalesce(visits, 0), coalesce(page_views, 0),
        coalesce(bounces, 0), coalesce(came_back, 0), coalesce(seconds, 0)
      from (select) as always left join (${aggregateVisits(...between)}) as fact on true`)
    await tx.execute(sql`
      insert into ${dailyVisitors} (day, visitor_type, country, gap, visitors) ${aggregateVisitors(...between)}`)
    await tx.execute(sql`
      insert into ${dailyVisitCounts} (day, kind, visitor_type, name, count)
      select day, kind, visitor_type, case when place <= ${MAX_NAMES}::int then name else ${OTHER_PAGES} end as name, sum(count)
      from (
        select *, row_number() over (partition by kind, visitor_type order by count desc, name) as place
        from (${aggregateCounts(...between)}) as fact
      ) as ranked group by 1, 2, 3, 4`)
  })
