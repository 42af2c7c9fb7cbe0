import { sql } from 'drizzle-orm'
import { createBatchLoader } from '../../../platform/db/batchLoader.ts'
import type { Database, Db, Tx } from '../../../platform/db/db.ts'
import { readPipelined } from '../../../platform/db/pipelinedStatements.ts'
import { memoizeQuery } from '../../../platform/db/preparedStatements.ts'
import { onlyRow } from '../../../platform/db/sql.ts'
import { applyDueSales, isAnySaleDue } from '../prices/dueSales.service.ts'
import type { ResponseCache } from './responseCache.service.ts'
import { catalogChanges } from './table.ts'

/** When more products than this changed at once, everything is dropped instead of each. */
const MAX_CHANGED_PRODUCTS = 1000
/** After this time without a check everything is dropped, in milliseconds; change records are kept twice as long. */
const MAX_SNAPSHOT_AGE_MS = 5 * 60_000

/**
 * Triggers write a change record for every transaction that changes the catalog, with its transaction id. This reads the records
 * that the current snapshot sees and the previous one did not: exactly the changes that were committed in between, in any order
 * and by any node.
 */
const changesSinceQuery = memoizeQuery(db => {
  const before = sql`${sql.placeholder('before')}::pg_snapshot`
  return db
    .select({
      snapshot: sql<string>`pg_current_snapshot()::text`,
      /** The ids of products whose stock or rating changed; an empty string means any other change. */
      changed: sql<string[]>`array(
        select distinct coalesce(product_id::text, '') from ${catalogChanges}
        where transaction_id >= pg_snapshot_xmin(${before}) and not pg_visible_in_snapshot(transaction_id, ${before})
        limit ${sql.raw(String(MAX_CHANGED_PRODUCTS + 1))}
      )`,
      isSaleDue: isAnySaleDue(sql.placeholder('now')),
    })
    .from(sql`(select 1) as once`)
    .prepare('catalog_changes')
})

/**
 * Keeps a response cache up to date. `confirm` resolves after a check that began when it was called or later, so that the
 * cache then matches the database at some time since. Calls during a running check share the next one, so that the cost
 * does not grow with the number of visitors. A check that finds sales which have to begin or to end does that first.
 * @param now the time that sales follow
 * @param clock monotonic, in milliseconds
 */
export function createRevalidator(
  database: Pick<Database, 'db' | 'pipelinedReads'>,
  memory: Pick<ResponseCache, 'clear' | 'invalidate'>,
  now: () => Date,
  clock = () => performance.now(),
) {
  let snapshot: string | null = null
  let lookedAt = -Infinity

  const lookAgain = async (): Promise<void> => {
    const startedAt = clock()
    const before = startedAt - lookedAt < MAX_SNAPSHOT_AGE_MS ? snapshot : null
    snapshot = null
    try {
      const read = (db: Db) => changesSinceQuery(db).execute({ before, now: now().toISOString() })
      const look = async () => onlyRow(await readPipelined(database, read))
      let seen = await look()
      while (seen.isSaleDue) {
        await applyDueSales(database.db, now())
        seen = await look()
      }
      if (
        before === null ||
        isOlderSnapshot(before, seen.snapshot) ||
        seen.changed.length > MAX_CHANGED_PRODUCTS ||
        seen.changed.includes('')
      ) {
        memory.clear()
      } else if (seen.changed.length > 0) memory.invalidate(seen.changed)
      snapshot = seen.snapshot
      lookedAt = startedAt
    } catch (error) {
      memory.clear()
      throw error
    }
  }
  // One at a time: each continues from the snapshot of the one before.
  const ask = createBatchLoader(async (): Promise<Map<null, void>> => {
    await lookAgain()
    return new Map()
  })
  return () => ask(null)
}

/**
 * Records that anything may have changed: one record instead of one for each of very many products. Until the transaction ends, the trigger of
 * changed products compares nothing and records nothing.
 */
export const invalidateWholeCatalog = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`
    insert into ${catalogChanges} (product_id) select null::uuid where set_config('gloed.whole_catalog_changed', 'on', true) = 'on'`)
}

/** Identifies the database server: one that was restored, or took over, may lack transactions of the one before it. */
const isOlderSnapshot = (before: string, after: string): boolean => xmaxOf(after) < xmaxOf(before)

/** The `xmax` of a snapshot `xmin:xmax:running`: the first transaction id that it does not include. */
const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? '')

/**
 * Deletes change records that were first seen as committed over ten minutes ago, which no node needs any more. Start
 * times do not show when a transaction committed, so records are marked with the time when they are first seen.
 */
export async function deleteOldCatalogChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from ${catalogChanges} where seen_at < now() - interval '10 minutes'`)
  await db.execute(sql`update ${catalogChanges} set seen_at = now() where seen_at is null`)
}
