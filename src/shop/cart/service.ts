import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import { products } from '../catalog/table.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { Problem } from '../../wire/problem.ts'
import type { CartItem } from './contract.ts'
import { MAX_LINE_QUANTITY } from '../../wire/fields.ts'
import { cartItems } from './table.ts'

/** What can be bought now: of what is no longer on sale, nothing. */
const available = sql<number>`
  case when ${products.isActive} then ${products.stock} - ${products.reservedStock} else 0 end`.mapWith(
  Number,
)

const lineColumns = {
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
export const listCartLines = (db: Db, userId: string): Promise<CartItem[]> =>
  db
    .select(lineColumns)
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id))

interface AddedLine {
  product: CartItem['product']
  productId: string
  /** Null when the line was refused. */
  id: string | null
  quantity: number
  /** How many pieces the line had when the statement began; by now it may have more. */
  before: number
}

/**
 * Puts pieces of a product in the cart; a line that is there grows. One statement: the upsert compares and grows under
 * the line's own lock, so that two clicks at once both count.
 * @throws Problem NOT_FOUND, QUANTITY_LIMIT past 99 pieces, INSUFFICIENT_STOCK with `available`.
 */
export async function addLine(
  db: Db,
  userId: string,
  productId: string,
  quantity: number,
): Promise<CartItem> {
  const { rows } = (await db.execute(sql`
    with product as (
      select *, stock - reserved_stock as available from ${products} where id = ${productId}::uuid and is_active
    ), line as (
      insert into ${cartItems} as old (id, user_id, product_id, quantity)
      select ${randomUUIDv7()}::uuid, ${userId}::uuid, id, ${quantity}::int from product where available >= ${quantity}::int
      on conflict (user_id, product_id) do update set quantity = old.quantity + excluded.quantity
      where old.quantity + excluded.quantity <= (select least(available, ${MAX_LINE_QUANTITY}::int) from product)
      returning id, quantity
    )
    select line.id, product.id as "productId", line.quantity,
      coalesce((
        select quantity from ${cartItems} where product_id = product.id and user_id = ${userId}::uuid
      ), 0) as before,
      jsonb_build_object(
        'name', name, 'slug', slug, 'price', price, 'imageUrl', image_url, 'stock', available,
        'shippingCost', shipping_cost, 'showShippingOptions', show_shipping_options,
        'showCommentsField', show_comments_field
      ) as product
    from product left join line on true`)) as { rows: AddedLine[] }
  const [added] = rows
  if (!added) throw new Problem('NOT_FOUND', { message: 'Dit product bestaat niet meer.' })
  const { id, before, product } = added
  if (id) return { id, productId: added.productId, quantity: added.quantity, product }
  if (product.stock >= MAX_LINE_QUANTITY || before + quantity > MAX_LINE_QUANTITY)
    throw new Problem('QUANTITY_LIMIT')
  throw new Problem('INSUFFICIENT_STOCK', { productId, available: product.stock })
}

/**
 * Sets how many pieces a line has; 0 takes it out. A line may always shrink, also when there is less stock than that.
 * @returns the line, or null when it is gone
 * @throws Problem NOT_FOUND, INSUFFICIENT_STOCK with `available`.
 */
export async function setQuantity(
  db: Db,
  userId: string,
  itemId: string,
  quantity: number,
): Promise<CartItem | null> {
  if (quantity === 0) {
    await removeLine(db, userId, itemId)
    return null
  }
  const own = and(eq(cartItems.id, itemId), eq(cartItems.userId, userId))
  const fits = or(gte(available, quantity), gte(cartItems.quantity, quantity))
  const [changed] = await db
    .update(cartItems)
    .set({ quantity })
    .from(products)
    .where(and(own, eq(products.id, cartItems.productId), fits))
    .returning(lineColumns)
  if (changed) return changed
  const [refused] = await db
    .select({ productId: cartItems.productId, available })
    .from(cartItems)
    .innerJoin(products, eq(products.id, cartItems.productId))
    .where(own)
  throw refused ? new Problem('INSUFFICIENT_STOCK', refused) : lineNotFound()
}

const lineNotFound = () => new Problem('NOT_FOUND', { message: 'Dit staat niet meer in je winkelwagen.' })

/** @throws Problem NOT_FOUND when the line is not there or someone else's. */
export async function removeLine(db: Db, userId: string, itemId: string): Promise<void> {
  const removed = await db
    .delete(cartItems)
    .where(and(eq(cartItems.id, itemId), eq(cartItems.userId, userId)))
    .returning({ id: cartItems.id })
  if (removed.length === 0) throw lineNotFound()
}

/** Takes bought products out of the cart, once their order is paid. */
export async function removePurchasedLines(tx: Tx, userId: string, productIds: string[]): Promise<void> {
  await tx
    .delete(cartItems)
    .where(and(eq(cartItems.userId, userId), inArray(cartItems.productId, productIds)))
}
