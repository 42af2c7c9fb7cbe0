import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../platform/db/db.ts'
import { onlyRow } from '../../platform/db/sql.ts'
import { type Ledger, lockBalances } from '../ledger/service.ts'
import { creditAccounts, creditEntries } from './table.ts'

export type CreditAccountRow = typeof creditAccounts.$inferSelect

/** Of gift cards and store credit, in cents. */
export const creditLedger: Ledger<typeof creditEntries> = {
  entries: creditEntries,
  account: creditEntries.accountId,
  amount: creditEntries.cents,
  createdAt: creditEntries.createdAt,
  id: creditAccounts.id,
  balance: creditAccounts.balanceCents,
}

export const isStoreCreditOf = (userId: string) =>
  and(eq(creditAccounts.kind, 'STORE_CREDIT'), eq(creditAccounts.userId, userId))

/** Someone's store credit, which is made at its first use; locked. */
export async function lockStoreCredit(
  tx: Tx,
  userId: string,
): Promise<Pick<CreditAccountRow, 'id' | 'balanceCents'>> {
  await tx.insert(creditAccounts).values({ kind: 'STORE_CREDIT', userId }).onConflictDoNothing()
  const [id, balanceCents] = onlyRow([...(await lockBalances(tx, creditLedger, isStoreCreditOf(userId)))])
  return { id, balanceCents }
}
