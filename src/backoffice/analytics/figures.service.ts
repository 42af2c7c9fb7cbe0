import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { type Moment, steps, type Totals, type WebsiteAnalytics, type WebsiteSearch } from './contract.ts'
import { dayOf, midnight } from './fact.service.ts'
import { typesIn } from './rules.ts'
import { countsOf, isNew, type Span, spansOf, visitorsOf, visitsOf } from './span.service.ts'
import { analytics, type CountKind, pageTotals } from './table.ts'

/**
 * The visitors of the last days, today included, beside as many days before. Five statements, six for one day, which read what
 * was added up and the visits of today.
 */
export async function readWebsite(
  db: Db,
  { days: period, excludeBots, excludeAPI, top }: WebsiteSearch,
  now: Date,
): Promise<WebsiteAnalytics> {
  const isWanted = sql`visitor_type in (${sql.join(
    typesIn({ excludeBots, excludeAPI }).map(type => sql`${type}`),
    sql`, `,
  )})`
  const { current, previous } = spansOf(period, now)
  const [visits, visitors, before, lists, withoutConsent, hours] = await Promise.all([
    readVisits(db, current, isWanted),
    readVisitors(db, current, isWanted, top),
    readTotals(db, previous, isWanted),
    readLists(db, current, isWanted, top),
    countWithoutConsent(db, current),
    period === 1 ? listHours(db, current, isWanted, now) : null,
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

const read = async <Row>(db: Db, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as { rows: unknown[] }).rows as Row[]

const sum = (column: string) => sql.raw(`coalesce(sum(${column}), 0)::float8`)

interface Visits {
  /** Null: of all days. */
  at: string | null
  visits: number
  pageViews: number
  bounces: number
  cameBack: number
  seconds: number
}

const nothing = { visits: 0, pageViews: 0, bounces: 0, cameBack: 0, seconds: 0 }

async function readVisits(db: Db, at: Span, isWanted: SQL) {
  const rows = await read<Visits>(
    db,
    sql`
    select wanted.day::date::text as at, ${sum('visits')} as visits, ${sum('page_views')} as "pageViews",
      ${sum('bounces')} as bounces, ${sum('came_back')} as "cameBack", ${sum('seconds')} as seconds
    from generate_series(${at.from}, ${dayOf(at.until)}, interval '1 day') as wanted (day)
    left join ${visitsOf(at)} on known.day = wanted.day::date and ${isWanted}
    group by grouping sets ((wanted.day), ()) order by wanted.day`,
  )
  const { at: _, ...sums } = rows.find(row => row.at === null) ?? { at: null, ...nothing }
  const days = rows.flatMap(({ at: day, visits, pageViews }) => (day ? [{ at: day, visits, pageViews }] : []))
  return { sums, days }
}

interface Visitors {
  day: string | null
  country: string | null
  isDay: boolean
  isCountry: boolean
  seen: number
  fresh: number
  withBots: number
}

/** In one look: how many in all, on each day, and from where. */
async function readVisitors(db: Db, at: Span, isWanted: SQL, top: number) {
  const rows = await read<Visitors>(
    db,
    sql`
    select day::text, nullif(country, '') as country, grouping(day) = 0 as "isDay", grouping(country) = 0 as "isCountry",
      coalesce(sum(visitors) filter (where ${isWanted}), 0)::float8 as seen,
      coalesce(sum(visitors) filter (where ${isWanted} and ${isNew(at)}), 0)::float8 as fresh,
      coalesce(sum(visitors) filter (where ${isNew(at)}), 0)::float8 as "withBots"
    from ${visitorsOf(at)}
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

async function readTotals(db: Db, at: Span, isWanted: SQL): Promise<Totals> {
  const [totals] = await read<Totals>(
    db,
    sql`
    select ${sum('visits')} as visits, ${sum('page_views')} as "pageViews",
      (select ${sum('visitors')} from ${visitorsOf(at)} where ${isNew(at)} and ${isWanted}) as "totalVisitors"
    from ${visitsOf(at)} where ${isWanted}`,
  )
  return totals ?? { visits: 0, pageViews: 0, totalVisitors: 0 }
}

async function countWithoutConsent(db: Db, { from }: Span): Promise<number> {
  const [counted] = await read<{ views: number }>(
    db,
    sql`select ${sum('views')} as views from ${pageTotals} where day >= ${from}`,
  )
  return counted?.views ?? 0
}

interface Named {
  kind: CountKind
  name: string
  count: number
}

/** Every list in one statement: the most counted names of each kind. */
async function readLists(db: Db, at: Span, isWanted: SQL, top: number) {
  const rows = await read<Named>(
    db,
    sql`
    select kind, name, count from (
      select kind, name, sum(count)::float8 as count,
        row_number() over (partition by kind order by sum(count) desc, name) as place
      from (
        select kind, name, count from ${countsOf(at)} where ${isWanted}
        union all
        select 'page', page, views from ${pageTotals} where day >= ${at.from}
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
    funnel: Object.fromEntries(
      steps.map((step, at) => [step, reached(at + 1)]),
    ) as WebsiteAnalytics['funnel'],
  }
}

const HOUR = 3_600_000

/** Of today alone, visit by visit. A visitor is counted in the hour in which they first came. */
async function listHours(db: Db, { from, until }: Span, isWanted: SQL, now: Date): Promise<Moment[]> {
  const found = await read<{ midnight: number; hour: number | null } & Totals>(
    db,
    sql`
    select extract(epoch from ${midnight(from)})::float8 * 1000 as midnight, hours.*
    from (select) as always left join (
      select floor(extract(epoch from ${analytics.sessionStart} - ${midnight(from)}) / 3600)::int as hour,
        count(*)::float8 as visits, sum(${analytics.pageViews})::float8 as "pageViews",
        count(*) filter (where ${analytics.previousAt} is null or ${analytics.previousAt} < ${midnight(from)})::float8 as "totalVisitors"
      from ${analytics}
      where ${analytics.sessionStart} >= ${midnight(from)} and ${analytics.sessionStart} < ${until} and ${isWanted}
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
