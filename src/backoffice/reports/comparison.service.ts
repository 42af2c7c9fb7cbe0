import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { ProviderTexts } from '../../money/payments/contract.ts'
import type { PaymentProvider, ProviderLists } from '../../money/payments/provider.gateway.ts'
import { providerTexts } from '../../money/payments/providers/texts.rules.ts'
import { chargebacks, payments, refunds } from '../../money/payments/table.ts'
import { closedPeriods } from '../../money/invoices/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { queryRows } from '../../platform/db/sql.ts'
import { defineJob } from '../../platform/jobs/jobs.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { compareLists, ComparisonStopped } from './comparedLists.service.ts'
import {
  type ComparisonFailure,
  type ComparisonState,
  type PaymentComparison,
  SHOWN_ROWS,
} from './contract.ts'
import { quarterBounds, quarterSpan } from './quarter.service.ts'
import { tryCompareSettlements } from './settlements.service.ts'
import { paymentComparisons, type StoredComparison } from './table.ts'

/** A quarter, and the name of the provider that its payments are compared with. */
export type ComparedQuarter = Record<'quarter' | 'provider', string>

/** An attempt that fails otherwise than at the provider is made twice more. */
export const comparisonJob = defineJob<ComparedQuarter>('reports.compare', 2)

/** Milliseconds for all pages of the provider; a job has a quarter of an hour. */
const LIMIT_MS = 10 * 60_000
/** After so many milliseconds without an end, an attempt was lost. */
const LOST_MS = 30 * 60_000

const isOf = ({ quarter, provider }: ComparedQuarter) =>
  and(eq(paymentComparisons.quarter, quarter), eq(paymentComparisons.provider, provider))

/** The providers of the payments that were paid in a quarter, or refunded or charged back in it. */
export async function findProviders(db: Db, quarter: string): Promise<ProviderTexts[]> {
  const { startsAt, endsAt } = quarterBounds(quarter)
  const within = (time: SQL) => sql`${time} >= ${startsAt} and ${time} < ${endsAt}`
  const found = await queryRows<{ provider: string }>(
    db,
    sql`
    select provider from ${payments} where status = 'PAID' and ${within(sql`settled_at`)}
    union select provider from ${payments} where id in (
      select payment_id from ${refunds} where ${within(sql`created_at`)}
      union select payment_id from ${chargebacks} where ${within(sql`created_at`)}
    )`,
  )
  return Object.values(providerTexts).filter(({ id }) => found.some(({ provider }) => provider === id))
}

/** The last comparison of a quarter with each provider that it had, and whether another is being made. */
export async function readComparisons(db: Db, quarter: string, now: Date) {
  const rows = await db.select().from(paymentComparisons).where(eq(paymentComparisons.quarter, quarter))
  const byProvider = new Map(rows.map(row => [row.provider, row]))
  return (await findProviders(db, quarter)).map(({ id }) => stateOf(id, byProvider.get(id), now))
}

type Row = typeof paymentComparisons.$inferSelect

function stateOf(provider: string, row: Row | undefined, now: Date): z.input<typeof ComparisonState> {
  if (!row) return { provider, isRunning: false, failure: null, comparison: null }
  const { requestedAt, failedAt, failure, comparedAt, content } = row
  const isLost = requestedAt !== null && now.getTime() - requestedAt.getTime() > LOST_MS
  const failed = failedAt && failure && { reason: failure, failedAt }
  return {
    provider,
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

/** The last comparisons of a quarter that ended well, by the name of the provider. */
export async function findComparisons(
  db: Db,
  quarter: string,
): Promise<Record<string, PaymentComparison & StoredComparison>> {
  const rows = await db.select().from(paymentComparisons).where(eq(paymentComparisons.quarter, quarter))
  return Object.fromEntries(
    rows.flatMap(({ provider, comparedAt, content }) =>
      comparedAt && content ? [[provider, { ...content, comparedAt }]] : [],
    ),
  )
}

/**
 * Begins a comparison, which a job makes: the pages of the provider take their time.
 * @param by null when nobody asked for it
 * @param read lists that were read from an export, which are compared at once
 * @throws Problem CONFLICT for a closed quarter, whose comparison stays
 */
export async function requestComparison(
  platform: Pick<Platform, 'db' | 'jobs' | 'now' | 'log' | 'draining'>,
  by: string | null,
  compared: ComparedQuarter,
  read?: ProviderLists,
) {
  const { db, jobs, now } = platform
  const { quarter, provider } = compared
  await db.transaction(async tx => {
    const requestedAt = now()
    const row = await lockComparison(tx, compared)
    if (await isClosed(tx, quarter))
      throw new Problem('CONFLICT', {
        message: 'Dit kwartaal is gesloten. Wat er vergeleken is, blijft zoals het is.',
      })
    if (stateOf(provider, row, requestedAt).isRunning) return
    await recordAuditEntry(tx, { by, action: 'PAYMENTS_COMPARED', subjectId: quarter, details: { provider } })
    if (read) return
    await tx.update(paymentComparisons).set({ requestedAt }).where(isOf(compared))
    await jobs.send(tx, comparisonJob, compared)
  })
  if (read) await makeComparison(platform, { lists: read }, compared)
  return readComparisons(db, quarter, now())
}

/** Reads lists of a provider, without a lock or a transaction, compares them, and keeps the differences. */
export async function makeComparison(
  { db, now, log, draining }: Pick<Platform, 'db' | 'now' | 'log' | 'draining'>,
  { lists, settlements }: Pick<PaymentProvider, 'lists' | 'settlements'>,
  compared: ComparedQuarter,
): Promise<void> {
  const { quarter, provider } = compared
  if (await isClosed(db, quarter)) return
  const comparedAt = now()
  const deadline = AbortSignal.any([draining, AbortSignal.timeout(LIMIT_MS)])
  try {
    const span = await quarterSpan(db, quarter)
    const comparing = { provider, span, until: comparedAt, deadline }
    if (!lists) throw new Problem('PROVIDER_UNAVAILABLE')
    const content = {
      ...(await compareLists(db, lists, comparing)),
      settlements: await tryCompareSettlements(db, settlements, comparing),
    }
    await storeAttempt(db, compared, { comparedAt, content, failedAt: null, failure: null })
  } catch (error) {
    const failure = failureOf(error)
    // A node that stops leaves it to another.
    if (draining.aborted || !failure) throw error
    log.warn({ err: error, ...compared }, 'payments not compared')
    await storeAttempt(db, compared, { failedAt: now(), failure })
  }
}

function failureOf(error: unknown): ComparisonFailure | null {
  if (error instanceof ComparisonStopped) return error.reason
  return error instanceof Problem && error.code === 'PROVIDER_UNAVAILABLE' ? 'UNAVAILABLE' : null
}

/** Of a quarter that was closed meanwhile nothing is kept. */
async function storeAttempt(
  db: Db,
  compared: ComparedQuarter,
  found: Partial<typeof paymentComparisons.$inferInsert>,
): Promise<void> {
  await db.transaction(async tx => {
    await lockComparison(tx, compared)
    if (await isClosed(tx, compared.quarter)) return
    await tx
      .update(paymentComparisons)
      .set({ ...found, requestedAt: null })
      .where(isOf(compared))
  })
}

/** Takes the lock that closing and comparing wait for, so that a closed quarter keeps the comparison of its report. */
async function lockComparison(tx: Tx, compared: ComparedQuarter) {
  await tx.insert(paymentComparisons).values(compared).onConflictDoNothing()
  const [row] = await tx.select().from(paymentComparisons).where(isOf(compared)).for('update')
  return row
}

/** Called before a quarter is closed: a comparison that is still under way comes too late. */
export async function endComparisons(tx: Tx, quarter: string): Promise<void> {
  for (const provider of Object.keys(providerTexts)) await lockComparison(tx, { quarter, provider })
  await tx
    .update(paymentComparisons)
    .set({ requestedAt: null })
    .where(eq(paymentComparisons.quarter, quarter))
}

const isClosed = async (db: Db, quarter: string): Promise<boolean> =>
  (await db.$count(closedPeriods, eq(closedPeriods.quarter, quarter))) > 0
