import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { isPageWaiting } from '../../live/creatorPages/admin/service.ts'
import { creatorPages } from '../../live/creatorPages/table.ts'
import { contentCases } from '../../people/contentReports/table.ts'
import { reconciliationFindings } from '../reconciliation/table.ts'
import { creatorApplications } from '../../live/applications/table.ts'
import { toyControlSessions } from '../../live/sessions/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { creditAccounts } from '../../money/credit/table.ts'
import { GIFT_CARD_PROVIDER, STORE_CREDIT_PROVIDER } from '../../money/payments/contract.ts'
import { chargebacks, isOpenRefund, payments, refunds } from '../../money/payments/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { queryRow, queryRows, sqlDay, sqlMidnight, sqlTimestamp } from '../../platform/db/sql.ts'
import { mails } from '../../platform/db/table.ts'
import { isAwaitingModeration, reviews } from '../../shop/reviews/table.ts'
import { supportConversations } from '../../shop/support/table.ts'
import { isNeverPaidSql } from '../../shop/orders/neverPaid.service.ts'
import { isRefundDue } from '../../shop/withdrawals/refundDue.service.ts'
import { withdrawals } from '../../shop/withdrawals/table.ts'
import { type TaskCounts, type DailyStats, MAX_TASK_COUNT, type ShopStats } from './contract.ts'
import { dailySales } from './table.ts'
import { notifyAdmins } from '../../people/notifications/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { summarizeDay } from './summary.rules.ts'

const today = (now: Date) => sqlDay(sqlTimestamp(now))

/** The first day that is not rolled up; days from then on are summed on request. */
const firstDayNotRolledUp = sql`(select coalesce(max(${dailySales.day}) + 1, '-infinity'::date) from ${dailySales})`

/** Whether a refund was paid, or is on its way; money that went to credit stays with the shop. */
const isRefundedMoney = sql`(${refunds.destination} = 'PAYMENT' and (${refunds.failedAt} is null or ${refunds.byHandAt} is not null))`

/** One row for each order but those that were never paid, and for each payment at a provider, refund and chargeback from the start of a day on. */
const ledgerRows = (from: SQL) => sql`(
  select ${sqlDay(orders.createdAt)} as day, 1 as orders, 0 as revenue
    from ${orders} where ${orders.createdAt} >= ${sqlMidnight(from)}
      and not ${isNeverPaidSql()}
  union all select ${sqlDay(payments.settledAt)}, 0, ${payments.amountCents}
    from ${payments} where ${payments.status} = 'PAID' and ${payments.settledAt} >= ${sqlMidnight(from)}
      and ${payments.provider} not in (${GIFT_CARD_PROVIDER}, ${STORE_CREDIT_PROVIDER})
  union all select ${sqlDay(refunds.createdAt)}, 0, -${refunds.amountCents}
    from ${refunds} where ${isRefundedMoney} and ${refunds.createdAt} >= ${sqlMidnight(from)}
  union all select ${sqlDay(chargebacks.createdAt)}, 0, -${chargebacks.amountCents}
    from ${chargebacks} where ${chargebacks.createdAt} >= ${sqlMidnight(from)})`

/** The four numbers of the dashboard, in one statement. */
export const computeStats = (db: Db, now: Date): Promise<ShopStats> =>
  queryRow(
    db,
    sql`
    with recent as (select * from ${ledgerRows(firstDayNotRolledUp)} as fact)
    select
      (select count(*)::int from ${users} where ${users.deleteAfter} is null and ${users.role} <> 'GUEST') as "totalUsers",
      (select coalesce(sum(orders), 0)::int from recent where day = ${today(now)}) as "ordersToday",
      ((select coalesce(sum(${dailySales.revenue}), 0) from ${dailySales})
        + (select coalesce(sum(revenue), 0) from recent))::float8 as revenue,
      (select jsonb_build_object(
        'giftCards', coalesce(sum(balance_cents) filter (where kind = 'GIFT_CARD'), 0),
        'storeCredit', coalesce(sum(balance_cents) filter (where kind = 'STORE_CREDIT'), 0)
      ) from ${creditAccounts}) as "creditOwed",
      (select count(*)::int from ${toyControlSessions} where ${toyControlSessions.status} <> 'STOPPED') as "activeSessions"`,
  )

/** Orders and revenue of each of the last days, today and days without any included, in one statement. */
export function findDailyStats(db: Db, days: number, now: Date): Promise<DailyStats[]> {
  const first = sql`(${today(now)} - ${days - 1}::int)`
  return queryRows(
    db,
    sql`
    select calendar.day::date::text as day, coalesce(sum(orders), 0)::int as orders, coalesce(sum(revenue), 0)::float8 as revenue
    from generate_series(${first}, ${today(now)}, interval '1 day') as calendar (day)
    left join (
      select ${dailySales.day} as day, ${dailySales.orders} as orders, ${dailySales.revenue} as revenue
        from ${dailySales} where ${dailySales.day} >= ${first}
      union all select * from ${ledgerRows(sql`greatest(${firstDayNotRolledUp}, ${first})`)} as fact
    ) as known on known.day = calendar.day::date
    group by calendar.day order by calendar.day`,
  )
}

/** Days for which a day's revenue may still change: a failed refund counts as not paid. */
const SETTLING_DAYS = 45

/** Rolls up the days that are over, and the last `SETTLING_DAYS` days again. */
export async function rollUpDailyStats(db: Db, now: Date): Promise<void> {
  const from = sql`(${firstDayNotRolledUp} - ${SETTLING_DAYS}::int)`
  await db.execute(sql`
    insert into ${dailySales} (day, orders, revenue)
    select day, sum(orders), sum(revenue) from ${ledgerRows(from)} as fact where day < ${today(now)} group by day
    on conflict (day) do update set orders = excluded.orders, revenue = excluded.revenue`)
}

/** Counts the tasks in one statement, each up to its limit and by an index; the refunds of withdrawals by all accepted ones, which are few. */
export const countTasks = (db: Db): Promise<TaskCounts> =>
  queryRow(
    db,
    sql`select
    ${cappedCount(orders, sql`${orders.status} = 'PAID'`)} as orders,
    ${cappedCount(withdrawals, sql`${withdrawals.handledAt} is null`)} as withdrawals,
    ${cappedCount(withdrawals, isRefundDue)} as "withdrawalRefunds",
    ${cappedCount(supportConversations, sql`${supportConversations.status} = 'OPEN'`)} as messages,
    ${cappedCount(contentCases, sql`${contentCases.dueAt} is not null`)} as "contentReports",
    ${cappedCount(creatorApplications, sql`${creatorApplications.state} in ('SENT', 'APPROVED_ONCE')`)} as applications,
    ${cappedCount(creatorPages, isPageWaiting)} as "creatorPages",
    ${cappedCount(refunds, sql`${isOpenRefund(refunds)} and ${refunds.failedAt} is not null`)} as refunds,
    ${cappedCount(mails, sql`${mails.sentAt} is null and ${mails.failedAt} is not null`)} as mails,
    ${cappedCount(reviews, isAwaitingModeration(reviews))} as reviews,
    ${cappedCount(reconciliationFindings, sql`true`)} as findings`,
  )

const cappedCount = (table: PgTable, condition: SQL) =>
  sql`(select count(*)::int from (select from ${table} where ${condition} limit ${MAX_TASK_COUNT}) as found)`

/**
 * Notifies admins of the orders and the revenue of the Brussels day before, and of the tasks that wait now; once a day, and
 * not when there is nothing to say.
 */
export async function notifyDaySummary({ db, now }: Pick<Platform, 'db' | 'now'>): Promise<void> {
  const [yesterday] = await findDailyStats(db, 2, now())
  if (!yesterday) return
  const params = summarizeDay(yesterday, await countTasks(db))
  if (!params) return
  const { day: about } = yesterday
  await db.transaction(tx => notifyAdmins(tx, { kind: 'DAY_SUMMARY', params, about, path: '/admin' }))
}
