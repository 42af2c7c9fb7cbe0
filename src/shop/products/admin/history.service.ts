import { desc, eq, sql } from 'drizzle-orm'
import { users } from '../../../people/accounts/table.ts'
import { findLowestPrice, newestPriceFirst } from '../prices/history.service.ts'
import { priceEntries } from '../prices/table.ts'
import { products, stockEntries } from '../catalog/table.ts'
import type { Db } from '../../../platform/db/db.ts'
import { columnsOf } from '../../../platform/db/sql.ts'
import { productNotFound } from './list.service.ts'

const actor = { id: users.id, displayName: users.displayName }

/** @throws Problem NOT_FOUND */
export async function findProductHistory(db: Db, productId: string, limit: number, now: Date) {
  const [product] = await db
    .select({ id: products.id, price: products.price })
    .from(products)
    .where(eq(products.id, productId))
  if (!product) throw productNotFound()
  const lowest = await findLowestPrice(db, product, now)
  const { id, createdAt: at, kind, pieces, stockAfter, unitCost, reason: note, orderId } = stockEntries
  const cause = sql<never>`${stockEntries.cause}`
  const stock = await db
    .select({ id, at, kind, pieces, stockAfter, unitCost, cause, note, orderId, actor })
    .from(stockEntries)
    .leftJoin(users, eq(users.id, stockEntries.actorId))
    .where(eq(stockEntries.productId, productId))
    .orderBy(desc(at), desc(id))
    .limit(limit + 1)
  const prices = await db
    .select({
      ...columnsOf(priceEntries, 'id', 'source', 'oldCents', 'newCents'),
      at: priceEntries.createdAt,
      actor,
    })
    .from(priceEntries)
    .leftJoin(users, eq(users.id, priceEntries.actorId))
    .where(eq(priceEntries.productId, productId))
    .orderBy(...newestPriceFirst)
    .limit(limit + 1)
  const hasMore = stock.length > limit || prices.length > limit
  return { stock: stock.slice(0, limit), prices: prices.slice(0, limit), hasMore, lowest }
}
