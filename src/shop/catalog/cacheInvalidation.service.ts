import { sql } from 'drizzle-orm'
import { createBatchLoader } from '../../platform/batchLoader.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { memoizeQuery } from '../../platform/preparedStatements.ts'
import type { ResponseCache } from './responseCache.service.ts'
import { catalogChanges } from './table.ts'

/** More changed products than this at once, and everything is forgotten instead of each. */
const MAX_CHANGED_PRODUCTS = 1000
/** Milliseconds without a look after which nothing is believed any more; changes are kept for twice as long. */
const MAX_SNAPSHOT_AGE_MS = 5 * 60_000

interface ChangesSince {
  snapshot: string
  /** The ids of products whose stock or rating changed; an empty one stands for anything else. */
  changed: string[]
}

/**
 * Every transaction that changes the catalogue leaves a note of it, by triggers, under its own transaction id. A look
 * reads the notes that this look's snapshot sees and the one before did not: exactly what was committed in between, in
 * whatever order, whoever did it and on whichever node.
 */
const changesSinceQuery = memoizeQuery(db => {
  const before = sql`${sql.placeholder('before')}::pg_snapshot`
  return db
    .select({
      snapshot: sql<string>`pg_current_snapshot()::text`,
      changed: sql<string[]>`array(
        select distinct coalesce(product_id::text, '') from ${catalogChanges}
        where transaction_id >= pg_snapshot_xmin(${before}) and not pg_visible_in_snapshot(transaction_id, ${before})
        limit ${sql.raw(String(MAX_CHANGED_PRODUCTS + 1))}
      )`,
    })
    .from(sql`(select 1) as once`)
    .prepare('catalog_changes')
})

async function readChangesSince(db: Db, before: string | null): Promise<ChangesSince> {
  const [seen] = await changesSinceQuery(db).execute({ before })
  return seen as ChangesSince
}

/**
 * Keeps a memory true. `confirm` resolves after a look that began when it was called or later: what the memory then
 * holds is what the database held at some moment since. One look serves all who ask while another is under way, so
 * that its cost does not grow with the number of visitors.
 * @param clock milliseconds that never go back
 */
export function createRevalidator(
  db: Db,
  memory: ResponseCache,
  clock = () => performance.now(),
): () => Promise<void> {
  let snapshot: string | null = null
  let lookedAt = -Infinity

  const lookAgain = async (): Promise<void> => {
    const now = clock()
    const before = now - lookedAt < MAX_SNAPSHOT_AGE_MS ? snapshot : null
    snapshot = null
    try {
      const seen = await readChangesSince(db, before)
      if (
        before === null ||
        isOlderSnapshot(before, seen.snapshot) ||
        seen.changed.length > MAX_CHANGED_PRODUCTS ||
        seen.changed.includes('')
      ) {
        memory.clear()
      } else if (seen.changed.length > 0) memory.invalidate(seen.changed)
      snapshot = seen.snapshot
      lookedAt = now
    } catch (error) {
      memory.clear()
      throw error
    }
  }
  const ask = createBatchLoader(async (): Promise<Map<null, void>> => {
    await lookAgain()
    return new Map()
  })
  return () => ask(null)
}

/** Notes that everything may be another, so that a change of very many products is no note each. */
export const invalidateWholeCatalog = async (tx: Tx): Promise<void> => {
  await tx.insert(catalogChanges).values({ productId: null })
}

/** A server that was restored, or took over from another, may know less than the one before it. */
const isOlderSnapshot = (before: string, after: string): boolean => xmaxOf(after) < xmaxOf(before)

/** The first transaction that a snapshot knows nothing of: `xmin:xmax:running`. */
const xmaxOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] as string)

/**
 * Throws away notes that every node has read or will not ask for: those that were there ten minutes ago. When a
 * transaction began says nothing, so they are marked first, which only a committed one can be.
 */
export async function deleteOldCatalogChanges(db: Db): Promise<void> {
  await db.execute(sql`delete from ${catalogChanges} where seen_at < now() - interval '10 minutes'`)
  await db.execute(sql`update ${catalogChanges} set seen_at = now() where seen_at is null`)
}
