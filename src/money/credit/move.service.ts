import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { columnsOf } from '../../platform/sql.ts'
import { addCreditEntries, lockStoreCredit } from './ledger.service.ts'
import { creditAccounts } from './table.ts'

const REASON = 'Van een bestelling zonder account'

/**
 * Moves the store credit of a guest to the account that claims the guest's orders: as a whole when the account has none yet, else what is
 * on it. The caller has locked the guest, who orders nothing meanwhile.
 */
export async function moveStoreCredit(tx: Tx, guestId: string, userId: string): Promise<void> {
  const ofGuest = and(eq(creditAccounts.kind, 'STORE_CREDIT'), eq(creditAccounts.userId, guestId))
  const [from] = await tx
    .select(columnsOf(creditAccounts, 'id', 'balanceCents'))
    .from(creditAccounts)
    .where(ofGuest)
    .for('no key update')
  if (!from) return
  const ofUser = and(eq(creditAccounts.kind, 'STORE_CREDIT'), eq(creditAccounts.userId, userId))
  if ((await tx.$count(creditAccounts, ofUser)) === 0) {
    await tx.update(creditAccounts).set({ userId }).where(eq(creditAccounts.id, from.id))
    return
  }
  const { id: into } = await lockStoreCredit(tx, userId)
  if (from.balanceCents === 0) return
  const entry = { kind: 'ADJUST' as const, reason: REASON, byUserId: userId }
  await addCreditEntries(tx, [
    { ...entry, accountId: from.id, cents: -from.balanceCents },
    { ...entry, accountId: into, cents: from.balanceCents },
  ])
}
