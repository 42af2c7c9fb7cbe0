import { desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../../src/platform/db/db.ts'
import * as contract from './contract.ts'
import { simulatorChargebacks, simulatorPayments, simulatorRefunds } from './table.ts'

type ListTable = PgTable & Record<'id' | 'createdAt' | 'position', PgColumn>

/** Lists of all that the account has, newest first, as Mollie pages through them. @throws MollieError 400 for an unknown `from` */
export const listAllPayments = (db: Db, page: contract.PageQuery) =>
  readListPage(db, page, simulatorPayments, (where, order) =>
    db
      .select()
      .from(simulatorPayments)
      .where(where)
      .orderBy(...order)
      .limit(page.limit + 1),
  )

export const listAllRefunds = (db: Db, page: contract.PageQuery) =>
  readListPage(db, page, simulatorRefunds, (where, order) =>
    db
      .select()
      .from(simulatorRefunds)
      .where(where)
      .orderBy(...order)
      .limit(page.limit + 1),
  )

export const listAllChargebacks = (db: Db, page: contract.PageQuery) =>
  readListPage(db, page, simulatorChargebacks, (where, order) =>
    db
      .select()
      .from(simulatorChargebacks)
      .where(where)
      .orderBy(...order)
      .limit(page.limit + 1),
  )

export interface ListPage<Row> {
  items: Row[]
  /** The id of the first of the next page; null after the last. */
  next: string | null
}

/** A page of a list that is read as a whole. @throws MollieError 400 for an unknown `from` */
export function cutPage<Row extends { id: string }>(
  rows: Row[],
  { from, limit }: contract.PageQuery,
): ListPage<Row> {
  const start = from === undefined ? 0 : rows.findIndex(({ id }) => id === from)
  if (start === -1) throw new contract.MollieError(400, 'Bad Request', 'Invalid cursor value', 'from')
  return { items: rows.slice(start, start + limit), next: rows[start + limit]?.id ?? null }
}

/** The query reads one row more than the page has, which is the first of the next. */
async function readListPage<Row extends { id: string }>(
  db: Db,
  { from, limit }: contract.PageQuery,
  table: ListTable,
  select: (where: SQL | undefined, order: SQL[]) => PromiseLike<Row[]>,
): Promise<{ items: Row[]; next: string | null }> {
  const where = from === undefined ? undefined : await startingWith(db, table, from)
  const rows = await select(where, [desc(table.createdAt), desc(table.position)])
  return { items: rows.slice(0, limit), next: rows[limit]?.id ?? null }
}

/** That item and the older ones; the demo's were not written in their order. */
async function startingWith(db: Db, table: ListTable, from: string): Promise<SQL> {
  const { id, createdAt, position } = table
  if ((await db.$count(table, eq(id, from))) === 0)
    throw new contract.MollieError(400, 'Bad Request', 'Invalid cursor value', 'from')
  return sql`(${createdAt}, ${position}) <= (select created_at, position from ${table} first where first.id = ${from})`
}
