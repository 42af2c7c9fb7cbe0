import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { products } from '../catalog/table.ts'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { CartItem } from './contract.ts'
import { MOST_PIECES } from './rules.ts'
import { cartItems } from './table.ts'

const available = sql<number>`${products.stock} - ${products.reservedStock}`.mapWith(Number)

const line = {
  id: cartItems.id,
  productId: cartItems.productId,
  quantity: cartItems.quantity,
  product: {
    name: products.name,
    slug: products.slug,
    price: products.price,
    imageUrl: products.imageUrl,
    stock: available,
    shippingCost: products.shippingCost,
    showShippingOptions: products.showShippingOptions,
    showCommentsField: products.showCommentsField,
  },
}

/** The cart's lines, oldest first, in one statement. */
export const listCart = (db: Db, userId: string): Promise<CartItem[]> =>
  db
    .select(line)
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))

/**
 * Puts pieces of a product in the cart; a line that is there grows. Two clicks at once both count: the upsert compares
 * and grows under the line's own lock.
 * @throws Problem NOT_FOUND, QUANTITY_LIMIT past 99 pieces, INSUFFICIENT_STOCK with `available`.
 */
export async function addLine(
  db: Db,
  userId: string,
  productId: string,
  quantity: number,
): Promise<CartItem> {
  const [product] = await db
    .select({ stock: available })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.isActive, true)))
  if (!product) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const grown = sql`${cartItems.quantity} + excluded.quantity`
  if (quantity > product.stock) throw new Problem('INSUFFICIENT_STOCK', { available: product.stock })
  const [kept] = await db
    .insert(cartItems)
    .values({ userId, productId, quantity })
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.productId],
      set: { quantity: grown },
      setWhere: sql`${grown} <= ${Math.min(product.stock, MOST_PIECES)}`,
    })
    .returning({ id: cartItems.id })
  if (kept) return readLine(db, userId, kept.id)
  throw product.stock > MOST_PIECES
    ? new Problem('QUANTITY_LIMIT')
    : new Problem('INSUFFICIENT_STOCK', { available: product.stock })
}

/** @throws Problem NOT_FOUND when the line is not there or someone else's. */
async function readLine(db: Db, userId: string, itemId: string): Promise<CartItem> {
  const [found] = await db
    .select(line)
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(and(eq(cartItems.id, itemId), eq(cartItems.userId, userId)))
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit staat niet meer in je winkelwagen.' })
  return found
}

/**
 * Sets how many pieces a line has; 0 takes it out. A line may always shrink, also when there is less stock than that.
 * @returns the line, or null when it is gone
 * @throws Problem NOT_FOUND, INSUFFICIENT_STOCK with `available`.
 */
export const setQuantity = (
  db: Db,
  userId: string,
  itemId: string,
  quantity: number,
): Promise<CartItem | null> =>
  db.transaction(async tx => {
    const found = await readLine(tx, userId, itemId)
    if (quantity === 0) {
      await removeLine(tx, userId, itemId)
      return null
    }
    if (quantity > found.product.stock && quantity > found.quantity) {
      throw new Problem('INSUFFICIENT_STOCK', { available: found.product.stock })
    }
    await tx.update(cartItems).set({ quantity }).where(eq(cartItems.id, itemId))
    return { ...found, quantity }
  })

/** @throws Problem NOT_FOUND when the line is not there or someone else's. */
export async function removeLine(db: Db, userId: string, itemId: string): Promise<void> {
  const removed = await db
    .delete(cartItems)
    .where(and(eq(cartItems.id, itemId), eq(cartItems.userId, userId)))
    .returning({ id: cartItems.id })
  if (removed.length === 0)
    throw new Problem('NOT_FOUND', { message: 'Dit staat niet meer in je winkelwagen.' })
}

/** Takes bought products out of the cart, once their order is paid. */
export async function removeBought(tx: Db, userId: string, productIds: string[]): Promise<void> {
  await tx
    .delete(cartItems)
    .where(and(eq(cartItems.userId, userId), inArray(cartItems.productId, productIds)))
}
