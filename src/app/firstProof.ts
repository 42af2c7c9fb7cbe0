import { and, eq, isNotNull } from 'drizzle-orm'
import type { OnFirstProof } from '../people/accounts/emailVerification.service.ts'
import { accountTokens, users } from '../people/accounts/table.ts'
import { addresses } from '../people/addresses/table.ts'
import { passkeyChallenges } from '../people/security/table.ts'
import { queueSecurityMail } from '../people/security/notices.service.ts'
import { deleteTwoFactor } from '../people/security/twoFactorReset.service.ts'
import type { Tx } from '../platform/db/db.ts'
import type { Platform } from '../platform/platform.ts'

/**
 * Somebody else may have made an account with an address that nobody proved. At the first proof this deletes the passkeys and the second
 * factor, with which that person could log in again. At a reset it deletes the profile and the addresses too, which the owner of the
 * address did not write. The caller ends the sessions, and with them their push subscriptions.
 */
export const createPlantedRemoval =
  (platform: Platform): OnFirstProof =>
  async (tx, userId, by) => {
    const hadTwoFactor = and(eq(users.id, userId), isNotNull(users.twoFactorAt))
    if ((await tx.$count(users, hadTwoFactor)) > 0)
      await queueSecurityMail(tx, platform, userId, 'TWO_FACTOR_OFF')
    await deleteTwoFactor(tx, userId)
    await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
    if (by === 'RESET') await removeProfile(tx, userId)
  }

async function removeProfile(tx: Tx, userId: string): Promise<void> {
  for (const table of [addresses, accountTokens]) await tx.delete(table).where(eq(table.userId, userId))
  await tx
    .update(users)
    .set({
      firstName: null,
      lastName: null,
      displayName: 'Klant',
      dateOfBirth: null,
      phone: null,
      // A job removes its file as orphaned.
      avatarUrl: null,
      bio: null,
      profileVisibility: 'PRIVATE',
      preferredCategories: [],
    })
    .where(eq(users.id, userId))
}
