import { and, asc, eq, isNull, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'
import { users } from './table.ts'

const isAdmin = and(eq(users.role, 'ADMIN'), isNull(users.deleteAfter))

/** The admins besides a user who can decide now. */
export const countOtherAdmins = (db: Db, userId: string): Promise<number> =>
  db.$count(users, and(isAdmin, isNull(users.suspendedAt), ne(users.id, userId)))

/**
 * Call it in the transaction that takes admin rights from an account, before the change: it locks all admins, so that two
 * such changes cannot remove the last two. Does nothing for an account without admin rights.
 * @throws Problem LAST_ADMIN when no admin would be left
 */
export async function assertNotLastAdmin(tx: Tx, userId: string): Promise<void> {
  if ((await tx.$count(users, and(eq(users.id, userId), isAdmin))) === 0) return
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(isAdmin)
    .orderBy(asc(users.id))
    .for('update')
  if (admins.every(({ id }) => id === userId)) throw new Problem('LAST_ADMIN')
}
