import { eq, sql } from 'drizzle-orm'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import { cartReservations, products } from './table.ts'

export interface Wanted {
  productId: string
  quantity: number
}

/** A product as it is sold at this moment: the snapshot that an order keeps. */
export interface HeldProduct {
  id: string
  name: string
  imageUrl: string | null
  price: number
  shippingCost: number
  showShippingOptions: boolean
}

/** The same product on two lines counts as one sum. */
export function sumByProduct(lines: Wanted[]): Wanted[] {
  const sums = new Map<string, number>()
  for (const { productId, quantity } of lines) sums.set(productId, (sums.get(productId) ?? 0) + quantity)
  return [...sums].map(([productId, quantity]) => ({ productId, quantity }))
}

const asRows = (wanted: Wanted[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted("productId" uuid, quantity int)`

/**
 * Holds stock for an order, all of it or nothing, in one statement. The rows are locked in the order of their ids, so
 * that two baskets of the same products can't wait for each other in a circle, and the stock is compared under that
 * lock, so that the last piece is held once.
 * @throws Problem NOT_FOUND for a product that is gone; INSUFFICIENT_STOCK with `productId` and `available`.
 */
export async function holdStock(
  tx: Db,
  orderId: string,
  wanted: Wanted[],
  expiresAt: Date,
): Promise<HeldProduct[]> {
  const { rows } = (await tx.execute(sql`
    with locked as materialized (
      select p.id, wanted.quantity
      from ${asRows(wanted)} join ${products} p on p.id = wanted."productId"
      where p.is_active
      order by p.id
      for update of p
    ), held as (
      update ${products} p set reserved_stock = p.reserved_stock + locked.quantity
      from locked
      where p.id = locked.id and p.stock - p.reserved_stock >= locked.quantity
      returning p.id, p.name, p.image_url, p.price, p.shipping_cost, p.show_shipping_options, locked.quantity
    ), kept as (
      insert into ${cartReservations} (id, session_id, product_id, quantity, expires_at)
      select gen_random_uuid(), ${orderId}::uuid, held.id, held.quantity, ${expiresAt.toISOString()}::timestamptz from held
    )
    select id, name, image_url as "imageUrl", price, shipping_cost as "shippingCost",
      show_shipping_options as "showShippingOptions"
    from held`)) as unknown as { rows: HeldProduct[] }
  if (rows.length < wanted.length) throw await shortage(tx, wanted, new Set(rows.map(row => row.id)))
  return rows
}

/** Why not everything could be held; the caller's transaction rolls back. */
async function shortage(tx: Db, wanted: Wanted[], held: Set<string>): Promise<Problem> {
  const missing = wanted.find(({ productId }) => !held.has(productId)) as Wanted
  const [product] = await tx
    .select({
      name: products.name,
      isActive: products.isActive,
      available: sql<number>`${products.stock} - ${products.reservedStock}`.mapWith(Number),
    })
    .from(products)
    .where(eq(products.id, missing.productId))
  return product?.isActive
    ? new Problem('INSUFFICIENT_STOCK', { productId: missing.productId, available: product.available })
    : new Problem('NOT_FOUND', { message: 'Een product is niet meer te koop.', productId: missing.productId })
}

/** Gives back what an order still holds. Harmless when it holds nothing. */
export async function releaseStock(tx: Db, orderId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from ${cartReservations} where session_id = ${orderId}::uuid returning product_id, quantity
    ), locked as materialized (
      select p.id, gone.quantity from ${products} p join gone on gone.product_id = p.id order by p.id for update of p
    )
    update ${products} p set reserved_stock = p.reserved_stock - locked.quantity from locked where p.id = locked.id`)
}

/**
 * Turns what an order holds into a sale: `stock` and `reservedStock` both fall.
 * @returns how many products were claimed; fewer than the order has means that the hold was gone
 */
export async function claimStock(tx: Db, orderId: string): Promise<number> {
  const { rows } = (await tx.execute(sql`
    with gone as (
      delete from ${cartReservations} where session_id = ${orderId}::uuid returning product_id, quantity
    ), locked as materialized (
      select p.id, gone.quantity from ${products} p join gone on gone.product_id = p.id order by p.id for update of p
    )
    update ${products} p set stock = p.stock - locked.quantity, reserved_stock = p.reserved_stock - locked.quantity
    from locked where p.id = locked.id
    returning p.id`)) as unknown as { rows: unknown[] }
  return rows.length
}

/** Takes stock for an order whose hold is gone, all of it or nothing. */
export async function takeStock(tx: Db, wanted: Wanted[]): Promise<boolean> {
  const { rows } = (await tx.execute(sql`
    with locked as materialized (
      select p.id, wanted.quantity, p.stock - p.reserved_stock >= wanted.quantity as enough
      from ${asRows(wanted)} join ${products} p on p.id = wanted."productId"
      order by p.id
      for update of p
    )
    update ${products} p set stock = p.stock - locked.quantity
    from locked
    where p.id = locked.id and (select bool_and(enough) from locked)
    returning p.id`)) as unknown as { rows: unknown[] }
  return rows.length === wanted.length
}

/** Orders whose hold has expired, oldest first; at most `limit`, so that a backlog is worked off in steps. */
export async function expiredHolds(db: Db, now: Date, limit = 200): Promise<string[]> {
  const rows = await db
    .selectDistinct({ orderId: cartReservations.sessionId })
    .from(cartReservations)
    .where(sql`${cartReservations.expiresAt} <= ${now.toISOString()}::timestamptz`)
    .limit(limit)
  return rows.map(row => row.orderId)
}
