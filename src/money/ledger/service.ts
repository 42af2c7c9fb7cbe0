import { asc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../platform/db/db.ts'
import { Problem } from '../../wire/problem.ts'

/**
 * Accounts with a balance, and the append-only entries that change it. The balance is the sum of the entries: the trigger
 * `book_ledger_entries` of the entries' table adds them, `forbid_balance_change` of the accounts' table refuses any other change, and a
 * check keeps it at 0 or more. A new ledger is a table of entries with these triggers and one `Ledger`.
 *
 * Lock order: everything else that a transaction locks comes before accounts, and accounts are locked in id order. A transaction that
 * decides by a balance locks the account first (`lockBalances`); one that only adds needs no lock of its own, because the trigger takes it.
 *
 * An entry with a cause (a payment, a refund, an order) is written once: a unique index on the cause refuses the second.
 */
export interface Ledger<Entries extends PgTable = PgTable> {
  entries: Entries
  /** Of the entries: their account, their signed amount in the ledger's unit, and their time. */
  account: PgColumn
  amount: PgColumn
  createdAt: PgColumn
  /** Of the accounts. */
  id: PgColumn
  balance: PgColumn
}

/** Locks accounts in id order, and reads their balances after the lock. @returns the balance of each id */
export async function lockBalances(
  tx: Tx,
  { id, balance }: Ledger,
  where: SQL | undefined,
): Promise<Map<string, number>> {
  const locked = await tx
    .select({ id, balance })
    .from(id.table)
    .where(where)
    .orderBy(asc(id))
    .for('no key update')
  return new Map(locked.map(account => [account.id as string, account.balance as number]))
}

/** Locks one account. @returns its balance @throws Problem NOT_FOUND */
export async function lockBalance(tx: Tx, ledger: Ledger, accountId: string): Promise<number> {
  const balance = (await lockBalances(tx, ledger, eq(ledger.id, accountId))).get(accountId)
  if (balance === undefined) throw new Problem('NOT_FOUND')
  return balance
}

/** Adds entries, and so changes the balances of their accounts. Rejects when a balance would fall below 0. */
export async function appendEntries<Entries extends PgTable>(
  tx: Tx,
  { entries }: Ledger<Entries>,
  rows: readonly Entries['$inferInsert'][],
): Promise<void> {
  if (rows.length > 0) await tx.insert(entries).values([...rows])
}

/** Adds an entry unless its cause has one already. @returns whether it is new */
export async function appendOnce<Entries extends PgTable>(
  tx: Tx,
  { entries, amount }: Ledger<Entries>,
  row: Entries['$inferInsert'],
): Promise<boolean> {
  const added = await tx
    .insert(entries as PgTable)
    .values(row)
    .onConflictDoNothing()
    .returning({ amount })
  return added.length > 0
}

/** A query of `account` and `balance` as they were before a time; accounts without entries are left out. */
export const balancesAt = ({ entries, account, amount, createdAt }: Ledger, at: SQL): SQL =>
  sql`select ${account} as account, sum(${amount})::int as balance from ${entries} where ${createdAt} < ${at} group by 1`

/** A query of the accounts whose balance is not the sum of their entries, which only a repair by hand can cause. */
export const unbalancedAccounts = ({ entries, account, amount, id, balance }: Ledger): SQL => sql`
  select ${id}::text as subject, 'balance ' || ${balance} || ', ledger ' || coalesce(sum(${amount}), 0) as detail
  from ${id.table} left join ${entries} on ${account} = ${id}
  group by ${id}, ${balance} having ${balance} <> coalesce(sum(${amount}), 0)`
