import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import { queryRows, sqlDay, sqlMidnight, sqlTimestamp } from '../../platform/sql.ts'
import { aggregateCounts, aggregateVisits, aggregateVisitors } from './aggregation.service.ts'
import { OTHER_PAGES } from './page.rules.ts'
import { analytics, visitDayCounts, visitDays, visitorDays } from './table.ts'

/** Names of a kind that are stored a day; further ones are counted together. */
const MAX_NAMES = 500

/** Rolls up the days that are over, and the last rolled-up day again: its visits may have continued past midnight. */
export async function rollUpVisits(db: Db, now: Date): Promise<void> {
  const days = await queryRows<{ day: string }>(
    db,
    sql`
    select day::date::text as day from generate_series(
      coalesce((select max(day) from ${visitDays}), (select ${sqlDay(sql`min(session_start)`)} from ${analytics})),
      ${sqlDay(sqlTimestamp(now))} - 1, interval '1 day') as day`,
  )
  // A transaction per day, so that no statement takes long even after an outage.
  for (const { day } of days) await rollUpDay(db, day)
}

const rollUpDay = (db: Db, date: string): Promise<void> =>
  db.transaction(async tx => {
    const day = sql`${date}::date`
    const between = [sqlMidnight(day), sqlMidnight(sql`(${day} + 1)`)] as const
    for (const table of [visitDays, visitorDays, visitDayCounts])
      await tx.delete(table).where(sql`${table.day} = ${day}`)
    // A day without visits needs a row too, since it is rolled up.
    await tx.execute(sql`
      insert into ${visitDays} (day, visitor_type, visits, page_views, bounces, came_back, seconds)
      select ${day}, coalesce(visitor_type, 'human'), coalesce(visits, 0), coalesce(page_views, 0),
        coalesce(bounces, 0), coalesce(came_back, 0), coalesce(seconds, 0)
      from (select) as always left join (${aggregateVisits(...between)}) as fact on true`)
    await tx.execute(sql`
      insert into ${visitorDays} (day, visitor_type, country, gap, visitors) ${aggregateVisitors(...between)}`)
    await tx.execute(sql`
      insert into ${visitDayCounts} (day, kind, visitor_type, name, count)
      select day, kind, visitor_type, case when place <= ${MAX_NAMES}::int then name else ${OTHER_PAGES} end as name, sum(count)
      from (
        select *, row_number() over (partition by kind, visitor_type order by count desc, name) as place
        from (${aggregateCounts(...between)}) as fact
      ) as ranked group by 1, 2, 3, 4`)
  })
