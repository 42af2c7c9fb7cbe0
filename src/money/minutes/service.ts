import { and, eq, sql } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { columnsOf, isAnyOf, onlyRow } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { createSpendStatement, findCreditPayments, settleCredit } from '../credit/spend.service.ts'
import { releaseCredit } from '../credit/release.service.ts'
import { findBusinessAddress, ownCountryOf } from '../vat/place.service.ts'
import { describeCreditPayments } from '../invoices/rules.ts'
import { appendEntries, type Ledger, lockBalance } from '../ledger/service.ts'
import type { MinutePackage } from './contract.ts'
import { minuteAllocations, minuteEntries, minuteLots, minutePurchases } from './table.ts'
import {
  buildMinutesInvoiceContent,
  countUnused,
  type MinuteLot,
  planChargeback,
  valueOfLastMinutes,
} from './rules.ts'

export type MinutePurchaseRow = typeof minutePurchases.$inferSelect

/** Writes a PENDING purchase of a package at its current price. */
export async function addMinutePurchase(
  tx: Tx,
  what: Pick<MinutePurchaseRow, 'id' | 'userId' | 'vat' | 'waivedAt' | 'fromLive'>,
  offer: MinutePackage,
  now: Date,
) {
  const { id: packageId, name: packageName, minutes, price } = offer
  const purchase = { ...what, packageId, packageName, minutes, price, createdAt: now }
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
  const { userId, minutes, price, creditCents } = purchase
  await addMinuteEntry(tx, { userId, kind: 'PURCHASE', minutes, valueCents: price, purchaseId })
  if (creditCents > 0) await settleCredit(tx, purchaseId, now)
  return true
}

/** The data of a purchase's invoice, and of its mail. */
export async function getMinutePurchaseInvoiceData(tx: Tx, purchaseId: string) {
  const [found] = await tx
    .select({
      email: users.email,
      displayName: users.displayName,
      purchase: minutePurchases,
      ownCountry: ownCountryOf(minutePurchases.userId),
    })
    .from(minutePurchases)
    .innerJoin(users, eq(users.id, minutePurchases.userId))
    .where(eq(minutePurchases.id, purchaseId))
  if (!found) throw new Problem('NOT_FOUND')
  const { purchase, ownCountry, ...buyer } = found
  const { userId, minutes, creditCents } = purchase
  const paid = creditCents > 0 ? await findCreditPayments(tx, purchaseId) : []
  const address = await findBusinessAddress(tx, userId, purchase.vat)
  const content = {
    ...buildMinutesInvoiceContent(buyer, purchase),
    ...(address && { buyer: [buyer.displayName, ...address] }),
    ...(paid.length > 0 && { creditPayments: describeCreditPayments(paid) }),
  }
  const { vat: terms, paidAt } = purchase
  const vat = { terms, paidAt, shippingCountry: null, ownCountry }
  return { email: buyer.email, userId, minutes, hasWaived: purchase.waivedAt !== null, content, vat }
}

export const spendOnMinutes = createSpendStatement(minutePurchases)

/** @throws Problem NOT_FOUND */
export async function lockMinutePurchase(tx: Tx, purchaseId: string): Promise<MinutePurchaseRow> {
  const [purchase] = await tx
    .select()
    .from(minutePurchases)
    .where(eq(minutePurchases.id, purchaseId))
    .for('no key update')
  if (!purchase) throw new Problem('NOT_FOUND')
  return purchase
}

/** Cancels a purchase that was not paid; the payments by cards and store credit are given back. */
export async function cancelMinutePurchase(tx: Tx, purchaseId: string, now: Date): Promise<void> {
  const cancelled = await tx
    .update(minutePurchases)
    .set({ status: 'CANCELLED' })
    .where(and(eq(minutePurchases.id, purchaseId), eq(minutePurchases.status, 'PENDING')))
    .returning(columnsOf(minutePurchases, 'creditCents'))
  if (cancelled.some(({ creditCents }) => creditCents > 0))
    await releaseCredit(tx, minutePurchases, purchaseId, now)
}

/** Of minutes; an account is a user. */
export const minuteLedger: Ledger<typeof minuteEntries> = {
  entries: minuteEntries,
  account: minuteEntries.userId,
  amount: minuteEntries.minutes,
  createdAt: minuteEntries.createdAt,
  id: users.id,
  balance: users.minutesBalance,
}

/**
 * Adds an entry to the minute ledger, in the caller's transaction.
 * @returns the new balance
 * @throws Problem INSUFFICIENT_MINUTES when the balance would fall below 0
 */
export async function addMinuteEntry(tx: Tx, entry: typeof minuteEntries.$inferInsert): Promise<number> {
  const balance = (await lockBalance(tx, minuteLedger, entry.userId)) + entry.minutes
  if (balance < 0) throw new Problem('INSUFFICIENT_MINUTES')
  await appendEntries(tx, minuteLedger, [entry])
  return balance
}

/** Records that the VAT of a purchase went back, once: its minutes stay, and are worth so much less. */
export async function recordVatRefundOfMinutes(
  tx: Tx,
  { id: purchaseId, userId }: Pick<MinutePurchaseRow, 'id' | 'userId'>,
  vatCents: number,
): Promise<void> {
  await addMinuteEntry(tx, { userId, kind: 'VAT_RETURN', minutes: 0, valueCents: -vatCents, purchaseId })
}

/** Spends minutes in a control session, at most the balance. @returns the number of minutes spent */
export async function spendMinutes(tx: Tx, userId: string, controlSessionId: string, wanted: number) {
  const minutes = Math.min(wanted, await lockBalance(tx, minuteLedger, userId))
  if (minutes > 0)
    await appendEntries(tx, minuteLedger, [{ userId, kind: 'SPEND', minutes: -minutes, controlSessionId }])
  return minutes
}

/** Minutes that were played in a session, and those of them that were given back. */
export async function countSessionMinutes(
  db: Db,
  controlSessionId: string,
): Promise<{ played: number; back: number }> {
  const count = (kind: string) =>
    sql`coalesce(sum(abs(${minuteEntries.minutes})) filter (where ${minuteEntries.kind} = ${kind}), 0)`.mapWith(
      Number,
    )
  return onlyRow(
    await db
      .select({ played: count('SPEND'), back: count('SESSION_RETURN') })
      .from(minuteEntries)
      .where(eq(minuteEntries.controlSessionId, controlSessionId)),
  )
}

/** The lots of purchases or of the gifts of orders, by the id of the purchase or order. */
export async function findMinuteLots(db: Db, sourceIds: readonly string[]): Promise<Map<string, MinuteLot>> {
  const found = await db
    .select({ ...columnsOf(minuteLots, 'minutes', 'valueCents', 'spent', 'returned'), sourceId })
    .from(minuteLots)
    .innerJoin(minuteEntries, eq(minuteEntries.id, minuteLots.id))
    .where(
      // Each half has its index, which an `or` of the two would not use.
      sql`${minuteLots.id} in (
        select id from ${minuteEntries} where kind = 'PURCHASE' and ${isAnyOf(minuteEntries.purchaseId, sourceIds)}
        union select id from ${minuteEntries} where kind = 'GIFT' and ${isAnyOf(minuteEntries.orderId, sourceIds)}
      )`,
    )
  return new Map(found.map(({ sourceId: id, ...lot }) => [id, lot]))
}

const sourceId = sql<string>`coalesce(${minuteEntries.purchaseId}, ${minuteEntries.orderId})`

export const findMinuteLot = async (db: Db, id: string) => (await findMinuteLots(db, [id])).get(id)

/** Cents that were paid for the minutes of a control session that were not given back, oldest minutes first. */
export async function getSessionCostCents(db: Db, controlSessionId: string): Promise<number> {
  const [cost] = await db
    .select({ cents: sql`coalesce(sum(${minuteAllocations.valueCents}), 0)`.mapWith(Number) })
    .from(minuteAllocations)
    .innerJoin(minuteEntries, eq(minuteEntries.id, minuteAllocations.entryId))
    .where(eq(minuteEntries.controlSessionId, controlSessionId))
  return cost?.cents ?? 0
}

/** @throws Problem NOT_FOUND */
export async function getMinutePurchase(db: Db, purchaseId: string): Promise<MinutePurchaseRow> {
  const [purchase] = await db.select().from(minutePurchases).where(eq(minutePurchases.id, purchaseId))
  if (!purchase) throw new Problem('NOT_FOUND', { message: 'Deze aankoop bestaat niet.' })
  return purchase
}

/**
 * Locks the balance of a user, so that no minute is spent meanwhile, and reads the lot of a purchase or of an order's gift.
 * @returns undefined for a purchase that was never credited
 */
export async function lockMinuteLot(
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<MinuteLot | undefined> {
  await lockBalance(tx, minuteLedger, userId)
  return findMinuteLot(tx, id)
}

/**
 * Removes unused minutes of a purchase from the balance: `minutes`, or all of them.
 * @returns the number of minutes, and the cents that were paid for them
 * @throws Problem REFUND_TOO_LARGE with the minutes that are `left`
 */
export async function deductUnusedMinutes(
  tx: Tx,
  purchase: MinutePurchaseRow,
  refundId: string,
  wanted: number | null,
): Promise<{ minutes: number; valueCents: number }> {
  const { id: purchaseId, userId } = purchase
  const lot = await lockMinuteLot(tx, purchase)
  const left = countUnused(lot)
  const minutes = wanted ?? left
  if (!lot || minutes === 0 || minutes > left) throw new Problem('REFUND_TOO_LARGE', { left })
  await addMinuteEntry(tx, { userId, kind: 'REFUND', minutes: -minutes, purchaseId, refundId })
  return { minutes, valueCents: valueOfLastMinutes(lot, minutes) }
}

/** Removes all that is unused of a purchase of which a person gave everything back. @returns the number of minutes */
export async function deductAllUnusedMinutes(
  tx: Tx,
  purchase: Pick<MinutePurchaseRow, 'id' | 'userId'>,
  refundId: string,
): Promise<number> {
  const minutes = countUnused(await lockMinuteLot(tx, purchase))
  const { id: purchaseId, userId } = purchase
  if (minutes > 0)
    await addMinuteEntry(tx, { userId, kind: 'REFUND', minutes: -minutes, purchaseId, refundId })
  return minutes
}

/**
 * Removes the unspent minutes of a purchase that a chargeback covers.
 * @param chargeback `amountCents` is the amount that was charged back
 * @returns the removed minutes, and the cents that are owed for spent ones
 */
export async function deductChargedBackMinutes(
  tx: Tx,
  chargeback: { userId: string; purchaseId: string; chargebackId: string; amountCents: number },
): Promise<{ minutes: number; owedCents: number }> {
  const { amountCents, ...entry } = chargeback
  const lot = await lockMinuteLot(tx, { id: entry.purchaseId, userId: entry.userId })
  const plan = planChargeback(lot, amountCents)
  if (plan.minutes > 0) await addMinuteEntry(tx, { ...entry, kind: 'CHARGEBACK', minutes: -plan.minutes })
  return plan
}

export async function countRefundedMinutes(db: Db, refundId: string): Promise<number> {
  const [entry] = await db
    .select({ minutes: minuteEntries.minutes })
    .from(minuteEntries)
    .where(eq(minuteEntries.refundId, refundId))
  return -(entry?.minutes ?? 0)
}
