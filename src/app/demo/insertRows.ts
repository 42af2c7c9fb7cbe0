import { getTableColumns, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db.ts'
import { historyTables, type HistoryRows } from './history/rows.ts'

/** Inserts all rows in one statement per table: for hundreds of rows, one JSON parameter takes a third of the time of as many values. */
export async function insertHistory(tx: Tx, rows: HistoryRows): Promise<void> {
  for (const [name, table] of Object.entries(historyTables))
    await insertRows(tx, table, rows[name as keyof HistoryRows])
}

/**
 * Inserts rows in one statement; does nothing when there are none.
 * @throws Error when the rows have different columns
 */
export async function insertRows(tx: Tx, table: PgTable, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const given = Object.keys(first).sort()
  for (const row of rows)
    if (Object.keys(row).sort().join() !== given.join())
      throw new Error(`columns ${Object.keys(row).sort().join()} are not ${given.join()}`)
  const columns = getTableColumns(table)
  const nameOf = (key: string) => {
    const column = columns[key]
    return column && !column.keyAsName ? column.name : toSnakeCase(key)
  }
  const values = rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [nameOf(key), value as unknown])),
  )
  const names = sql.join(
    given.map(key => sql.identifier(nameOf(key))),
    sql`, `,
  )
  await tx.execute(sql`
    insert into ${table} (${names})
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(values)}::jsonb)`)
}
