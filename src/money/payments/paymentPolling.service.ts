import { and, asc, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db.ts'
import type { PaymentRow } from './service.ts'
import { payments } from './table.ts'

/** A tenth of a payment's age, from just under the minute in which the reconciler comes by to an hour, and some chance. */
const pollInterval = (now: SQL): SQL => sql`(0.9 + random() / 10) * case
  when ${payments.providerId} is null then interval '55 seconds'
  else greatest(interval '55 seconds', least(interval '1 hour', (${now} - ${payments.createdAt}) / 10))
end`

/** Days after which a payment that was paid is looked at again; after the last of them no more. */
const POLL_AFTER_DAYS = sql.raw('array[1, 3, 7, 30, 90]')

/** When one that was settled then is looked at next, seen from `now`; null when that is over. */
export const nextPollAt = (settledAt: SQL, now: SQL): SQL => sql`(
  select min(${settledAt} + days * interval '1 day') from unnest(${POLL_AFTER_DAYS}) as days
  where ${settledAt} + days * interval '1 day' > ${now})`

/** A moment as SQL takes it, whatever the driver. */
export const sqlTimestamp = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`

/**
 * Takes payments that are not settled and are due to be asked after, the longest due first; until they are due again no
 * node gets them. The webhook has the first minute to itself.
 */
export const claimUnsettledPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    and(isNull(payments.settledAt), isNull(payments.problem), lte(payments.askAt, now)),
    sql`${sqlTimestamp(now)} + ${pollInterval(sqlTimestamp(now))}`,
    limit,
  )

/** Takes paid payments that are due to be looked at again: what came of them since may have been told to nobody. */
export const claimPaidPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    // Written out, so that its partial index is known to hold it.
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
