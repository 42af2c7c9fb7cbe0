import { eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { appendEntries, lockBalances } from '../ledger/service.ts'
import { creditLedger, isStoreCreditOf, lockStoreCredit } from './ledger.service.ts'
import { creditAccounts } from './table.ts'

const REASON = 'Van een bestelling zonder account'

/**
 * Moves the store credit of a guest to the account that claims the guest's orders: as a whole when the account has none yet, else its
 * balance. The caller has locked the guest, who orders nothing meanwhile.
 */
export async function moveStoreCredit(tx: Tx, guestId: string, userId: string): Promise<void> {
  const [guest] = await lockBalances(tx, creditLedger, isStoreCreditOf(guestId))
  if (!guest) return
  const [from, balanceCents] = guest
  if ((await tx.$count(creditAccounts, isStoreCreditOf(userId))) === 0) {
    await tx.update(creditAccounts).set({ userId }).where(eq(creditAccounts.id, from))
    return
  }
  const { id: into } = await lockStoreCredit(tx, userId)
  if (balanceCents === 0) return
  const entry = { kind: 'ADJUST' as const, reason: REASON, byUserId: userId }
  await appendEntries(tx, creditLedger, [
    { ...entry, accountId: from, cents: -balanceCents },
    { ...entry, accountId: into, cents: balanceCents },
  ])
}
