import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { createBatchLoader, READS_AT_ONCE } from '../../platform/db/batchLoader.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { memoizeQuery } from '../../platform/db/preparedStatements.ts'
import { columnsOf, isAnyOf, toPgArray } from '../../platform/db/sql.ts'
import type { Platform } from '../../platform/platform.ts'
import { isPriceDue, readAtPresentPrices } from '../products/prices/dueSales.service.ts'
import { products } from '../products/catalog/table.ts'
import { contentColumns, imageUrlSql, isForSaleSql } from '../products/variants/service.ts'
import type { CartItem } from './contract.ts'
import { cartItems } from './table.ts'

const { placeholder } = sql

/** The available stock; 0 for a product that is not active. */
export const available = sql<number>`
  case when ${isForSaleSql()} then ${products.stock} - ${products.reservedStock} else 0 end`.mapWith(Number)

export const lineColumns = {
  ...columnsOf(cartItems, 'id', 'productId', 'quantity'),
  product: {
    ...columnsOf(products, 'name', 'slug', 'price', 'priorPrice'),
    imageUrl: imageUrlSql(),
    values: products.optionValues,
    stock: available,
    ...columnsOf(products, 'shippingCost', 'showShippingOptions', 'showCommentsField'),
    ...contentColumns,
  },
}

type CartReads = Pick<Platform, 'db' | 'pipelinedReads' | 'now'>

/** Reads a cart's lines, oldest first; simultaneous reads share one statement. Their prices are those of the moment. */
export function createCartReader({ db, pipelinedReads, now }: CartReads) {
  const findLines = createBatchLoader(
    async (userIds: string[]) => {
      const values = { userIds: toPgArray(userIds) }
      const find = () => cartLinesQuery(pipelinedReads).execute({ ...values, now: now().toISOString() })
      const lines = await readAtPresentPrices({ db, now }, find)
      return Map.groupBy(lines, ({ userId }) => userId)
    },
    { maxRunning: READS_AT_ONCE },
  )
  return async (userId: string): Promise<CartItemInput[]> => (await findLines(userId)) ?? []
}

export type CartItemInput = z.input<typeof CartItem>

const cartLinesQuery = memoizeQuery(db =>
  db
    .select({
      userId: cartItems.userId,
      ...lineColumns,
      isDue: isPriceDue(sql`${cartItems.productId}`, placeholder('now')),
    })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(isAnyOf(cartItems.userId, sql.placeholder('userIds')))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))
    .prepare('cart_lines'),
)

/** Which of these products are in anyone's cart. */
export async function findProductsInCarts(db: Db, productIds: string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set()
  const found = await db
    .selectDistinct({ id: cartItems.productId })
    .from(cartItems)
    .where(isAnyOf(cartItems.productId, productIds))
  return new Set(found.map(({ id }) => id))
}

/** Removes bought products from the cart, once their order is paid. */
export async function removePurchasedLines(tx: Tx, userId: string, productIds: string[]): Promise<void> {
  await tx
    .delete(cartItems)
    .where(and(eq(cartItems.userId, userId), inArray(cartItems.productId, productIds)))
}
