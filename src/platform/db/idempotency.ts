import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '../../wire/problem.ts'
import type { Db, Tx } from './db.ts'
import { precompileStatement } from './preparedStatements.ts'
import { queryRows } from './sql.ts'
import { idempotencyKeys } from './table.ts'

const { placeholder } = sql

/** An Idempotency-Key header with the operation and input that it came with. */
export interface IdempotencyKey {
  userId: string
  /** Null when the client sent none: then every call is new. */
  key: string | null
  operation: string
  input: unknown
}

const isExpired = sql`${idempotencyKeys.createdAt} < now() - interval '24 hours'`

const claimStatement = precompileStatement<'userId' | 'key' | 'inputHash' | 'id'>(sql`
  insert into ${idempotencyKeys} (user_id, key, input_hash, result_id)
  values (${placeholder('userId')}, ${placeholder('key')}, ${placeholder('inputHash')}, ${placeholder('id')})
  on conflict (user_id, key) do update set input_hash = excluded.input_hash, result_id = excluded.result_id, created_at = now()
  where ${isExpired}
  returning result_id`)

/**
 * Claims a key inside the caller's transaction. A concurrent duplicate waits on the key's row until the first transaction commits,
 * and then gets the same id. When the first one rolls back, the key is free again.
 * @returns the id of the result; `isNew` when the caller has to create it
 * @throws Problem IDEMPOTENCY_REUSED when the key came with another call or input within 24 hours.
 */
export async function claimIdempotencyKey(
  tx: Tx,
  request: IdempotencyKey,
): Promise<{ id: string; isNew: boolean }> {
  const id = randomUUIDv7()
  if (request.key === null) return { id, isNew: true }
  const inputHash = createHash('sha256')
    .update(JSON.stringify([request.operation, request.input]))
    .digest('base64url')
  const { userId, key } = request
  const claimed = await queryRows(tx, claimStatement({ userId, key, inputHash, id }))
  if (claimed.length > 0) return { id, isNew: true }
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  if (earlier?.inputHash !== inputHash) throw new Problem('IDEMPOTENCY_REUSED')
  return { id: earlier.resultId, isNew: false }
}

/**
 * Runs `make` once per key, inside the caller's transaction, with the id to use.
 * @returns the id, also when `make` ran before
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

/** Deletes keys older than 24 hours. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
  await db.delete(idempotencyKeys).where(isExpired)
}
