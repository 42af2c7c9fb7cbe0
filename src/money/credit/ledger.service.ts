import { randomUUIDv7 } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db.ts'
import { columnsOf, onlyRow } from '../../platform/sql.ts'
import { creditAccounts, creditEntries } from './table.ts'

export type CreditAccountRow = typeof creditAccounts.$inferSelect
type EntryRow = typeof creditEntries.$inferInsert

export type NewCreditEntry = Pick<
  EntryRow,
  'accountId' | 'cents' | 'kind' | 'refundId' | 'reason' | 'byUserId'
> & { id?: string }

/**
 * Adds entries to the ledger and changes the balances of their accounts, in one statement. Entries for payments are written by
 * `spendCredit` and `releaseCredit`. The accounts of negative ones are locked, with enough on them.
 */
export async function addCreditEntries(tx: Tx, entries: readonly NewCreditEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map(({ id = randomUUIDv7(), ...entry }) => ({ id, ...entry }))
  await tx.execute(sql`
      with added as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as added(id uuid, "accountId" uuid, cents int, kind text, "refundId" uuid, reason text, "byUserId" uuid)
      ), booked as (
        insert into ${creditEntries} (id, account_id, cents, kind, refund_id, reason, by_user_id)
        select id, "accountId", cents, kind, "refundId", reason, "byUserId" from added
      ), sums as (
        select "accountId" as id, sum(cents)::int as cents from added group by 1
      )
      update ${creditAccounts} a set balance_cents = a.balance_cents + sums.cents from sums where a.id = sums.id`)
}

/** Someone's store credit, which is made at its first use; locked. */
export async function lockStoreCredit(
  tx: Tx,
  userId: string,
): Promise<Pick<CreditAccountRow, 'id' | 'balanceCents'>> {
  await tx.insert(creditAccounts).values({ kind: 'STORE_CREDIT', userId }).onConflictDoNothing()
  const own = and(eq(creditAccounts.kind, 'STORE_CREDIT'), eq(creditAccounts.userId, userId))
  const found = await tx
    .select(columnsOf(creditAccounts, 'id', 'balanceCents'))
    .from(creditAccounts)
    .where(own)
    .for('no key update')
  return onlyRow(found)
}
