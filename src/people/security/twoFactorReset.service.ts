import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { users } from '../accounts/table.ts'
import { passkeys, recoveryCodes, totpSecrets } from './table.ts'

/** Removes the second step of an account whose owner lost it: TOTP, recovery codes and passkeys. Locks the user's row first. */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<void> {
  await tx.update(users).set({ twoFactorAt: null }).where(eq(users.id, userId))
  for (const table of [totpSecrets, recoveryCodes, passkeys])
    await tx.delete(table).where(eq(table.userId, userId))
}
