import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { auditFindings } from '../reconciliation/table.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { chargeBacks, isOpenRefund, payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db.ts'
import { mails } from '../../platform/table.ts'
import { isAwaitingModeration, reviews } from '../../shop/reviews/table.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { type TaskCounts, type DailyStats, MAX_TASK_COUNT, type ShopStats } from './contract.ts'
import { dayFigures } from './table.ts'

const ZONE = sql.raw(`'Europe/Brussels'`)
const dayOf = (moment: SQL | typeof orders.createdAt) => sql`(${moment} at time zone ${ZONE})::date`
const today = (now: Date) => dayOf(sql`${now.toISOString()}::timestamptz`)
const midnight = (day: SQL) => sql`(${day}::timestamp at time zone ${ZONE})`

/** The first day that is not added up yet; what is from then on is added up as it is asked for. */
const firstDayNotRolledUp = sql`(select coalesce(max(${dayFigures.day}) + 1, '-infinity'::date) from ${dayFigures})`

/** Whether the money of a refund went back, or is on its way. */
const isRefundedMoney = sql`(${refunds.failedAt} is null or ${refunds.byHandAt} is not null)`

/** Every order, and all money that came in or went back, from the beginning of a day on: one row each. */
const ledgerRows = (from: SQL) => sql`(
  select ${dayOf(orders.createdAt)} as day, 1 as orders, 0 as revenue
    from ${orders} where ${orders.createdAt} >= ${midnight(from)}
  union all select ${dayOf(sql`${payments.settledAt}`)}, 0, ${payments.amountCents}
    from ${payments} where ${payments.status} = 'PAID' and ${payments.settledAt} >= ${midnight(from)}
  union all select ${dayOf(sql`${refunds.createdAt}`)}, 0, -${refunds.amountCents}
    from ${refunds} where ${isRefundedMoney} and ${refunds.createdAt} >= ${midnight(from)}
  union all select ${dayOf(sql`${chargeBacks.createdAt}`)}, 0, -${chargeBacks.amountCents}
    from ${chargeBacks} where ${chargeBacks.createdAt} >= ${midnight(from)})`

/** The shop in four figures. One statement. */
export async function computeStats(db: Db, now: Date): Promise<ShopStats> {
  const { rows } = (await db.execute(sql`
    with recent as (select * from ${ledgerRows(firstDayNotRolledUp)} as fact)
    select
      (select count(*)::int from ${users} where ${users.deleteAfter} is null) as "totalUsers",
      (select coalesce(sum(orders), 0)::int from recent where day = ${today(now)}) as "ordersToday",
      ((select coalesce(sum(${dayFigures.revenue}), 0) from ${dayFigures})
        + (select coalesce(sum(revenue), 0) from recent))::float8 as revenue,
      (select count(*)::int from ${toyControlSessions} where ${toyControlSessions.status} <> 'STOPPED') as "activeSessions"`)) as {
    rows: [ShopStats]
  }
  return rows[0]
}

/** Orders and revenue of each of the last days, today included; a day on which nothing happened is there too. One statement. */
export async function findDailyStats(db: Db, days: number, now: Date): Promise<DailyStats[]> {
  const first = sql`(${today(now)} - ${days - 1}::int)`
  const { rows } = (await db.execute(sql`
    select wanted.day::date::text as day, coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::float8 as revenue
    from generate_series(${first}, ${today(now)}, interval '1 day') as wanted (day)
    left join (
      select ${dayFigures.day} as day, ${dayFigures.orders} as orders, ${dayFigures.revenue} as revenue
        from ${dayFigures} where ${dayFigures.day} >= ${first}
      union all select * from ${ledgerRows(sql`greatest(${firstDayNotRolledUp}, ${first})`)} as fact
    ) as known on known.day = wanted.day::date
    group by wanted.day order by wanted.day`)) as { rows: DailyStats[] }
  return rows
}

/** How many days back a figure may still change: a refund that fails is money that did not go back. */
const SETTLING_DAYS = 45

/** Adds up the days that are over, and those of late once more. */
export async function rollUpDailyStats(db: Db, now: Date): Promise<void> {
  const from = sql`(${firstDayNotRolledUp} - ${SETTLING_DAYS}::int)`
  await db.execute(sql`
    insert into ${dayFigures} (day, orders, revenue)
    select day, sum(orders), sum(revenue) from ${ledgerRows(from)} as fact where day < ${today(now)} group by day
    on conflict (day) do update set orders = excluded.orders, revenue = excluded.revenue`)
}

/** What waits for a person. One statement, each count by an index and no further than it need go. */
export async function countTasks(db: Db): Promise<TaskCounts> {
  const { rows } = (await db.execute(sql`select
    ${cappedCount(orders, sql`${orders.status} = 'PAID'`)} as orders,
    ${cappedCount(withdrawals, sql`${withdrawals.handledAt} is null`)} as withdrawals,
    ${cappedCount(refunds, sql`${isOpenRefund(refunds)} and ${refunds.failedAt} is not null`)} as refunds,
    ${cappedCount(mails, sql`${mails.sentAt} is null and ${mails.failedAt} is not null`)} as mails,
    ${cappedCount(reviews, isAwaitingModeration(reviews))} as reviews,
    ${cappedCount(auditFindings, sql`true`)} as findings`)) as { rows: [TaskCounts] }
  return rows[0]
}

const cappedCount = (table: PgTable, condition: SQL) =>
  sql`(select count(*)::int from (select from ${table} where ${condition} limit ${MAX_TASK_COUNT}) as found)`
