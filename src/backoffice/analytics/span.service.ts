import { sql, type SQL } from 'drizzle-orm'
import {
  countFacts,
  dayOf,
  firstOpenDay,
  midnight,
  momentOf,
  visitFacts,
  visitorFacts,
} from './fact.service.ts'
import { visitDayCounts, visitDays, visitorDays } from './table.ts'

/** Whole days, and a last one up to a moment. */
export interface Span {
  /** The first day. */
  from: SQL
  until: SQL
  /** The first day that is read visit by visit: not added up yet, or not wanted to its end. */
  cut: SQL
}

/** The last days, today included up to now, and as many before them, up to the same time of day. */
export function spansOf(days: number, now: Date): { current: Span; previous: Span } {
  const moment = momentOf(now)
  const today = dayOf(moment)
  // Not as many hours: the clock may change in between.
  const then = sql`((${moment} at time zone 'Europe/Brussels' - ${days}::int * interval '1 day') at time zone 'Europe/Brussels')`
  return {
    current: span(sql`(${today} - ${days - 1}::int)`, today, moment),
    previous: span(sql`(${today} - ${2 * days - 1}::int)`, sql`(${today} - ${days}::int)`, then),
  }
}

const span = (from: SQL, lastDay: SQL, until: SQL): Span => ({
  from,
  until,
  cut: sql`greatest(${from}, least(${firstOpenDay}, ${lastDay}))`,
})

/** What is added up already, and what is added up now. */
const known = (kept: SQL, facts: typeof visitFacts, { from, until, cut }: Span): SQL => sql`(
  select * from (${kept}) as kept where day >= ${from} and day < ${cut}
  union all
  select * from (${facts(midnight(cut), until)}) as fact
) as known`

/** Rows like those of `visit_days`. */
export const visitsOf = (at: Span): SQL =>
  known(
    sql`select day, visitor_type, visits, page_views, bounces, came_back, seconds from ${visitDays}`,
    visitFacts,
    at,
  )

/** Rows like those of `visitor_days`. */
export const visitorsOf = (at: Span): SQL =>
  known(sql`select day, visitor_type, country, gap, visitors from ${visitorDays}`, visitorFacts, at)

/** Rows like those of `visit_day_counts`. */
export const countsOf = (at: Span): SQL =>
  known(sql`select day, kind, visitor_type, name, count from ${visitDayCounts}`, countFacts, at)

/** Of rows like those of `visitor_days`: who comes new into the span, last seen before it began. */
export const isNew = ({ from }: Span): SQL => sql`gap > day - ${from}`
