import { sql } from 'drizzle-orm'
import { queryRows } from '../../platform/db/sql.ts'
import type { Db } from '../../platform/db/db.ts'
import { earningEntries } from './table.ts'

/** The figures of a creator in a quarter, in cents. */
export interface QuarterFigures {
  creatorId: string
  year: number
  /** 1–4. */
  quarter: number
  /** Her earnings, without those that were taken back. */
  earnedCents: number
  /** Sessions and gifts. */
  activities: number
  /** The part of the prices without VAT that the shop kept. */
  keptCents: number
}

/** The figures by quarter in Brussels, the oldest first. @param of one creator; of all when it is null */
export const findQuarterFigures = (
  db: Db,
  { creatorId, year }: { creatorId: string | null; year: number | null },
): Promise<QuarterFigures[]> =>
  queryRows(
    db,
    sql`
    with dated as (
      select e.*, e.created_at at time zone 'Europe/Brussels' as at from ${earningEntries} e
      where e.type in ('EARNED', 'TAKEN_BACK', 'ADJUSTED') and (${creatorId}::uuid is null or e.creator_id = ${creatorId}::uuid)
    )
    select creator_id as "creatorId", extract(year from at)::int as year, extract(quarter from at)::int as quarter,
      sum(cents)::int as "earnedCents",
      count(distinct coalesce(session_id, gift_id)) filter (where type = 'EARNED')::int as activities,
      coalesce(sum(greatest(0, gross_cents - vat_cents - cents)) filter (where type = 'EARNED'), 0)::int as "keptCents"
    from dated where ${year}::int is null or extract(year from at) = ${year}::int
    group by creator_id, year, quarter order by year, quarter, creator_id`,
  )
