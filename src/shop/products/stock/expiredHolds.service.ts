import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, lte, min, sql, type SQL } from 'drizzle-orm'
import { DEADLOCK_DETECTED, unwrapDatabaseError } from '../../../platform/db/databaseErrors.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { Problem } from '../../../wire/problem.ts'
import { releaseStock } from './service.ts'
import { stockHolds } from '../catalog/table.ts'

/** How often a transaction that ended in a deadlock is run again. */
const MOST_DEADLOCKS = 3
/** At least and at most so long, in milliseconds, before it is run again. */
const DEADLOCK_PAUSE_MS = [10, 50] as const

/**
 * Runs `work`. When it fails for lack of stock, releases the expired holds of that product and runs it again, so that a
 * product is not reported as sold out before the clean-up job has run. Also when PostgreSQL ended it because of a deadlock: in whatever order
 * rows are locked, it makes one at times where many lock and change one row that others refer to.
 * @param work must open its own transaction, because it may run several times
 * @throws Problem INSUFFICIENT_STOCK or STOCK_RESERVED from `work`, when no hold of the product has expired
 */
export async function retryWithoutExpiredHolds<T>(
  db: Db,
  now: Date,
  work: () => Promise<T>,
  deadlocks = 0,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (deadlocks < MOST_DEADLOCKS && unwrapDatabaseError(error).code === DEADLOCK_DETECTED) {
      // A retry at once could again lock rows that the other transaction is about to lock, and both would be in the next
      // deadlock.
      const [least, most] = DEADLOCK_PAUSE_MS
      await pause(least + Math.random() * (most - least))
      return retryWithoutExpiredHolds(db, now, work, deadlocks + 1)
    }
    const isHeld =
      error instanceof Problem && (error.code === 'INSUFFICIENT_STOCK' || error.code === 'STOCK_RESERVED')
    const lacking = isHeld ? error.details['productId'] : null
    if (typeof lacking !== 'string' || !(await releaseExpiredHoldsOfProduct(db, lacking, now))) throw error
    return retryWithoutExpiredHolds(db, now, work, deadlocks)
  }
}

/** @returns false when no hold of the product has expired */
async function releaseExpiredHoldsOfProduct(db: Db, productId: string, now: Date): Promise<boolean> {
  const expired = await db
    .select({ orderId: stockHolds.orderId })
    .from(stockHolds)
    .where(and(eq(stockHolds.productId, productId), lte(stockHolds.expiresAt, now)))
  for (const { orderId } of expired) await releaseStock(db, orderId, now)
  return expired.length > 0
}

/** Lists the orders whose hold has expired, oldest first; at most `limit`, so that a backlog is handled in batches. */
export async function listExpiredHolds(db: Db, now: Date, limit = 1000): Promise<string[]> {
  const rows = await db
    .select({ orderId: stockHolds.orderId })
    .from(stockHolds)
    .where(lte(stockHolds.expiresAt, now))
    .groupBy(stockHolds.orderId)
    .orderBy(min(stockHolds.expiresAt))
    .limit(limit)
  return rows.map(row => row.orderId)
}

/** Whether a hold has expired. */
export const isHoldExpired = (now: Date): SQL =>
  sql`exists (select from ${stockHolds} where ${lte(stockHolds.expiresAt, now)})`

/** Releases expired holds. These orders can still be paid, and then need free stock again. */
export async function releaseExpiredHolds({ db, log, now }: Platform): Promise<void> {
  const expiredBy = now()
  for (const orderId of await listExpiredHolds(db, expiredBy)) {
    try {
      await releaseStock(db, orderId, expiredBy)
    } catch (error) {
      log.warn({ err: error, orderId }, 'hold not released')
    }
  }
}
