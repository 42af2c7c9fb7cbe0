import { and, asc, desc, eq, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import type { Db } from '../../platform/db.ts'
import { isBlocked } from '../toys/block.service.ts'
import { Problem } from '../../wire/problem.ts'
import type { Gift, GiftState, readGiving, ReceivedGift } from './contract.ts'
import { gifts, wishlistPurchases } from './table.ts'

/** Whether its creator can be given anything: here, and still one. */
export const isReceiving: SQL = and(isNull(users.deleteAfter), inArray(users.role, ['MODEL', 'ADMIN'])) as SQL

/** Whether someone's wishes are there for a viewer; a block can't be told from a wish that is gone. */
export const isWished = (viewerId: string): SQL =>
  and(eq(gifts.isActive, true), isReceiving, sql`not ${isBlocked(viewerId, gifts.ownerId)}`) as SQL

/** Purchases of a single gift that stand in the way of another one at a moment; one's own unpaid one gives way. */
const inTheWay = (now: Date, viewerId?: string): SQL => {
  const isOwn = viewerId ? eq(wishlistPurchases.buyerId, viewerId) : sql`false`
  const hasHeld = sql`${wishlistPurchases.heldUntil} > ${now.toISOString()}::timestamptz`
  return or(
    eq(wishlistPurchases.status, 'PAID'),
    sql`${wishlistPurchases.status} = 'PENDING' and ${hasHeld} and not ${isOwn}`,
  ) as SQL
}

/** Whether a gift can be given at a moment. */
export const stateOf = (now: Date, viewerId?: string): SQL<GiftState> => sql<GiftState>`
  case when ${gifts.isSingle} then coalesce((
    select case ${wishlistPurchases.status} when 'PAID' then 'GIVEN' else 'HELD' end from ${wishlistPurchases}
    where ${wishlistPurchases.wishlistItemId} = ${gifts.id} and ${wishlistPurchases.isSingle} and ${inTheWay(now, viewerId)}
    limit 1
  ), 'FREE') else 'FREE' end`

export const inOrder = [asc(gifts.position), desc(gifts.createdAt), desc(gifts.id)]

/** More are not shown. */
const MOST_SHOWN = 100

/** The wishes that someone can fulfil, and those that were fulfilled, in one statement. */
export const giftsFor = (db: Db, viewerId: string, now: Date): Promise<z.input<typeof Gift>[]> =>
  db
    .select({
      id: gifts.id,
      name: gifts.name,
      description: gifts.description,
      price: gifts.price,
      imageUrl: gifts.imageUrl,
      isSingle: gifts.isSingle,
      state: stateOf(now, viewerId),
      ownerName: users.displayName,
      ownerAvatarUrl: users.avatarUrl,
      createdAt: gifts.createdAt,
    })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(isWished(viewerId))
    .orderBy(...inOrder)
    .limit(MOST_SHOWN)

/** @throws Problem NOT_FOUND when it is not there or someone else's. */
export async function givingOf(
  db: Db,
  userId: string,
  purchaseId: string,
): Promise<z.input<typeof readGiving.output>> {
  const own = and(eq(wishlistPurchases.id, purchaseId), eq(wishlistPurchases.buyerId, userId))
  const [giving] = await db
    .select({
      id: wishlistPurchases.id,
      giftName: wishlistPurchases.giftName,
      amount: wishlistPurchases.amount,
      isAnonymous: wishlistPurchases.isAnonymous,
      status: wishlistPurchases.status,
      createdAt: wishlistPurchases.createdAt,
      ownerName: users.displayName,
    })
    .from(wishlistPurchases)
    .innerJoin(gifts, eq(gifts.id, wishlistPurchases.wishlistItemId))
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(own)
  if (!giving) throw new Problem('NOT_FOUND', { message: 'Dit cadeau bestaat niet.' })
  return giving
}

/** What a creator was given, the newest first. Whoever gave it is known by the name that they chose, or not at all. */
export const receivedBy = (db: Db, ownerId: string): Promise<z.input<typeof ReceivedGift>[]> =>
  db
    .select({
      id: wishlistPurchases.id,
      giftName: wishlistPurchases.giftName,
      amount: wishlistPurchases.amount,
      buyerName: wishlistPurchases.buyerName,
      paidAt: sql<Date>`${wishlistPurchases.paidAt}`.mapWith(wishlistPurchases.paidAt),
    })
    .from(wishlistPurchases)
    .innerJoin(gifts, eq(gifts.id, wishlistPurchases.wishlistItemId))
    .where(and(eq(gifts.ownerId, ownerId), eq(wishlistPurchases.status, 'PAID')))
    .orderBy(desc(wishlistPurchases.paidAt), desc(wishlistPurchases.id))
    .limit(MOST_SHOWN)
