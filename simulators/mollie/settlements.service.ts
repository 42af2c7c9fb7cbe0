import { and, desc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../src/platform/db/db.ts'
import { notFound, type PageQuery } from './contract.ts'
import { cutPage, type ListPage } from './lists.service.ts'
import { type SimulatorSettlement, settlementId, settlementSpan } from './settlements.rules.ts'
import { simulatorChargebacks, simulatorPayments, simulatorRefunds } from './table.ts'

/** The part of each list that was settled on a day, in UTC: the payments, refunds and chargebacks of it. */
const settledRefunds = inArray(simulatorRefunds.status, ['processing', 'refunded'])

/** The settlements of all days that are over, newest first. */
export async function listSettlements(
  db: Db,
  page: PageQuery,
  now: Date,
): Promise<ListPage<SimulatorSettlement>> {
  const days = await rowsOf<{ day: string }>(
    db,
    sql`
    select day::text from (
      select (status_at at time zone 'UTC')::date as day from ${simulatorPayments} where status = 'paid'
      union select (created_at at time zone 'UTC')::date from ${simulatorRefunds} where ${settledRefunds}
      union select (created_at at time zone 'UTC')::date from ${simulatorChargebacks}
    ) days order by day desc`,
  )
  const ids = days
    .map(({ day }) => day)
    .filter(day => settlementSpan(day).settledAt <= now)
    .map(settlementId)
  const { items, next } = cutPage(
    ids.map(id => ({ id })),
    page,
  )
  return { items: await Promise.all(items.map(({ id }) => readSettlement(db, id))), next }
}

async function readSettlement(db: Db, id: string): Promise<SimulatorSettlement> {
  const { startsAt, endsAt, ...span } = spanOf(id)
  const within = (column: SQL) =>
    sql`${column} >= ${startsAt.toISOString()}::timestamptz and ${column} < ${endsAt.toISOString()}::timestamptz`
  const [sums] = await rowsOf<{ payments: number; paid: number; returned: number }>(
    db,
    sql`
    select (select count(*)::int from ${simulatorPayments} where status = 'paid' and ${within(sql`status_at`)}) as payments,
      (select coalesce(sum(amount_cents), 0)::int from ${simulatorPayments} where status = 'paid' and ${within(sql`status_at`)}) as paid,
      (select coalesce(sum(amount_cents), 0)::int from ${simulatorRefunds} where ${settledRefunds} and ${within(sql`created_at`)})
      + (select coalesce(sum(amount_cents), 0)::int from ${simulatorChargebacks} where ${within(sql`created_at`)}) as returned`,
  )
  return { id, ...span, ...(sums ?? { payments: 0, paid: 0, returned: 0 }) }
}

const rowsOf = async <Row>(db: Db, query: SQL): Promise<Row[]> =>
  ((await db.execute(query)) as { rows: unknown[] }).rows as Row[]

function spanOf(id: string) {
  const [, year, month, day] = /^stl_(\d{4})(\d\d)(\d\d)$/.exec(id) ?? []
  if (!year) throw notFound('settlement')
  return settlementSpan(`${year}-${month}-${day}`)
}

/** The payments, refunds or chargebacks of a settlement, newest first. */
export const settledPayments = (db: Db, id: string) => {
  const { startsAt, endsAt } = spanOf(id)
  const { status, statusAt, position } = simulatorPayments
  return db
    .select()
    .from(simulatorPayments)
    .where(and(eq(status, 'paid'), gte(statusAt, startsAt), lt(statusAt, endsAt)))
    .orderBy(desc(statusAt), desc(position))
}

export const settledRefundsOf = (db: Db, id: string) => {
  const { startsAt, endsAt } = spanOf(id)
  const { createdAt, position } = simulatorRefunds
  return db
    .select()
    .from(simulatorRefunds)
    .where(and(settledRefunds, gte(createdAt, startsAt), lt(createdAt, endsAt)))
    .orderBy(desc(createdAt), desc(position))
}

export const settledChargebacks = (db: Db, id: string) => {
  const { startsAt, endsAt } = spanOf(id)
  const { createdAt, position } = simulatorChargebacks
  return db
    .select()
    .from(simulatorChargebacks)
    .where(and(gte(createdAt, startsAt), lt(createdAt, endsAt)))
    .orderBy(desc(createdAt), desc(position))
}
