import { sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { orderNumbers, orderNumberSeries } from './table.ts'

/** How many free numbers are generated at a time. */
const NUMBER_BATCH = 500

/**
 * SQL that claims the lowest free number of a year, `2026-000042`, as `number`; no row when there is none. Buyers skip
 * numbers that others are claiming and don't wait for each other; a transaction that rolls back frees its number, so that none
 * stays unused.
 */
export const claimOrderNumberSql = (year: Placeholder): SQL => sql`
  delete from ${orderNumbers} where (year, serial) = (
    select year, serial from ${orderNumbers} where year = ${year}::int order by serial for update skip locked limit 1
  ) returning year || '-' || to_char(serial, 'FM999999000000') as number`

/** Generates the next free numbers of a year. */
export async function generateOrderNumbers(tx: Tx, year: number): Promise<void> {
  await tx.execute(sql`
    with series as (
      insert into ${orderNumberSeries} (year, last_serial) values (${year}, ${NUMBER_BATCH})
      on conflict (year) do update set last_serial = ${orderNumberSeries}.last_serial + ${NUMBER_BATCH}
      returning last_serial
    )
    insert into ${orderNumbers} (year, serial)
    select ${year}, serial from series, generate_series(last_serial - ${NUMBER_BATCH} + 1, last_serial) as serial`)
}
