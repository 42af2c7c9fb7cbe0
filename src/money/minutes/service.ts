import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import { onlyRow } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { MinutePackage } from './contract.ts'
import { minuteEntries, minutePurchases } from './table.ts'

export type MinutePurchaseRow = typeof minutePurchases.$inferSelect

/** Writes a PENDING purchase of a package at its current price. */
export async function addMinutePurchase(tx: Tx, id: string, userId: string, offer: MinutePackage, now: Date) {
  const { id: packageId, minutes, price } = offer
  const purchase = { id, userId, packageId, minutes, price, createdAt: now }
  return onlyRow(await tx.insert(minutePurchases).values(purchase).returning())
}

/** Locks a purchase, credits its minutes, and marks it as paid; does nothing when that was done before. */
export async function creditMinutePurchase(tx: Tx, purchaseId: string, now: Date): Promise<boolean> {
  const [purchase] = await tx
    .update(minutePurchases)
    .set({ status: 'PAID', paidAt: now })
    .where(and(eq(minutePurchases.id, purchaseId), sql`${minutePurchases.status} <> 'PAID'`))
    .returning()
  if (!purchase) return false
  const { userId, minutes, price } = purchase
  await addMinuteEntry(tx, { userId, kind: 'PURCHASE', minutes, valueCents: price, purchaseId })
  return true
}

/** The data of a purchase's invoice, and of its mail. */
export async function getMinutePurchaseInvoiceData(tx: Tx, purchaseId: string) {
  const [found] = await tx
    .select({ email: users.email, displayName: users.displayName, purchase: minutePurchases })
    .from(minutePurchases)
    .innerJoin(users, eq(users.id, minutePurchases.userId))
    .where(eq(minutePurchases.id, purchaseId))
  if (!found) throw new Problem('NOT_FOUND')
  const { email, displayName, purchase } = found
  const { userId, minutes, price } = purchase
  const lines = [{ text: `${minutes} minuten`, quantity: 1, unitCents: price }]
  return { email, userId, minutes, content: { buyer: [displayName, email], subject: 'Minuten', lines } }
}

export async function cancelMinutePurchase(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .update(minutePurchases)
    .set({ status: 'CANCELLED' })
    .where(and(eq(minutePurchases.id, purchaseId), eq(minutePurchases.status, 'PENDING')))
}

/**
 * Adds an entry to the minute ledger, and its minutes to the balance, in the caller's transaction.
 * @returns the new balance
 * @throws Problem INSUFFICIENT_MINUTES when the balance would fall below 0
 */
export async function addMinuteEntry(tx: Tx, entry: typeof minuteEntries.$inferInsert): Promise<number> {
  const [user] = await tx
    .update(users)
    .set({ minutesBalance: sql`${users.minutesBalance} + ${entry.minutes}` })
    .where(and(eq(users.id, entry.userId), sql`${users.minutesBalance} + ${entry.minutes} >= 0`))
    .returning({ balance: users.minutesBalance })
  if (!user) throw new Problem('INSUFFICIENT_MINUTES')
  await tx.insert(minuteEntries).values(entry)
  return user.balance
}

/** Spends minutes in a control session, at most the balance. @returns the number of minutes spent */
export async function spendMinutes(tx: Tx, userId: string, controlSessionId: string, wanted: number) {
  const [user] = await tx
    .select({ balance: users.minutesBalance })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  const minutes = Math.min(wanted, user?.balance ?? 0)
  if (minutes > 0) await addMinuteEntry(tx, { userId, kind: 'SPEND', minutes: -minutes, controlSessionId })
  return minutes
}
