import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import {
  type Moment,
  steps,
  type Totals,
  visitorTypes,
  type WebsiteAnalytics,
  type WebsiteSearch,
} from './contract.ts'
import {
  countFacts,
  dayOf,
  firstOpenDay,
  midnight,
  momentOf,
  visitFacts,
  visitorFacts,
} from './fact.service.ts'
import { analytics, type CountKind, pageTotals, visitDayCounts, visitDays, visitorDays } from './table.ts'

/** Whole days and a last one up to a moment, of visitors of some types. */
interface Span {
  /** The first day. */
  from: SQL
  until: SQL
  /** The first day that is read visit by visit: not added up yet, or not wanted to its end. */
  cut: SQL
  types: SQL
}

/** @param lastDay the one that `until` is on */
const span = (from: SQL, lastDay: SQL, until: SQL, types: readonly string[]): Span => ({
  from,
  until,
  cut: sql`greatest(${from}, least(${firstOpenDay}, ${lastDay}))`,
  types: sql`(${sql.join(
    types.map(type => sql`${type}`),
    sql`, `,
  )})`,
})

type Facts = (from: SQL, until: SQL) => SQL

/** What is added up already, and what is added up now. */
const known = (kept: SQL, facts: Facts, { from, until, cut, types }: Span): SQL => sql`(
  select * from (${kept}) as kept where day >= ${from} and day < ${cut} and visitor_type in ${types}
  union all
  select * from (${facts(midnight(cut), until)}) as fact where visitor_type in ${types}
) as known`

const days = (at: Span) =>
  known(
    sql`select day, visitor_type, visits, page_views, bounces, came_back, seconds from ${visitDays}`,
    visitFacts,
    at,
  )
const browsers = (at: Span) =>
  known(sql`select day, visitor_type, country, gap, visitors from ${visitorDays}`, visitorFacts, at)
const counts = (at: Span) =>
  known(sql`select day, kind, visitor_type, name, count from ${visitDayCounts}`, countFacts, at)

/** Who comes new into the period: last seen before it began. */
const isNew = ({ from }: Span) => sql`gap > day - ${from}`

/**
 * The visitors of the last days, today included, beside as many days before. Seven statements, which read what was added up
 * and the visits of today.
 */
export async function readWebsite(
  db: Db,
  { days: period, excludeBots, excludeAPI, top }: WebsiteSearch,
  now: Date,
): Promise<WebsiteAnalytics> {
  const filters = { excludeBots: excludeBots === 'true', excludeAPI: excludeAPI === 'true', days: period }
  const types = visitorTypes.filter(
    type => !(type === 'bot' && filters.excludeBots) && !(type === 'api' && filters.excludeAPI),
  )
  const today = dayOf(momentOf(now))
  const from = sql`(${today} - ${period - 1}::int)`
  const moment = momentOf(now)
  const wanted = span(from, today, moment, types)
  // The same time of day, not as many hours: the clock may change in between.
  const then = sql`((${moment} at time zone 'Europe/Brussels' - ${period}::int * interval '1 day') at time zone 'Europe/Brussels')`
  const earlier = span(
    sql`(${today} - ${2 * period - 1}::int)`,
    sql`(${today} - ${period}::int)`,
    then,
    types,
  )
  const [totals, previous, withBots, lists, countryStats, series, withoutConsent] = await Promise.all([
    readTotals(db, wanted),
    readTotals(db, earlier),
    countVisitors(db, span(from, today, moment, visitorTypes)),
    readLists(db, wanted, top),
    listCountries(db, wanted, top),
    period === 1 ? listHours(db, wanted, now) : listDays(db, wanted),
    countWithoutConsent(db, from),
  ])
  const { bounces, returning, seconds, ...sums } = totals
  const share = (part: number) => (sums.visits === 0 ? 0 : part / sums.visits)
  const { totalVisitors, visits, pageViews } = previous
  return {
    ...sums,
    withoutConsent,
    averageTime: Math.round(share(seconds)),
    bounceRate: share(bounces),
    returningRate: share(returning),
    previous: { totalVisitors, visits, pageViews },
    ...lists,
    countryStats,
    series,
    filters: { ...filters, totalWithBots: withBots },
  }
}

interface Sums extends Totals {
  bounces: number
  returning: number
  seconds: number
}

const sum = (column: string) => sql.raw(`coalesce(sum(${column}), 0)::float8`)

async function readTotals(db: Db, at: Span): Promise<Sums> {
  const { rows } = (await db.execute(sql`
    select ${sum('visits')} as visits, ${sum('page_views')} as "pageViews", ${sum('bounces')} as bounces,
      ${sum('came_back')} as returning, ${sum('seconds')} as seconds,
      (select ${sum('visitors')} from ${browsers(at)} where ${isNew(at)}) as "totalVisitors"
    from ${days(at)}`)) as { rows: unknown[] }
  return rows[0] as Sums
}

async function countVisitors(db: Db, at: Span): Promise<number> {
  const { rows } = (await db.execute(sql`
    select ${sum('visitors')} as visitors from ${browsers(at)} where ${isNew(at)}`)) as { rows: unknown[] }
  return (rows[0] as { visitors: number }).visitors
}

async function countWithoutConsent(db: Db, from: SQL): Promise<number> {
  const { rows } = (await db.execute(sql`
    select ${sum('views')} as views from ${pageTotals} where day >= ${from}`)) as { rows: unknown[] }
  return (rows[0] as { views: number }).views
}

interface Named {
  kind: CountKind
  name: string
  count: number
}

/** Every list in one statement: the most counted names of each kind. */
async function readLists(db: Db, at: Span, top: number) {
  const { rows } = (await db.execute(sql`
    select kind, name, count from (
      select kind, name, sum(count)::float8 as count,
        row_number() over (partition by kind order by sum(count) desc, name) as place
      from (
        select kind, name, count from ${counts(at)}
        union all
        select 'page', page, views from ${pageTotals} where day >= ${at.from}
      ) as counted group by kind, name
    ) as ranked where place <= ${top}::int or kind = 'furthest'
    order by kind, place`)) as { rows: unknown[] }
  const of = (kind: CountKind) => (rows as Named[]).filter(row => row.kind === kind)
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
    funnel: Object.fromEntries(
      steps.map((step, at) => [step, reached(at + 1)]),
    ) as WebsiteAnalytics['funnel'],
  }
}

async function listCountries(db: Db, at: Span, top: number): Promise<WebsiteAnalytics['countryStats']> {
  const { rows } = (await db.execute(sql`
    select nullif(country, '') as country, ${sum('visitors')} as visitors
    from ${browsers(at)} where ${isNew(at)}
    group by known.country order by 2 desc, known.country limit ${top}::int`)) as { rows: unknown[] }
  return rows as WebsiteAnalytics['countryStats']
}

async function listDays(db: Db, at: Span): Promise<Moment[]> {
  const { rows } = (await db.execute(sql`
    select wanted.day::date::text as at, ${sum('visits')} as visits, ${sum('page_views')} as "pageViews", ${sum('visitors')} as "totalVisitors"
    from generate_series(${at.from}, ${dayOf(at.until)}, interval '1 day') as wanted (day)
    left join (
      select day, visits, page_views, 0 as visitors from ${days(at)}
      union all
      select day, 0, 0, visitors from ${browsers(at)}
    ) as counted on counted.day = wanted.day::date
    group by wanted.day order by wanted.day`)) as { rows: unknown[] }
  return rows as Moment[]
}

const HOUR = 3_600_000

/** Of today alone, visit by visit. A visitor is counted in the hour in which they first came. */
async function listHours(db: Db, { from, until, types }: Span, now: Date): Promise<Moment[]> {
  const { rows } = (await db.execute(sql`
    select extract(epoch from ${midnight(from)})::float8 * 1000 as midnight, hours.*
    from (select) as always left join (
      select floor(extract(epoch from ${analytics.sessionStart} - ${midnight(from)}) / 3600)::int as hour,
        count(*)::float8 as visits, sum(${analytics.pageViews})::float8 as "pageViews",
        count(*) filter (where ${analytics.previousAt} is null or ${analytics.previousAt} < ${midnight(from)})::float8 as "totalVisitors"
      from ${analytics}
      where ${analytics.sessionStart} >= ${midnight(from)} and ${analytics.sessionStart} < ${until} and ${analytics.visitorType} in ${types}
      group by 1
    ) as hours on true`)) as { rows: unknown[] }
  const found = rows as ({ midnight: number; hour: number | null } & Totals)[]
  const begin = found[0]?.midnight ?? 0
  const known = new Map(found.map(row => [row.hour, row]))
  const passed = Math.floor((now.getTime() - begin) / HOUR) + 1
  return Array.from({ length: passed }, (_, hour) => {
    const { totalVisitors = 0, visits = 0, pageViews = 0 } = known.get(hour) ?? {}
    return { at: new Date(begin + hour * HOUR).toISOString(), totalVisitors, visits, pageViews }
  })
}
