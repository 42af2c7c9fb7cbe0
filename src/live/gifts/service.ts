import { and, asc, desc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { ERASED_NAME } from '../../people/accounts/rules.ts'
import { users } from '../../people/accounts/table.ts'
import { isPaymentBrokenOff } from '../../money/payments/service.ts'
import type { Db } from '../../platform/db/db.ts'
import { qualified, sqlTimestamp } from '../../platform/db/sql.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { Problem } from '../../wire/problem.ts'
import type { Gift, GiftState, ReceivedGift } from './contract.ts'
import { creators } from '../creators/table.ts'
import { gifts, giftPurchases } from './table.ts'

/** Whether its creator can receive gifts: the account is open and has the role, and she has not left. */
export const canReceiveGifts = and(
  isNull(users.deleteAfter),
  isNull(users.suspendedAt),
  inArray(users.role, ['MODEL', 'ADMIN']),
  sql`not exists (select from ${creators} where ${creators.userId} = ${qualified(users.id)} and ${creators.leftAt} is not null)`,
)

/** Whether a user's gifts are visible to a viewer; for one from whom the creator is hidden they look deleted. */
export const isGiftVisible = (viewerId: string) =>
  and(eq(gifts.isActive, true), canReceiveGifts, sql`not ${isHiddenFrom(viewerId, gifts.ownerId)}`)

/** Purchases of a single gift that prevent another one at a time; the buyer's own unpaid one does not. */
const isBlockingPurchase = (now: Date, viewerId?: string) => {
  const isOwn = viewerId ? eq(giftPurchases.buyerId, viewerId) : sql`false`
  const hasHeld = sql`${giftPurchases.heldUntil} > ${sqlTimestamp(now)}`
  return or(
    eq(giftPurchases.status, 'PAID'),
    sql`${giftPurchases.status} = 'PENDING' and ${hasHeld} and not ${isOwn}`,
  )
}

/** Whether a gift can be given at a time. */
export const giftStateSql = (now: Date, viewerId?: string): SQL<GiftState> => sql<GiftState>`
  case when ${gifts.isSingle} then coalesce((
    select case ${giftPurchases.status} when 'PAID' then 'GIVEN' else 'HELD' end from ${giftPurchases}
    where ${giftPurchases.wishlistItemId} = ${qualified(gifts.id)} and ${giftPurchases.isSingle} and ${isBlockingPurchase(now, viewerId)}
    limit 1
  ), 'FREE') else 'FREE' end`

export const giftSortOrder = [asc(gifts.position), desc(gifts.createdAt), desc(gifts.id)]

/** Maximum number of gifts in the list. */
const MAX_LISTED = 100

/** The gifts that can be given, and those that were given, in one statement. @param ownerId of one creator alone */
export const findVisibleGifts = (
  db: Db,
  viewerId: string,
  now: Date,
  ownerId?: string,
): Promise<z.input<typeof Gift>[]> =>
  db
    .select({
      ...getTableColumns(gifts),
      state: giftStateSql(now, viewerId),
      ownerName: users.displayName,
      ownerAvatarUrl: sql<
        string | null
      >`case when ${users.profileHiddenAt} is null then ${users.avatarUrl} end`,
    })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(and(isGiftVisible(viewerId), ownerId === undefined ? undefined : eq(gifts.ownerId, ownerId)))
    .orderBy(...giftSortOrder)
    .limit(MAX_LISTED)

/** The name of a creator in a user's own records; when she is hidden from the user the same as after she left. */
const shownName = (userId: string) =>
  sql<string>`case when ${isHiddenFrom(userId, gifts.ownerId)} then ${ERASED_NAME} else ${users.displayName} end`

/** @throws Problem NOT_FOUND when it does not exist or is another user's */
export async function findOwnGiftPurchase(db: Db, userId: string, purchaseId: string) {
  const own = and(eq(giftPurchases.id, purchaseId), eq(giftPurchases.buyerId, userId))
  const [giving] = await db
    .select({
      ...getTableColumns(giftPurchases),
      ownerName: shownName(userId),
    })
    .from(giftPurchases)
    .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(own)
  if (!giving) throw new Problem('NOT_FOUND', { message: 'Dit cadeau bestaat niet.' })
  const isBrokenOff = giving.status === 'CANCELLED' && (await isPaymentBrokenOff(db, purchaseId))
  return { ...giving, ...(isBrokenOff && { isPaymentBrokenOff: true as const }) }
}

/** The gifts that a creator received, the newest first. The buyer has the chosen name, or none. */
export const findReceivedGifts = (db: Db, ownerId: string): Promise<z.input<typeof ReceivedGift>[]> =>
  db
    .select({
      id: giftPurchases.id,
      giftName: giftPurchases.giftName,
      amount: giftPurchases.amount,
      buyerName: giftPurchases.buyerName,
      paidAt: sql<Date>`${giftPurchases.paidAt}`.mapWith(giftPurchases.paidAt),
    })
    .from(giftPurchases)
    .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
    .where(and(eq(gifts.ownerId, ownerId), eq(giftPurchases.status, 'PAID')))
    .orderBy(desc(giftPurchases.paidAt), desc(giftPurchases.id))
    .limit(MAX_LISTED)
