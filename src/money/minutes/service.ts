import { and, asc, desc, eq, gt, inArray, lt, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { assertAccountExists } from '../../people/accounts/service.ts'
import { users } from '../../people/accounts/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { columnsOf, onlyRow } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { createSpendStatement, findCreditPayments, settleCredit } from '../credit/spend.service.ts'
import { releaseCredit } from '../credit/release.service.ts'
import { findBusinessAddress, ownCountryOf } from '../vat/place.service.ts'
import { describeCreditPayments } from '../invoices/rules.ts'
import type { AdminMinutePurchase, MinutePackage } from './contract.ts'
import { minuteEntries, minutePurchases } from './table.ts'
import {
  buildMinutesInvoiceContent,
  countUnusedMinutesOf,
  planChargeback,
  type SourcedMinuteCredit,
  valueOfLastMinutes,
  valueOfMinutes,
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

/** Cancels a purchase that was not paid; what cards and store credit were to pay of it is given back. */
export async function cancelMinutePurchase(tx: Tx, purchaseId: string, now: Date): Promise<void> {
  const cancelled = await tx
    .update(minutePurchases)
    .set({ status: 'CANCELLED' })
    .where(and(eq(minutePurchases.id, purchaseId), eq(minutePurchases.status, 'PENDING')))
    .returning(columnsOf(minutePurchases, 'creditCents'))
  if (cancelled.some(({ creditCents }) => creditCents > 0))
    await releaseCredit(tx, minutePurchases, purchaseId, now)
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

/**
 * Notes that the VAT of a purchase went back: its minutes stay, and are worth so much less. Locks the user, as who values or deducts them does.
 * The index refuses a second time.
 */
export async function recordVatRefundOfMinutes(
  tx: Tx,
  { id: purchaseId, userId }: Pick<MinutePurchaseRow, 'id' | 'userId'>,
  vatCents: number,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  await tx.insert(minuteEntries).values({
    userId,
    kind: 'VAT_RETURN',
    minutes: 0,
    valueCents: -vatCents,
    purchaseId,
  })
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

/** Entries that deduct from one purchase or gift, and not from the oldest minutes. */
const takenBack = ['REFUND', 'CHARGEBACK', 'GIFT_RETURN'] as const

const sourceId = sql<string | null>`coalesce(${minuteEntries.purchaseId}, ${minuteEntries.orderId})`

/** A user's minute credits, oldest first, each with its number of refunded minutes, and without the VAT that went back. */
async function findMinuteCredits(db: Db, userId: string): Promise<SourcedMinuteCredit[]> {
  const ofUser = eq(minuteEntries.userId, userId)
  const credits = await db
    .select({ ...columnsOf(minuteEntries, 'minutes', 'valueCents'), sourceId })
    .from(minuteEntries)
    .where(and(ofUser, gt(minuteEntries.minutes, 0)))
    .orderBy(asc(minuteEntries.createdAt), asc(minuteEntries.id))
  const back = await db
    .select({
      sourceId,
      minutes: sql`-sum(${minuteEntries.minutes})`.mapWith(Number),
      vatCents: sql`-sum(${minuteEntries.valueCents})`.mapWith(Number),
    })
    .from(minuteEntries)
    .where(and(ofUser, inArray(minuteEntries.kind, [...takenBack, 'VAT_RETURN'])))
    .groupBy(sourceId)
  const returned = new Map(back.map(each => [each.sourceId, each]))
  return credits.map(({ valueCents, ...credit }) => {
    const { minutes = 0, vatCents = 0 } = returned.get(credit.sourceId) ?? {}
    return { ...credit, valueCents: valueCents - vatCents, refunded: minutes }
  })
}

/** Spent minutes, in total and in one control session; without refunded and charged-back minutes. */
async function countSpentMinutes(db: Db, userId: string, controlSessionId: string | null = null) {
  const inSession = sql`${minuteEntries.controlSessionId} = ${controlSessionId}::uuid`
  const [spent] = await db
    .select({
      all: sql`coalesce(-sum(${minuteEntries.minutes}), 0)`.mapWith(Number),
      here: sql`coalesce(-sum(${minuteEntries.minutes}) filter (where ${inSession}), 0)`.mapWith(Number),
    })
    .from(minuteEntries)
    .where(
      and(
        eq(minuteEntries.userId, userId),
        lt(minuteEntries.minutes, 0),
        notInArray(minuteEntries.kind, [...takenBack]),
      ),
    )
  return spent ?? { all: 0, here: 0 }
}

/** Cents that were paid for the minutes of a control session, oldest minutes first. */
export async function getSessionCostCents(db: Db, userId: string, controlSessionId: string): Promise<number> {
  const credits = await findMinuteCredits(db, userId)
  const { all, here } = await countSpentMinutes(db, userId, controlSessionId)
  return valueOfMinutes(credits, all - here, here)
}

/** @throws Problem NOT_FOUND */
export async function getMinutePurchase(db: Db, purchaseId: string): Promise<MinutePurchaseRow> {
  const [purchase] = await db.select().from(minutePurchases).where(eq(minutePurchases.id, purchaseId))
  if (!purchase) throw new Problem('NOT_FOUND', { message: 'Deze aankoop bestaat niet.' })
  return purchase
}

/** @param source the purchase, or the order that minutes were a gift with */
export async function countUnusedMinutes(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<number> {
  const { all } = await countSpentMinutes(db, userId)
  return countUnusedMinutesOf(await findMinuteCredits(db, userId), all, id)
}

/**
 * Removes unused minutes of a purchase from the balance: `minutes`, or all of them. The user's row is locked, so that
 * none of the minutes is spent meanwhile.
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
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const credits = await findMinuteCredits(tx, userId)
  const left = countUnusedMinutesOf(credits, (await countSpentMinutes(tx, userId)).all, purchaseId)
  const minutes = wanted ?? left
  const credit = credits.find(each => each.sourceId === purchaseId)
  if (!credit || minutes === 0 || minutes > left) throw new Problem('REFUND_TOO_LARGE', { left })
  await addMinuteEntry(tx, { userId, kind: 'REFUND', minutes: -minutes, purchaseId, refundId })
  return { minutes, valueCents: valueOfLastMinutes(credit, minutes) }
}

/**
 * Removes the unspent minutes of a purchase that a chargeback covers. The user's row is locked, so that none of them is spent meanwhile.
 * @param chargeback `amountCents` is what was charged back
 * @returns the removed minutes, and the cents that are owed for spent ones
 */
export async function deductChargedBackMinutes(
  tx: Tx,
  chargeback: { userId: string; purchaseId: string; chargebackId: string; amountCents: number },
): Promise<{ minutes: number; owedCents: number }> {
  const { amountCents, ...entry } = chargeback
  const { userId, purchaseId } = entry
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const credits = await findMinuteCredits(tx, userId)
  const credit = credits.find(each => each.sourceId === purchaseId)
  const unused = countUnusedMinutesOf(credits, (await countSpentMinutes(tx, userId)).all, purchaseId)
  const plan = planChargeback(credit, unused, amountCents)
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

/** A user's purchases, newest first, with the refundable minutes of each. @throws Problem NOT_FOUND for an unknown user */
export async function findMinutePurchases(
  db: Db,
  userId: string,
): Promise<z.input<typeof AdminMinutePurchase>[]> {
  const purchases = await db
    .select()
    .from(minutePurchases)
    .where(eq(minutePurchases.userId, userId))
    .orderBy(desc(minutePurchases.createdAt), desc(minutePurchases.id))
  if (purchases.length === 0) await assertAccountExists(db, userId)
  const credits = await findMinuteCredits(db, userId)
  const { all } = await countSpentMinutes(db, userId)
  return purchases.map(purchase => {
    const credit = credits.find(each => each.sourceId === purchase.id)
    const unused = countUnusedMinutesOf(credits, all, purchase.id)
    return {
      ...purchase,
      refundedMinutes: credit?.refunded ?? 0,
      unusedMinutes: unused,
      unusedCents: credit ? valueOfLastMinutes(credit, unused) : 0,
    }
  })
}
