import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Bus } from '../../platform/cluster/bus.ts'
import type { Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'
import { deleteLoginSessions } from './login/session.service.ts'
import { users } from './table.ts'

/**
 * Suspends an account after a report: its login sessions end, and nobody can sign in until it is reinstated. The caller stops the
 * toys that it controls, after the transaction.
 * @returns whether that changed anything
 * @throws Problem CONFLICT for an admin
 */
export async function suspendAccount(tx: Tx, bus: Bus, userId: string, now: Date): Promise<boolean> {
  const own = and(eq(users.id, userId), isNull(users.erasedAt), ne(users.role, 'GUEST'))
  const [user] = await tx
    .select({ role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(own)
    .for('no key update')
  if (!user || user.suspendedAt) return false
  if (user.role === 'ADMIN')
    throw new Problem('CONFLICT', {
      message: 'Een administrator kun je niet schorsen. Geef het account eerst een andere rol.',
    })
  await tx.update(users).set({ suspendedAt: now }).where(own)
  await deleteLoginSessions(tx, bus, userId)
  return true
}

/** Ends the suspension of an account. @returns whether that changed anything */
export async function reinstateAccount(tx: Tx, userId: string): Promise<boolean> {
  const changed = await tx
    .update(users)
    .set({ suspendedAt: null })
    .where(and(eq(users.id, userId), isNotNull(users.suspendedAt)))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Hides a profile from all but its owner and admins, or shows it again. @returns whether that changed anything */
export async function setProfileHidden(tx: Tx, userId: string, hiddenAt: Date | null): Promise<boolean> {
  const isOther = hiddenAt === null ? isNotNull(users.profileHiddenAt) : isNull(users.profileHiddenAt)
  const changed = await tx
    .update(users)
    .set({ profileHiddenAt: hiddenAt })
    .where(and(eq(users.id, userId), isOther))
    .returning({ id: users.id })
  return changed.length > 0
}
