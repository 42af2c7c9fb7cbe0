import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { MOLLIE } from '../../money/payments/contract.ts'
import type { PaymentGateways } from '../../money/payments/service.ts'
import { closedPeriods } from '../../money/invoices/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { compareLists, ComparisonStopped } from './comparedLists.service.ts'
import {
  type ComparisonFailure,
  type ComparisonState,
  type PaymentComparison,
  SHOWN_ROWS,
} from './contract.ts'
import { quarterSpan } from './quarter.service.ts'
import { tryCompareSettlements } from './settlements.service.ts'
import { paymentComparisons, type StoredComparison } from './table.ts'

/** An attempt that fails otherwise than at the provider is made twice more. */
export const comparisonJob = defineJob<{ quarter: string }>('reports.compare', 2)

/** Milliseconds for all pages of the provider; a job has a quarter of an hour. */
const LIMIT_MS = 10 * 60_000
/** After so many milliseconds without an end, an attempt was lost. */
const LOST_MS = 30 * 60_000

const isOf = (quarter: string) => eq(paymentComparisons.quarter, quarter)

/** The last comparison of a quarter, and whether another is being made. */
export async function readComparisonState(
  db: Db,
  quarter: string,
  now: Date,
): Promise<z.input<typeof ComparisonState>> {
  const [row] = await db.select().from(paymentComparisons).where(isOf(quarter))
  if (!row) return { isRunning: false, failure: null, comparison: null }
  const { requestedAt, failedAt, failure, comparedAt, content } = row
  const isLost = requestedAt !== null && now.getTime() - requestedAt.getTime() > LOST_MS
  const failed = failedAt && failure && { reason: failure, failedAt }
  return {
    isRunning: requestedAt !== null && !isLost,
    failure: isLost ? { reason: 'LOST', failedAt: requestedAt } : failed,
    comparison: comparedAt &&
      content && {
        own: content.own,
        provider: content.provider,
        comparedAt,
        differences: content.differences.slice(0, SHOWN_ROWS),
        totalDifferences: content.differences.length,
      },
  }
}

/** The last comparison of a quarter that ended well. */
export async function findComparison(
  db: Db,
  quarter: string,
): Promise<(PaymentComparison & StoredComparison) | null> {
  const [row] = await db.select().from(paymentComparisons).where(isOf(quarter))
  return row?.comparedAt && row.content ? { ...row.content, comparedAt: row.comparedAt } : null
}

/**
 * Begins a comparison, which a job makes: the pages of the provider take their time.
 * @param by null when nobody asked for it
 * @throws Problem CONFLICT for a closed quarter, whose comparison stays
 */
export async function requestComparison(
  { db, jobs, now }: Pick<Platform, 'db' | 'jobs' | 'now'>,
  by: string | null,
  quarter: string,
) {
  await db.transaction(async tx => {
    const requestedAt = now()
    await lockComparison(tx, quarter)
    if (await isClosed(tx, quarter))
      throw new Problem('CONFLICT', {
        message: 'Dit kwartaal is gesloten. Wat er vergeleken is, blijft zoals het is.',
      })
    if ((await readComparisonState(tx, quarter, requestedAt)).isRunning) return
    await tx.update(paymentComparisons).set({ requestedAt }).where(isOf(quarter))
    await recordAuditEntry(tx, { by, action: 'PAYMENTS_COMPARED', subjectId: quarter })
    await jobs.send(tx, comparisonJob, { quarter })
  })
  return readComparisonState(db, quarter, now())
}

/** Fetches the provider's lists, without a lock or a transaction, compares them, and keeps what was found. */
export async function makeComparison(
  { db, now, log, draining }: Pick<Platform, 'db' | 'now' | 'log' | 'draining'>,
  gateways: PaymentGateways,
  quarter: string,
): Promise<void> {
  if (await isClosed(db, quarter)) return
  const comparedAt = now()
  const deadline = AbortSignal.any([draining, AbortSignal.timeout(LIMIT_MS)])
  try {
    const span = await quarterSpan(db, quarter)
    const gateway = gateways.byName(MOLLIE)
    const limits = { until: comparedAt, deadline }
    const lists = await compareLists(db, gateway, span, limits)
    const settlements = await tryCompareSettlements(db, gateway.settlements, span, limits)
    const content = { ...lists, settlements }
    await storeAttempt(db, quarter, { comparedAt, content, failedAt: null, failure: null })
  } catch (error) {
    const failure = failureOf(error)
    // A node that stops leaves it to another.
    if (draining.aborted || !failure) throw error
    log.warn({ err: error, quarter }, 'payments not compared')
    await storeAttempt(db, quarter, { failedAt: now(), failure })
  }
}

function failureOf(error: unknown): ComparisonFailure | null {
  if (error instanceof ComparisonStopped) return error.reason
  return error instanceof Problem && error.code === 'PROVIDER_UNAVAILABLE' ? 'UNAVAILABLE' : null
}

/** Of a quarter that was closed meanwhile nothing is kept. */
async function storeAttempt(
  db: Db,
  quarter: string,
  found: Partial<typeof paymentComparisons.$inferInsert>,
): Promise<void> {
  await db.transaction(async tx => {
    await lockComparison(tx, quarter)
    if (await isClosed(tx, quarter)) return
    await tx
      .update(paymentComparisons)
      .set({ ...found, requestedAt: null })
      .where(isOf(quarter))
  })
}

/** What closing and comparing wait for, so that a closed quarter keeps what its report has. */
async function lockComparison(tx: Tx, quarter: string): Promise<void> {
  await tx.insert(paymentComparisons).values({ quarter }).onConflictDoNothing()
  await tx.select().from(paymentComparisons).where(isOf(quarter)).for('update')
}

/** Before a quarter is closed: what is being compared comes too late. */
export async function endComparisons(tx: Tx, quarter: string): Promise<void> {
  await lockComparison(tx, quarter)
  await tx.update(paymentComparisons).set({ requestedAt: null }).where(isOf(quarter))
}

const isClosed = async (db: Db, quarter: string): Promise<boolean> =>
  (await db.$count(closedPeriods, eq(closedPeriods.quarter, quarter))) > 0
