import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import {
  aggregateCounts,
  sqlDay,
  sqlMidnight,
  sqlMoment,
  aggregateVisits,
  aggregateVisitors,
} from './aggregation.service.ts'
import { OTHER_PAGES } from './page.rules.ts'
import { analytics, visitDayCounts, visitDays, visitorDays } from './table.ts'

/** So many names of a kind are kept a day; the others are counted together. */
const MOST_NAMES = 500

/** Adds up the days that are over, and the last of them once more: its visits may have gone on past midnight. */
export async function rollUpVisits(db: Db, now: Date): Promise<void> {
  const { rows } = (await db.execute(sql`
    select day::date::text as day from generate_series(
      coalesce((select max(day) from ${visitDays}), (select ${sqlDay(sql`min(session_start)`)} from ${analytics})),
      ${sqlDay(sqlMoment(now))} - 1, interval '1 day') as day`)) as { rows: unknown[] }
  // One at a time, each in a transaction: after a long silence no statement takes long either.
  for (const { day } of rows as { day: string }[]) await rollUpDay(db, day)
}

const rollUpDay = (db: Db, date: string): Promise<void> =>
  db.transaction(async tx => {
    const day = sql`${date}::date`
    const between = [sqlMidnight(day), sqlMidnight(sql`(${day} + 1)`)] as const
    for (const table of [visitDays, visitorDays, visitDayCounts])
      await tx.delete(table).where(sql`${table.day} = ${day}`)
    // A day without visits is over, too.
    await tx.execute(sql`
      insert into ${visitDays} (day, visitor_type, visits, page_views, bounces, came_back, seconds)
      select ${day}, coalesce(visitor_type, 'human'), coalesce(visits, 0), coalesce(page_views, 0),
        coalesce(bounces, 0), coalesce(came_back, 0), coalesce(seconds, 0)
      from (select) as always left join (${aggregateVisits(...between)}) as fact on true`)
    await tx.execute(sql`
      insert into ${visitorDays} (day, visitor_type, country, gap, visitors) ${aggregateVisitors(...between)}`)
    await tx.execute(sql`
      insert into ${visitDayCounts} (day, kind, visitor_type, name, count)
      select day, kind, visitor_type, case when place <= ${MOST_NAMES}::int then name else ${OTHER_PAGES} end as name, sum(count)
      from (
        select *, row_number() over (partition by kind, visitor_type order by count desc, name) as place
        from (${aggregateCounts(...between)}) as fact
      ) as ranked group by 1, 2, 3, 4`)
  })
