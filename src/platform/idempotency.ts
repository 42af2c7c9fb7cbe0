import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '../wire/problem.ts'
import type { Db, Tx } from './db.ts'
import { idempotencyKeys } from './table.ts'

/** A key that a client sent along, for the call and input that it came with. */
export interface IdempotencyKey {
  userId: string
  /** Null: the client sent none, and every call counts. */
  key: string | null
  operation: string
  input: unknown
}

/**
 * Claims a key inside the caller's transaction. A parallel duplicate waits on the key's row until the first one commits,
 * and then gets the same id; a first one that fails leaves the key free.
 * @returns the id of what is to be made, and whether it is for the caller to make it
 * @throws Problem IDEMPOTENCY_REUSED when the key came with another call or input within 24 hours.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  once: IdempotencyKey,
): Promise<{ id: string; isNew: boolean }> {
  const id = randomUUIDv7()
  if (once.key === null) return { id, isNew: true }
  const inputHash = createHash('sha256')
    .update(JSON.stringify([once.operation, once.input]))
    .digest('base64url')
  const claimed = await tx
    .insert(idempotencyKeys)
    .values({ userId: once.userId, key: once.key, inputHash, resultId: id })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { inputHash, resultId: id, createdAt: sql`now()` },
      setWhere: isExpired,
    })
    .returning({ id: idempotencyKeys.resultId })
  if (claimed.length > 0) return { id, isNew: true }
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, once.userId), eq(idempotencyKeys.key, once.key)))
  if (earlier?.inputHash !== inputHash) throw new Problem('IDEMPOTENCY_REUSED')
  return { id: earlier.resultId, isNew: false }
}

/**
 * Makes something once a key, inside the caller's transaction: `make` gets the id to use.
 * @returns the id, also when it was made before
 * @throws Problem IDEMPOTENCY_REUSED
 */
export async function runOnce(
  tx: Tx,
  key: IdempotencyKey,
  make: (id: string) => Promise<void>,
): Promise<string> {
  const { id, isNew } = await claimIdempotencyKey(tx, key)
  if (isNew) await make(id)
  return id
}

const isExpired = sql`${idempotencyKeys.createdAt} < now() - interval '24 hours'`

/** Deletes the keys that no longer mean anything. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKeys).where(isExpired)
}
