import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'
import { users } from './table.ts'

/**
 * Call it in the transaction that takes admin rights from an account, before the change: it locks all admins, so that two
 * such changes cannot remove the last two. Does nothing for an account without admin rights.
 * @throws Problem LAST_ADMIN when no admin would be left
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
