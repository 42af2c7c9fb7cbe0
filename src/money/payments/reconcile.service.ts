import { and, asc, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import type { PaymentEngine } from './effects.service.ts'
import { nextPollAt, type PaymentRow } from './service.ts'
import { expireUnstartedPayment, refreshOrDefer, settlePayment } from './settle.service.ts'
import { payments } from './table.ts'

/** How many payments are fetched at once. */
const BATCH_SIZE = 8
/** The maximum number of batches in a run; the rest is fetched in the next minute. */
const MAX_BATCHES = 25

/** Fetches payments whose webhook may be lost: those that are not settled, and some that were paid. */
export async function reconcilePayments(engine: PaymentEngine): Promise<void> {
  const { db, now } = engine.platform
  await reconcileUnsettled(engine, claimUnsettledPayments)
  await reconcileUnsettled(engine, claimSilentPayments)
  const paid = await claimPaidPayments(db, now(), BATCH_SIZE)
  await Promise.all(paid.map(payment => refreshOrDefer(engine, payment)))
}

async function reconcileUnsettled(
  engine: PaymentEngine,
  claim: (db: Db, now: Date, limit: number) => Promise<PaymentRow[]>,
): Promise<void> {
  const { db, now } = engine.platform
  for (let batches = 0; batches < MAX_BATCHES; batches += 1) {
    const due = await claim(db, now(), BATCH_SIZE)
    const done = await Promise.all(due.map(payment => tryReconcile(engine, payment)))
    // None is left, or all fail because the provider is unavailable: continues in the next minute.
    if (!done.some(Boolean)) return
  }
}

/** @returns false when it failed; a failure must not stop the others */
async function tryReconcile(engine: PaymentEngine, payment: PaymentRow): Promise<boolean> {
  try {
    if (payment.providerId) await settlePayment(engine, payment)
    else await expireUnstartedPayment(engine, payment)
    return true
  } catch (error) {
    engine.platform.log.warn({ err: error, paymentId: payment.id }, 'payment not reconciled')
    return false
  }
}

/**
 * A tenth of a payment's age, at least 55 seconds (polling runs every minute), at most an hour, less up to 10%
 * jitter.
 */
const pollInterval = (now: SQL): SQL => sql`(0.9 + random() / 10) * case
  when ${payments.providerId} is null then interval '55 seconds'
  else greatest(interval '55 seconds', least(interval '1 hour', (${now} - ${payments.createdAt}) / 10))
end`

/** Not settled, and due to be fetched. */
const isUnsettledDue = (now: Date) =>
  and(isNull(payments.settledAt), isNull(payments.problem), lte(payments.pollAt, now))

/** Paid, and due to be fetched again. */
const isPaidDue = (now: Date) =>
  // A literal instead of a parameter, so that PostgreSQL uses the partial index.
  and(sql`${payments.status} = 'PAID'`, isNotNull(payments.providerId), lte(payments.pollAt, now))

/** Expired because its provider was silent, and may have been paid late. */
const isSilentDue = (now: Date) => and(sql`${payments.status} = 'EXPIRED'`, lte(payments.pollAt, now))

/** Whether `reconcilePayments` has a payment to fetch. */
export const isPaymentDue = (now: Date): SQL =>
  sql`(exists (select from ${payments} where ${isUnsettledDue(now)})
    or exists (select from ${payments} where ${isSilentDue(now)})
    or exists (select from ${payments} where ${isPaidDue(now)}))`

/**
 * Claims payments that are not settled and are due to be fetched, the longest due first; other nodes don't get them
 * until they are due again. A payment is not due in its first minute, in which its webhook usually comes.
 */
const claimUnsettledPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    isUnsettledDue(now),
    sql`${sqlTimestamp(now)} + ${pollInterval(sqlTimestamp(now))}`,
    limit,
  )

/** For how long a payment that expired in silence is fetched. */
const SILENT_HOURS = sql.raw(`interval '24 hours'`)

/** Claims expired payments that may have been paid late, until a day after they expired. */
const claimSilentPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(
    db,
    isSilentDue(now),
    sql`case when ${payments.settledAt} + ${SILENT_HOURS} > ${sqlTimestamp(now)}
      then ${sqlTimestamp(now)} + ${pollInterval(sqlTimestamp(now))} end`,
    limit,
  )

/** Claims paid payments that are due to be fetched again: a webhook about a refund or a chargeback may be lost. */
const claimPaidPayments = (db: Db, now: Date, limit: number): Promise<PaymentRow[]> =>
  claimDuePayments(db, isPaidDue(now), nextPollAt(sql`${payments.settledAt}`, sqlTimestamp(now)), limit)

function claimDuePayments(db: Db, which: SQL | undefined, pollAt: SQL, limit: number): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(which)
    .orderBy(asc(payments.pollAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return db
    .update(payments)
    .set({ pollAt })
    .where(sql`${payments.id} = any(array(${due}))`)
    .returning()
}
