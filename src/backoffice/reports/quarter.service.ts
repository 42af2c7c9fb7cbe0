import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { queryRow, sqlMidnight } from '../../platform/db/sql.ts'
import { quarterDays, type QuarterSpan } from '../../money/invoices/quarter.rules.ts'

/** The Brussels midnights at which a quarter begins and ends. */
export function quarterBounds(quarter: string): { startsAt: SQL; endsAt: SQL } {
  const { startsOn, endsBefore } = quarterDays(quarter)
  return { startsAt: sqlMidnight(sql`${startsOn}::date`), endsAt: sqlMidnight(sql`${endsBefore}::date`) }
}

/** The same, as moments. */
export async function quarterSpan(db: Db, quarter: string): Promise<QuarterSpan> {
  const { startsAt, endsAt } = quarterBounds(quarter)
  const found = await queryRow<{ startsAt: string; endsAt: string }>(
    db,
    sql`select ${startsAt} as "startsAt", ${endsAt} as "endsAt"`,
  )
  return { startsAt: new Date(found.startsAt), endsAt: new Date(found.endsAt) }
}
