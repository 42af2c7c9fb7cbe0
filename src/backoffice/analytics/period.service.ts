import { sql, type SQL } from 'drizzle-orm'
import { BRUSSELS, sqlDay, sqlMidnight, sqlTimestamp } from '../../platform/db/sql.ts'
import {
  aggregateCounts,
  firstDayNotRolledUp,
  aggregateVisits,
  aggregateVisitors,
} from './aggregation.service.ts'
import { dailyVisitCounts, dailyVisits, dailyVisitors } from './table.ts'

/** Whole Brussels days, and a last one up to a timestamp. */
export interface ReportPeriod {
  /** The first day. */
  from: SQL
  until: SQL
  /** The first day that is summed from visits: it is not rolled up yet, or not included to its end. */
  liveFrom: SQL
}

/** The last `days` days up to now, and as many before them, up to the same time of day. */
export function reportPeriods(days: number, now: Date): { current: ReportPeriod; previous: ReportPeriod } {
  const until = sqlTimestamp(now)
  const today = sqlDay(until)
  // Days, not multiples of 24 hours: daylight saving time may begin or end in between.
  const previousUntil = sql`((${until} at time zone ${BRUSSELS} - ${days}::int * interval '1 day') at time zone ${BRUSSELS})`
  return {
    current: reportPeriod(sql`(${today} - ${days - 1}::int)`, today, until),
    previous: reportPeriod(
      sql`(${today} - ${2 * days - 1}::int)`,
      sql`(${today} - ${days}::int)`,
      previousUntil,
    ),
  }
}

const reportPeriod = (from: SQL, lastDay: SQL, until: SQL): ReportPeriod => ({
  from,
  until,
  liveFrom: sql`greatest(${from}, least(${firstDayNotRolledUp}, ${lastDay}))`,
})

/** Rolled-up days, followed by days that are summed now. */
const rolledUpAndLive = (
  rolledUp: SQL,
  aggregate: typeof aggregateVisits,
  { from, until, liveFrom }: ReportPeriod,
): SQL => sql`(
  select * from (${rolledUp}) as rolled_up where day >= ${from} and day < ${liveFrom}
  union all
  select * from (${aggregate(sqlMidnight(liveFrom), until)}) as live
) as known`

/** Rows of the shape of `daily_visits`. */
export const visitsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, visitor_type, visits, page_views, bounces, came_back, seconds from ${dailyVisits}`,
    aggregateVisits,
    at,
  )

/** Rows of the shape of `daily_visitors`. */
export const visitorsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, visitor_type, country, gap, visitors from ${dailyVisitors}`,
    aggregateVisitors,
    at,
  )

/** Rows of the shape of `daily_visit_counts`. */
export const countsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, kind, visitor_type, name, count from ${dailyVisitCounts}`,
    aggregateCounts,
    at,
  )

/** Whether the visitors of a row of `daily_visitors` were last seen before the period began. */
export const isNewVisitor = ({ from }: ReportPeriod): SQL => sql`gap > day - ${from}`
