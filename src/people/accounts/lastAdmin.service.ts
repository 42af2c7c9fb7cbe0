import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import { users } from './table.ts'

/**
 * Call it before an account stops being an admin's, in the same transaction: of two at once, the second waits here for the
 * first. Nothing happens for an account that is no admin's.
 * @throws Problem LAST_ADMIN when nobody would be left to keep the shop
 */
export async function assertNotLastAdmin(tx: Tx, userId: string): Promise<void> {
  const isAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))
  if ((await tx.$count(users, and(eq(users.id, userId), isAdmin))) === 0) return
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(isAdmin)
    .orderBy(asc(users.id))
    .for('update')
  if (admins.every(({ id }) => id === userId)) throw new Problem('LAST_ADMIN')
}
