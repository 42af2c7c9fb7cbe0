import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Platform } from '../../platform/platform.ts'
import { isAnyOf, qualified, sqlTimestamp } from '../../platform/db/sql.ts'
import { digitalDeliveries, digitalFiles } from './table.ts'
import { deleteExpiredDownloadTokens } from './token.service.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Removes uploads that stopped a day ago, files out of sale that nobody can download any more, files in the storage without a
 * row, and expired links.
 */
export async function cleanUpFiles({
  db,
  files,
  now,
}: Pick<Platform, 'db' | 'files' | 'now'>): Promise<void> {
  const dayAgo = new Date(now().getTime() - DAY_MS)
  await deleteExpiredDownloadTokens(db, now())
  await db.delete(digitalFiles).where(and(isNull(digitalFiles.readyAt), lt(digitalFiles.createdAt, dayAgo)))
  // A download that was started may be resumed for a day.
  const isDownloadable = sql`exists (
    select from ${digitalDeliveries} d
    where d.product_id = ${qualified(digitalFiles.productId)} and d.kind = 'FILES' and d.delivered_at <= ${qualified(digitalFiles.removedAt)}
      and d.revoked_at is null and d.expires_at > ${sqlTimestamp(dayAgo)}
  )`
  await db.delete(digitalFiles).where(and(isNotNull(digitalFiles.removedAt), sql`not ${isDownloadable}`))
  const old = await files.listWrittenBefore(dayAgo)
  const known = await db
    .select({ storageKey: digitalFiles.storageKey })
    .from(digitalFiles)
    .where(isAnyOf(digitalFiles.storageKey, old))
  const keep = new Set(known.map(({ storageKey }) => storageKey))
  for (const key of old) if (!keep.has(key)) await files.remove(key)
}
