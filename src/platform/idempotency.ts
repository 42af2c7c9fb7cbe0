import { createHash, randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { Problem } from '../wire/problem.ts'
import type { Db } from './db.ts'
import { idempotencyKeys } from './table.ts'

/** A key that a client sent along, for the call and input that it came with. */
export interface OnceKey {
  userId: string
  /** Null: the client sent none, and every call counts. */
  key: string | null
  call: string
  input: unknown
}

/**
 * Makes something once a key, inside the caller's transaction: `make` gets the id to use. A parallel duplicate waits on
 * the key's row until the first one commits, and then gets the same id; a first one that fails leaves the key free.
 * @throws Problem IDEMPOTENCY_REUSED when the key came with another call or input within 24 hours.
 */
export async function once(tx: Db, once: OnceKey, make: (id: string) => Promise<void>): Promise<string> {
  const id = randomUUIDv7()
  if (once.key === null) {
    await make(id)
    return id
  }
  const inputHash = createHash('sha256')
    .update(JSON.stringify([once.call, once.input]))
    .digest('base64url')
  const row = { userId: once.userId, key: once.key, inputHash, resultId: id }
  const claimed = await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { inputHash, resultId: id, createdAt: sql`now()` },
      setWhere: sql`${idempotencyKeys.createdAt} < now() - interval '24 hours'`,
    })
    .returning({ id: idempotencyKeys.resultId })
  if (claimed.length > 0) {
    await make(id)
    return id
  }
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, once.userId), eq(idempotencyKeys.key, once.key)))
  if (!earlier || earlier.inputHash !== inputHash) throw new Problem('IDEMPOTENCY_REUSED')
  return earlier.resultId
}
