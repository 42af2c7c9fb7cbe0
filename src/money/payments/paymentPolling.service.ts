import { and, asc, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import type { PaymentRow } from './service.ts'
import { payments } from './table.ts'

/**
 * A tenth of a payment's age, at least 55 seconds (polling runs every minute), at most an hour, less up to 10%
 * jitter.
 */
const pollInterval = (now: SQL): SQL => sql`(0.9 + random() / 10) * case
  when ${payments.providerId} is null then interval '55 seconds'
  else greatest(interval '55 seconds', least(interval '1 hour', (${now} - ${payments.createdAt}) / 10))
end`

/** Days after which a paid payment is fetched again; not after the last of them. */
const POLL_AFTER_DAYS = sql.raw('array[1, 3, 7, 30, 90]')

/**
 * When a payment that was settled at `settledAt` is fetched next, after `now`; null when it is not fetched any more.
 */
export const nextPollAt = (settledAt: SQL, now: SQL): SQL => sql`(
  select min(${settledAt} + days * interval '1 day') from unnest(${POLL_AFTER_DAYS}) as days
  where ${settledAt} + days * interval '1 day' > ${now})`

/** A time as both database drivers accept it. */
export const sqlTimestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/**
 * Claims payments that are not settled and are due to be fetched, the longest due first; other nodes don't get them
 * until they are due again. A payment is not due in its first minute, in which its webhook usually comes.
 */
export const claimUnsettledPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    and(isNull(payments.settledAt), isNull(payments.problem), lte(payments.askAt, now)),
    sql`${sqlTimestamp(now)} + ${pollInterval(sqlTimestamp(now))}`,
    limit,
  )

/** Claims paid payments that are due to be fetched again: a webhook about a refund or a chargeback may be lost. */
export const claimPaidPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    // A literal instead of a parameter, so that PostgreSQL uses the partial index.
    and(sql`${payments.status} = 'PAID'`, isNotNull(payments.providerId), lte(payments.askAt, now)),
    nextPollAt(sql`${payments.settledAt}`, sqlTimestamp(now)),
    limit,
  )

function claimDuePayments(db: Db, which: SQL | undefined, askAt: SQL, limit: number): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(which)
    .orderBy(asc(payments.askAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(payments)
    .set({ askAt })
    .where(sql`${payments.id} = any(array(${due}))`)
    .returning()
}
