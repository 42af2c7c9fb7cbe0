import { sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { orderNumber } from './rules.ts'
import { orderNumbers, orderNumberSeries } from './table.ts'

/** How many numbers are laid ready at a time. */
const BATCH = 500

/**
 * Takes the lowest free number of a year, `2026-000042`. Buyers skip what others are taking and don't wait for each
 * other; a transaction that rolls back puts its number back, so that no number stays unused.
 */
export async function takeOrderNumber(tx: Db, year: number): Promise<string> {
  const serial = (await takeFree(tx, year)) ?? (await refill(tx, year), await takeFree(tx, year))
  if (serial === undefined) throw new Error(`no order number to be had for ${year}`)
  return orderNumber(year, serial)
}

async function takeFree(tx: Db, year: number): Promise<number | undefined> {
  const { rows } = (await tx.execute(sql`
    delete from ${orderNumbers} where (year, serial) = (
      select year, serial from ${orderNumbers} where year = ${year} order by serial for update skip locked limit 1
    ) returning serial`)) as unknown as { rows: { serial: number }[] }
  return rows[0]?.serial
}

async function refill(tx: Db, year: number): Promise<void> {
  await tx.execute(sql`
    with series as (
      insert into ${orderNumberSeries} (year, last_serial) values (${year}, ${BATCH})
      on conflict (year) do update set last_serial = ${orderNumberSeries}.last_serial + ${BATCH}
      returning last_serial
    )
    insert into ${orderNumbers} (year, serial)
    select ${year}, serial from series, generate_series(last_serial - ${BATCH} + 1, last_serial) as serial`)
}
