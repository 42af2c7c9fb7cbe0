import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { periods } from './contract.ts'
import { analytics, analyticsEvents, pageViews, visitDays } from './table.ts'

/** No period is longer than this, so of who was last seen longer ago than its days, or never, no more need be known. */
const LONGEST_GAP = Math.max(...periods)

const LONGEST = sql.raw(String(LONGEST_GAP))

const ZONE = sql.raw(`'Europe/Brussels'`)

/** The day of a moment in Brussels, as SQL. */
export const sqlDay = (moment: SQL | AnyPgColumn): SQL => sql`(${moment} at time zone ${ZONE})::date`

/** The moment at which a day begins in Brussels, as SQL. */
export const sqlMidnight = (day: SQL): SQL => sql`(${day}::timestamp at time zone ${ZONE})`

export const sqlMoment = (date: Date): SQL => sql`${date.toISOString()}::timestamptz`

/** The first day that is not added up yet; what is from then on is added up as it is asked for. */
export const firstDayNotRolledUp = sql`(select coalesce(max(${visitDays.day}) + 1, '-infinity'::date) from ${visitDays})`

const startedBetween = (from: SQL, until: SQL) =>
  sql`${analytics.sessionStart} >= ${from} and ${analytics.sessionStart} < ${until}`

/** What belongs to a visit comes within a day of its beginning; what is written with that, soon after. */
const belongsToVisits = (moment: AnyPgColumn, from: SQL, until: SQL) =>
  sql`${moment} >= ${from} and ${moment} < ${until} + interval '25 hours'`

const { sessionStart, sessionEnd, visitorType, previousAt } = analytics
const day = sqlDay(sessionStart)

/** Rows like those of `visit_days`, of the visits that began between two moments. */
export const aggregateVisits = (from: SQL, until: SQL): SQL => sql`
  select ${day} as day, ${visitorType} as visitor_type, count(*)::int as visits,
    sum(${analytics.pageViews})::int as page_views,
    count(*) filter (where ${analytics.pageViews} = 1 and ${analytics.events} = 0)::int as bounces,
    count(${previousAt})::int as came_back,
    sum(extract(epoch from ${sessionEnd} - ${sessionStart}))::bigint as seconds
  from ${analytics} where ${startedBetween(from, until)} group by 1, 2`

/** Rows like those of `visitor_days`: who was seen earlier on the same day is not counted again. */
export const aggregateVisitors = (from: SQL, until: SQL): SQL => sql`
  select day, visitor_type, country, gap, count(*)::int as visitors from (
    select ${day} as day, ${visitorType} as visitor_type, coalesce(${analytics.country}, '') as country,
      coalesce(least(${day} - ${sqlDay(previousAt)}, ${LONGEST}), ${LONGEST}) as gap
    from ${analytics} where ${startedBetween(from, until)}
  ) as seen where gap > 0 group by 1, 2, 3, 4`

/** Rows like those of `visit_day_counts`. */
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
