import { recordOf } from '../../wire/records.ts'
import { sql, type SQL, and, desc, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queryRows, sqlDay, sqlMidnight } from '../../platform/db/sql.ts'
import {
  funnelSteps,
  type VisitTotals,
  type WebsiteAnalytics,
  type WebsiteAnalyticsInput,
  type LiveVisitor,
} from './contract.ts'
import { visitorCountryName } from './labels.rules.ts'
import { includedVisitorTypes, LIVE_WINDOW_MS } from './rules.ts'
import {
  countsWithin,
  isNewVisitor,
  type ReportPeriod,
  reportPeriods,
  visitorsWithin,
  visitsWithin,
} from './period.service.ts'
import { analytics, type CountKind, dailyPageViews } from './table.ts'

/** The report of the last days, today included, and of as many days before. Five statements, or six for one day. */
export async function computeWebsiteAnalytics(
  db: Db,
  { days: period, excludeBots, excludeAPI, top }: WebsiteAnalyticsInput,
  now: Date,
): Promise<WebsiteAnalytics> {
  const isIncluded = sql`visitor_type in (${sql.join(
    includedVisitorTypes({ excludeBots, excludeAPI }).map(type => sql`${type}`),
    sql`, `,
  )})`
  const { current, previous } = reportPeriods(period, now)
  const [visits, visitors, before, lists, withoutConsent, hours] = await Promise.all([
    readVisits(db, current, isIncluded),
    readVisitors(db, current, isIncluded, top),
    readTotals(db, previous, isIncluded),
    readLists(db, current, isIncluded, top),
    countWithoutConsent(db, current),
    period === 1 ? readHours(db, current, isIncluded, now) : null,
  ])
  const { bounces, cameBack, seconds, ...sums } = visits.sums
  const share = (part: number) => (sums.visits === 0 ? 0 : part / sums.visits)
  const daily = visits.days.map(day => ({ ...day, totalVisitors: visitors.byDay.get(day.at) ?? 0 }))
  return {
    ...sums,
    totalVisitors: visitors.total,
    withoutConsent,
    averageTime: Math.round(share(seconds)),
    bounceRate: share(bounces),
    returningRate: share(cameBack),
    previous: before,
    ...lists,
    countryStats: visitors.countries,
    series: hours ?? daily,
    filters: {
      days: period,
      excludeBots: excludeBots === 'true',
      excludeAPI: excludeAPI === 'true',
      totalWithBots: visitors.withBots,
    },
  }
}

const sum = (column: string) => sql.raw(`coalesce(sum(${column}), 0)::float8`)

interface VisitSums {
  /** Null for the row of all days. */
  at: string | null
  visits: number
  pageViews: number
  bounces: number
  cameBack: number
  seconds: number
}

const zeroVisits = { visits: 0, pageViews: 0, bounces: 0, cameBack: 0, seconds: 0 }

async function readVisits(db: Db, at: ReportPeriod, isIncluded: SQL) {
  const rows = await queryRows<VisitSums>(
    db,
    sql`
    select calendar.day::date::text as at, ${sum('visits')} as visits, ${sum('page_views')} as "pageViews",
      ${sum('bounces')} as bounces, ${sum('came_back')} as "cameBack", ${sum('seconds')} as seconds
    from generate_series(${at.from}, ${sqlDay(at.until)}, interval '1 day') as calendar (day)
    left join ${visitsWithin(at)} on known.day = calendar.day::date and ${isIncluded}
    group by grouping sets ((calendar.day), ()) order by calendar.day`,
  )
  const { at: _, ...sums } = rows.find(row => row.at === null) ?? { at: null, ...zeroVisits }
  const days = rows.flatMap(({ at: day, visits, pageViews }) => (day ? [{ at: day, visits, pageViews }] : []))
  return { sums, days }
}

interface VisitorSums {
  day: string | null
  country: string | null
  isDay: boolean
  isCountry: boolean
  seen: number
  fresh: number
  withBots: number
}

/** Visitors in total, by day and by country, in one statement. */
async function readVisitors(db: Db, at: ReportPeriod, isIncluded: SQL, top: number) {
  const rows = await queryRows<VisitorSums>(
    db,
    sql`
    select day::text, nullif(country, '') as country, grouping(day) = 0 as "isDay", grouping(country) = 0 as "isCountry",
      coalesce(sum(visitors) filter (where ${isIncluded}), 0)::float8 as seen,
      coalesce(sum(visitors) filter (where ${isIncluded} and ${isNewVisitor(at)}), 0)::float8 as fresh,
      coalesce(sum(visitors) filter (where ${isNewVisitor(at)}), 0)::float8 as "withBots"
    from ${visitorsWithin(at)}
    group by grouping sets ((day), (country), ()) order by fresh desc, known.country`,
  )
  const all = rows.find(({ isDay, isCountry }) => !isDay && !isCountry)
  const countries = rows.filter(({ isCountry, fresh }) => isCountry && fresh > 0).slice(0, top)
  return {
    total: all?.fresh ?? 0,
    withBots: all?.withBots ?? 0,
    byDay: new Map(rows.flatMap(({ isDay, day, seen }) => (isDay && day ? [[day, seen]] : []))),
    countries: countries.map(({ country, fresh }) => ({ country, visitors: fresh })),
  }
}

async function readTotals(db: Db, at: ReportPeriod, isIncluded: SQL): Promise<VisitTotals> {
  const [totals] = await queryRows<VisitTotals>(
    db,
    sql`
    select ${sum('visits')} as visits, ${sum('page_views')} as "pageViews",
      (select ${sum('visitors')} from ${visitorsWithin(at)} where ${isNewVisitor(at)} and ${isIncluded}) as "totalVisitors"
    from ${visitsWithin(at)} where ${isIncluded}`,
  )
  return totals ?? { visits: 0, pageViews: 0, totalVisitors: 0 }
}

async function countWithoutConsent(db: Db, { from }: ReportPeriod): Promise<number> {
  const [counted] = await queryRows<{ views: number }>(
    db,
    sql`select ${sum('views')} as views from ${dailyPageViews} where day >= ${from}`,
  )
  return counted?.views ?? 0
}

/** The top lists, in one statement. */
async function readLists(db: Db, at: ReportPeriod, isIncluded: SQL, top: number) {
  const rows = await queryRows<{ kind: CountKind; name: string; count: number }>(
    db,
    sql`
    select kind, name, count from (
      select kind, name, sum(count)::float8 as count,
        row_number() over (partition by kind order by sum(count) desc, name) as place
      from (
        select kind, name, count from ${countsWithin(at)} where ${isIncluded}
        union all
        select 'page', page, views from ${dailyPageViews} where day >= ${at.from}
      ) as counted group by kind, name
    ) as ranked where place <= ${top}::int or kind = 'furthest'
    order by kind, place`,
  )
  const of = (kind: CountKind) => rows.filter(row => row.kind === kind)
  const furthest = of('furthest')
  const reached = (step: number) =>
    furthest.reduce((total, { name, count }) => total + (Number(name) >= step ? count : 0), 0)
  return {
    topPages: of('page').map(({ name, count }) => ({ page: name, views: count })),
    referrerStats: of('referrer').map(({ name, count }) => ({ referrer: name || null, count })),
    devices: of('device').map(({ name, count }) => ({ device: name as 'phone' | 'desktop', visits: count })),
    browsers: of('browser').map(({ name, count }) => ({ browser: name || null, visits: count })),
    systems: of('system').map(({ name, count }) => ({ os: name || null, visits: count })),
    emptySearches: of('search').map(({ name, count }) => ({ query: name, count })),
    funnel: recordOf(funnelSteps, (_, at) => reached(at + 1)),
  }
}

const HOUR = 3_600_000

/** The hours of today, from the visits. A visitor counts in the hour of their first visit. */
async function readHours(db: Db, { from, until }: ReportPeriod, isIncluded: SQL, now: Date) {
  const found = await queryRows<{ midnight: number; hour: number | null } & VisitTotals>(
    db,
    sql`
    select extract(epoch from ${sqlMidnight(from)})::float8 * 1000 as midnight, hours.*
    from (select) as always left join (
      select floor(extract(epoch from ${analytics.sessionStart} - ${sqlMidnight(from)}) / 3600)::int as hour,
        count(*)::float8 as visits, sum(${analytics.pageViews})::float8 as "pageViews",
        count(*) filter (where ${analytics.previousAt} is null or ${analytics.previousAt} < ${sqlMidnight(from)})::float8 as "totalVisitors"
      from ${analytics}
      where ${analytics.sessionStart} >= ${sqlMidnight(from)} and ${analytics.sessionStart} < ${until} and ${isIncluded}
      group by 1
    ) as hours on true`,
  )
  const begin = found[0]?.midnight ?? 0
  const known = new Map(found.map(row => [row.hour, row]))
  const passed = Math.floor((now.getTime() - begin) / HOUR) + 1
  return Array.from({ length: passed }, (_, hour) => {
    const { totalVisitors = 0, visits = 0, pageViews = 0 } = known.get(hour) ?? {}
    return { at: new Date(begin + hour * HOUR).toISOString(), totalVisitors, visits, pageViews }
  })
}

const MAX_SHOWN = 100

type VisitorTypeFilter = Pick<WebsiteAnalyticsInput, 'excludeBots' | 'excludeAPI'>

/** The visitors with a beacon within the live window, in one statement. */
export async function findLiveVisitors(db: Db, filter: VisitorTypeFilter, now: Date): Promise<LiveVisitor[]> {
  const rows = await db
    .select()
    .from(analytics)
    .where(
      and(
        analytics.isOpen,
        gt(analytics.sessionEnd, new Date(now.getTime() - LIVE_WINDOW_MS)),
        inArray(analytics.visitorType, includedVisitorTypes(filter)),
      ),
    )
    .orderBy(desc(analytics.sessionEnd), desc(analytics.id))
    .limit(MAX_SHOWN)
  return rows.map(({ id, sessionStart, country, browser, os, ...visit }) => ({
    ...visit,
    sessionId: id,
    browser,
    os,
    sessionStart: sessionStart.toISOString(),
    sessionDuration: Math.max(0, Math.floor((now.getTime() - sessionStart.getTime()) / 1000)),
    location: visitorCountryName(country || null),
    deviceInfo: [browser ?? 'Onbekende browser', os && `op ${os}`].filter(Boolean).join(' '),
  }))
}
