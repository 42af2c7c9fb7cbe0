import { sql, type SQL } from 'drizzle-orm'
import {
  aggregateCounts,
  sqlDay,
  firstDayNotRolledUp,
  sqlMidnight,
  sqlMoment,
  aggregateVisits,
  aggregateVisitors,
} from './aggregation.service.ts'
import { visitDayCounts, visitDays, visitorDays } from './table.ts'

/** Whole days, and a last one up to a moment. */
export interface ReportPeriod {
  /** The first day. */
  from: SQL
  until: SQL
  /** The first day that is read visit by visit: not added up yet, or not wanted to its end. */
  liveFrom: SQL
}

/** The last days, today included up to now, and as many before them, up to the same time of day. */
export function reportPeriods(days: number, now: Date): { current: ReportPeriod; previous: ReportPeriod } {
  const moment = sqlMoment(now)
  const today = sqlDay(moment)
  // Not as many hours: the clock may change in between.
  const then = sql`((${moment} at time zone 'Europe/Brussels' - ${days}::int * interval '1 day') at time zone 'Europe/Brussels')`
  return {
    current: span(sql`(${today} - ${days - 1}::int)`, today, moment),
    previous: span(sql`(${today} - ${2 * days - 1}::int)`, sql`(${today} - ${days}::int)`, then),
  }
}

const span = (from: SQL, lastDay: SQL, until: SQL): ReportPeriod => ({
  from,
  until,
  liveFrom: sql`greatest(${from}, least(${firstDayNotRolledUp}, ${lastDay}))`,
})

/** What is added up already, and what is added up now. */
const rolledUpAndLive = (
  kept: SQL,
  facts: typeof aggregateVisits,
  { from, until, liveFrom: cut }: ReportPeriod,
): SQL => sql`(
  select * from (${kept}) as kept where day >= ${from} and day < ${cut}
  union all
  select * from (${facts(sqlMidnight(cut), until)}) as fact
) as known`

/** Rows like those of `visit_days`. */
export const visitsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, visitor_type, visits, page_views, bounces, came_back, seconds from ${visitDays}`,
    aggregateVisits,
    at,
  )

/** Rows like those of `visitor_days`. */
export const visitorsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, visitor_type, country, gap, visitors from ${visitorDays}`,
    aggregateVisitors,
    at,
  )

/** Rows like those of `visit_day_counts`. */
export const countsWithin = (at: ReportPeriod): SQL =>
  rolledUpAndLive(
    sql`select day, kind, visitor_type, name, count from ${visitDayCounts}`,
    aggregateCounts,
    at,
  )

/** Of rows like those of `visitor_days`: who comes new into the span, last seen before it began. */
export const isNewVisitor = ({ from }: ReportPeriod): SQL => sql`gap > day - ${from}`
