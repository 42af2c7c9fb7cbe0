import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { isPriceDue, readAtPresentPrices } from '../products/prices/dueSales.service.ts'
import { visibleProductColumns } from '../products/catalog/service.ts'
import { products } from '../products/catalog/table.ts'
import { isActiveSql } from '../products/variants/service.ts'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/db/batchLoader.ts'
import type { Db } from '../../platform/db/db.ts'
import { memoizeQuery } from '../../platform/db/preparedStatements.ts'
import { columnsOf, isAnyOf, toPgArray } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { WishlistItem } from './contract.ts'
import { wishlistItems } from './table.ts'

type WishlistItemInput = z.input<typeof WishlistItem>

const selectWishlistItems = <More extends Record<string, SQL>>(
  db: Db,
  placeholderRating: boolean,
  more: More,
) =>
  db
    .select({
      ...columnsOf(wishlistItems, 'id', 'userId', 'productId', 'createdAt', 'purchased'),
      product: visibleProductColumns(placeholderRating),
      ...more,
    })
    .from(wishlistItems)
    .innerJoin(products, eq(products.id, wishlistItems.productId))

/**
 * Reads a wishlist with its products, the newest first; simultaneous reads share one statement.
 * @param placeholderRating whether a product without a review shows a placeholder rating, asked for each statement
 */
export function createWishlistReader(
  { db, pipelinedReads, now }: Pick<Platform, 'db' | 'pipelinedReads' | 'now'>,
  placeholderRating: () => boolean,
): (userId: string) => Promise<WishlistItemInput[]> {
  const findItems = createBatchLoader(
    async (userIds: string[]) => {
      const query = wishlistsQuery(pipelinedReads, placeholderRating() ? 'rated' : 'unrated')
      const find = () => query.execute({ userIds: toPgArray(userIds), now: now().toISOString() })
      const items = await readAtPresentPrices({ db, now }, find)
      return Map.groupBy(items, ({ userId }) => userId)
    },
    { maxRunning: READS_AT_ONCE },
  )
  return async userId => (await findItems(userId)) ?? []
}

const wishlistsQuery = memoizeQuery((db, shape: 'rated' | 'unrated') =>
  selectWishlistItems(db, shape === 'rated', {
    isDue: isPriceDue(sql`${wishlistItems.productId}`, sql.placeholder('now')),
  })
    .where(isAnyOf(wishlistItems.userId, sql.placeholder('userIds')))
    .orderBy(desc(wishlistItems.createdAt), desc(wishlistItems.id))
    .prepare(`wishlists_${shape}`),
)

/**
 * Adds a product to the wishlist; does nothing when it is on the list already.
 * @throws Problem NOT_FOUND for a product that is not for sale
 */
export async function addWishlistItem(
  db: Db,
  wish: { userId: string; productId: string; createdAt: Date },
  placeholderRating: boolean,
) {
  const { userId, productId } = wish
  const [product] = await db
    .select({ price: products.price })
    .from(products)
    .where(and(eq(products.id, productId), isActiveSql()))
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const added = await db
    .insert(wishlistItems)
    .values({ ...wish, priceCents: product.price })
    .onConflictDoNothing()
    .returning({ id: wishlistItems.id })
  const [item] = await selectWishlistItems(db, placeholderRating, {}).where(
    and(eq(wishlistItems.userId, userId), eq(wishlistItems.productId, productId)),
  )
  if (!item) throw new Problem('CONFLICT')
  return { item, isNew: added.length > 0 }
}

/** @throws Problem NOT_FOUND when it is not the user's. */
export async function removeWishlistItem(db: Db, userId: string, itemId: string): Promise<void> {
  const removed = await db
    .delete(wishlistItems)
    .where(and(eq(wishlistItems.id, itemId), eq(wishlistItems.userId, userId)))
    .returning({ id: wishlistItems.id })
  if (removed.length === 0)
    throw new Problem('NOT_FOUND', { message: 'Dit staat niet meer op je verlanglijst.' })
}
