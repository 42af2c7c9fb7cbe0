import { and, eq, inArray, lte, ne, or } from 'drizzle-orm'
import { users } from '../../people/accounts/table.ts'
import type { Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import { isReceiving, isWished } from './service.ts'
import { gifts, wishlistPurchases } from './table.ts'

type GiftRow = typeof gifts.$inferSelect
export type GivingRow = typeof wishlistPurchases.$inferSelect

const gone = () => new Problem('NOT_FOUND', { message: 'Deze wens is er niet meer.' })

/**
 * A gift that someone wants to give, locked: whoever gives the same one waits.
 * @throws Problem NOT_FOUND, CONFLICT for one's own wish
 */
export async function lockWish(tx: Tx, giftId: string, buyerId: string): Promise<GiftRow> {
  const [wish] = await tx
    .select({ gift: gifts })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(and(eq(gifts.id, giftId), isWished(buyerId)))
    .for('no key update', { of: gifts })
  if (!wish) throw gone()
  if (wish.gift.ownerId === buyerId)
    throw new Problem('CONFLICT', { message: 'Dit is je eigen wens. Jezelf kun je niets geven.' })
  return wish.gift
}

interface NewGiving {
  id: string
  buyerId: string
  paymentId: string
  isAnonymous: boolean
  /** Null: the display name. */
  buyerName: string | null
  heldUntil: Date
}

/**
 * Writes a PENDING purchase of a gift that the caller has locked, at the price it has now. A single one is held by it.
 * @throws Problem GIFT_GIVEN, GIFT_HELD while someone else pays for it
 */
export async function addGiving(tx: Tx, gift: GiftRow, giving: NewGiving, now: Date): Promise<void> {
  const { buyerId, isAnonymous } = giving
  if (gift.isSingle) await makeWay(tx, { ...giving, wishlistItemId: gift.id }, now)
  const added = await tx
    .insert(wishlistPurchases)
    .values({
      ...giving,
      buyerName: isAnonymous ? null : (giving.buyerName ?? (await nameOf(tx, buyerId))),
      wishlistItemId: gift.id,
      giftName: gift.name,
      amount: gift.price,
      isSingle: gift.isSingle,
      createdAt: now,
    })
    // Whatever this code thinks: a single gift is given once.
    .onConflictDoNothing()
    .returning({ id: wishlistPurchases.id })
  if (added.length > 0) return
  throw new Problem((await holderOf(tx, gift.id))?.status === 'PAID' ? 'GIFT_GIVEN' : 'GIFT_HELD')
}

async function nameOf(tx: Tx, userId: string): Promise<string | null> {
  const [user] = await tx.select({ name: users.displayName }).from(users).where(eq(users.id, userId))
  return user?.name ?? null
}

/** An unpaid purchase of a single gift gives way when its time is over, and to another one of the same buyer. */
async function makeWay(
  tx: Tx,
  { id, wishlistItemId, buyerId }: Pick<GivingRow, 'id' | 'wishlistItemId' | 'buyerId'>,
  now: Date,
): Promise<void> {
  const isOver = or(lte(wishlistPurchases.heldUntil, now), eq(wishlistPurchases.buyerId, buyerId))
  await tx
    .update(wishlistPurchases)
    .set({ status: 'CANCELLED' })
    .where(
      and(
        eq(wishlistPurchases.wishlistItemId, wishlistItemId),
        eq(wishlistPurchases.isSingle, true),
        eq(wishlistPurchases.status, 'PENDING'),
        ne(wishlistPurchases.id, id),
        isOver,
      ),
    )
}

/** The one purchase that keeps a single gift from being given again. */
async function holderOf(tx: Tx, giftId: string): Promise<GivingRow | undefined> {
  const [holder] = await tx
    .select()
    .from(wishlistPurchases)
    .where(
      and(
        eq(wishlistPurchases.wishlistItemId, giftId),
        eq(wishlistPurchases.isSingle, true),
        inArray(wishlistPurchases.status, ['PENDING', 'PAID']),
      ),
    )
  return holder
}

/**
 * A purchase was paid: the gift is given, also when its hold was over and nobody else holds or gave it meanwhile. First its gift
 * is locked, as by whoever begins to give it.
 * @returns `TWICE` when it was paid before; `LATE` when it can't be given any more
 */
export async function takePaid(tx: Tx, purchaseId: string, now: Date): Promise<'GIVEN' | 'TWICE' | 'LATE'> {
  const [found] = await tx.select().from(wishlistPurchases).where(eq(wishlistPurchases.id, purchaseId))
  if (!found) throw gone()
  await tx.select({ id: gifts.id }).from(gifts).where(eq(gifts.id, found.wishlistItemId)).for('no key update')
  const [giving] = await tx
    .select()
    .from(wishlistPurchases)
    .where(eq(wishlistPurchases.id, purchaseId))
    .for('no key update')
  if (giving?.paidAt) return 'TWICE'
  if (!(await canReceive(tx, found.wishlistItemId))) return giveUp(tx, purchaseId)
  if (found.isSingle) {
    await makeWay(tx, found, now)
    const holder = await holderOf(tx, found.wishlistItemId)
    if (holder && holder.id !== purchaseId) return giveUp(tx, purchaseId)
  }
  const paid = { status: 'PAID', paidAt: now } as const
  await tx.update(wishlistPurchases).set(paid).where(eq(wishlistPurchases.id, purchaseId))
  return 'GIVEN'
}

/** Whether whoever wished for it is still here. */
async function canReceive(tx: Tx, giftId: string): Promise<boolean> {
  const owners = await tx
    .select({ id: users.id })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(and(eq(gifts.id, giftId), isReceiving))
  return owners.length > 0
}

async function giveUp(tx: Tx, purchaseId: string): Promise<'LATE'> {
  await cancelGiving(tx, purchaseId)
  return 'LATE'
}

/** It was not paid: a single gift is free again. */
export async function cancelGiving(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .update(wishlistPurchases)
    .set({ status: 'CANCELLED' })
    .where(and(eq(wishlistPurchases.id, purchaseId), eq(wishlistPurchases.status, 'PENDING')))
}

/** Its money goes back: a single gift is free again. */
export async function markGivingRefunded(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .update(wishlistPurchases)
    .set({ status: 'REFUNDED' })
    .where(and(eq(wishlistPurchases.id, purchaseId), eq(wishlistPurchases.status, 'PAID')))
}

/** Who gave what to whom, and what stands on the invoice of it. @throws Problem NOT_FOUND */
export async function givingFacts(tx: Tx, purchaseId: string) {
  const [found] = await tx
    .select({
      giving: wishlistPurchases,
      ownerId: gifts.ownerId,
      email: users.email,
      displayName: users.displayName,
    })
    .from(wishlistPurchases)
    .innerJoin(gifts, eq(gifts.id, wishlistPurchases.wishlistItemId))
    .innerJoin(users, eq(users.id, wishlistPurchases.buyerId))
    .where(eq(wishlistPurchases.id, purchaseId))
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit cadeau bestaat niet.' })
  const { giving, ownerId, email, displayName } = found
  const lines = [{ text: `Cadeau: ${giving.giftName}`, quantity: 1, unitCents: giving.amount }]
  return { giving, ownerId, email, content: { buyer: [displayName, email], subject: 'Cadeau', lines } }
}
