import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { countFacts, dayOf, midnight, momentOf, visitFacts, visitorFacts } from './fact.service.ts'
import { OTHER_PAGES } from './page.rules.ts'
import { analytics, visitDayCounts, visitDays, visitorDays } from './table.ts'

/** So many names of a kind are kept a day; the others are counted together. */
const MOST_NAMES = 500

/** Adds up the days that are over, and the last of them once more: its visits may have gone on past midnight. */
export const addUpVisits = (db: Db, now: Date): Promise<void> =>
  db.transaction(async tx => {
    const { rows } = (await tx.execute(sql`
      select coalesce((select max(day) from ${visitDays}), (select ${dayOf(sql`min(session_start)`)} from ${analytics}))::text as day`)) as {
      rows: [{ day: string | null }]
    }
    const [{ day: first }] = rows
    if (first === null) return
    const [from, today] = [sql`${first}::date`, dayOf(momentOf(now))]
    const between = [midnight(from), midnight(today)] as const
    for (const table of [visitDays, visitorDays, visitDayCounts])
      await tx.delete(table).where(sql`${table.day} >= ${from}`)
    // A day without visits is over, too.
    await tx.execute(sql`
      insert into ${visitDays} (day, visitor_type, visits, page_views, bounces, came_back, seconds)
      select wanted.day::date, coalesce(fact.visitor_type, 'human'), coalesce(fact.visits, 0), coalesce(fact.page_views, 0),
        coalesce(fact.bounces, 0), coalesce(fact.came_back, 0), coalesce(fact.seconds, 0)
      from generate_series(${from}, ${today} - 1, interval '1 day') as wanted (day)
      left join (${visitFacts(...between)}) as fact on fact.day = wanted.day::date`)
    await tx.execute(sql`
      insert into ${visitorDays} (day, visitor_type, country, gap, visitors) ${visitorFacts(...between)}`)
    await tx.execute(sql`
      insert into ${visitDayCounts} (day, kind, visitor_type, name, count)
      select day, kind, visitor_type, case when place <= ${MOST_NAMES}::int then name else ${OTHER_PAGES} end as name, sum(count)
      from (
        select *, row_number() over (partition by day, kind, visitor_type order by count desc, name) as place
        from (${countFacts(...between)}) as fact
      ) as ranked group by 1, 2, 3, 4`)
  })
