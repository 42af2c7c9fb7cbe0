import { and, inArray, isNotNull, lt, notInArray, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db/db.ts'
import { sqlTimestamp } from '../../platform/db/sql.ts'
import { payees } from '../payees/table.ts'
import { payouts } from './table.ts'

/**
 * Erases to whom and where erased users were paid, before a time until which the law demands these papers. Details of a person who was never
 * paid go at once.
 */
export async function eraseOldPayouts(db: Db, since: Date): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const isOld = lt(payouts.createdAt, sqlTimestamp(since))
  const paid = db
    .select({ id: payouts.creatorId })
    .from(payouts)
    .where(sql`not ${isOld}`)
  await db.delete(payees).where(and(inArray(payees.userId, erased), notInArray(payees.userId, paid)))
  await db
    .update(payouts)
    .set({ encrypted: null, keyId: null })
    .where(and(inArray(payouts.creatorId, erased), isOld, isNotNull(payouts.encrypted)))
}
