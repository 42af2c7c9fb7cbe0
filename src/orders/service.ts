import { randomUUIDv7 } from 'node:crypto'
import { and, asc, desc, eq, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addresses } from '../addresses/table.ts'
import type { HeldProduct, Wanted } from '../catalog/stock.service.ts'
import { openCheckoutUrl } from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { Order, OrderItem, OrderStatus, OrderSummary } from './contract.ts'
import { layOutNumbers, takeOrderNumber } from './number.service.ts'
import { bookYear, totalDue, trackingCost } from './rules.ts'
import { orderItems, orders } from './table.ts'

export type OrderRow = typeof orders.$inferSelect

/** What the rest of a sale needs to know of an order. */
export type PlacedOrder = Pick<OrderRow, 'id' | 'number' | 'userId' | 'totalAmount'>

export interface NewOrder {
  id: string
  userId: string
  lines: HeldProduct[]
  addressId: string | null
  hasTracking: boolean
  comments: string | null
}

/**
 * Writes a PENDING order with snapshots of what it holds and where it goes.
 * @throws Problem NOT_FOUND when the address is not there or someone else's. The caller's transaction must roll back.
 */
export async function placeOrder(tx: Db, order: NewOrder, now: Date): Promise<PlacedOrder> {
  const { id, userId, lines, hasTracking } = order
  let written = await writeOrder(tx, order, now)
  if (!written) {
    await layOutNumbers(tx, bookYear(now))
    written = await writeOrder(tx, order, now)
  }
  if (!written) throw new Error(`no order number to be had for ${bookYear(now)}`)
  if (!written.placed) throw new Problem('NOT_FOUND', { message: 'Dit adres bestaat niet meer.' })
  return { id, userId, number: written.number, totalAmount: totalDue(lines, hasTracking) }
}

/**
 * The number, the order, its address and its lines in one statement, so that what is held is locked as briefly as can be.
 * @returns nothing when no number lies ready; `placed` is null when the address is not the user's
 */
async function writeOrder(
  tx: Db,
  { id, userId, lines, addressId, hasTracking, comments }: NewOrder,
  now: Date,
): Promise<{ number: string; placed: string | null } | undefined> {
  const tracking = trackingCost(lines, hasTracking)
  // Sorted, because lines are read in the order of their ids, and those of one millisecond come in any order.
  const ids = lines.map(() => randomUUIDv7()).sort()
  const items = lines.map((line, index) => ({ item: ids[index], ...line }))
  const { rows } = (await tx.execute(sql`
    with taken as (${takeOrderNumber(bookYear(now))}),
    address as (select * from ${addresses} where id = ${addressId}::uuid and user_id = ${userId}::uuid),
    placed as (
      insert into ${orders} (
        id, number, user_id, total_amount, has_tracking, tracking_cost, comments, created_at,
        shipping_first_name, shipping_last_name, shipping_company, shipping_street, shipping_house_number,
        shipping_postal_code, shipping_city, shipping_country
      )
      select
        ${id}::uuid, number, ${userId}::uuid, ${totalDue(lines, hasTracking)}::int, ${tracking > 0}::boolean,
        ${tracking}::int, ${comments}::text, ${now.toISOString()}::timestamptz,
        first_name, last_name, company, street, house_number, postal_code, city, country
      from taken left join address on true
      where ${addressId}::uuid is null or address.id is not null
      returning id
    ), kept as (
      insert into ${orderItems} (id, order_id, product_id, quantity, price_per_item, product_name, image_url)
      select item, placed.id, line.id, quantity, price, name, "imageUrl"
      from placed, jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as line(item uuid, id uuid, quantity int, price int, name text, "imageUrl" text)
    )
    select taken.number, placed.id as placed from taken left join placed on true`)) as {
    rows: { number: string; placed: string | null }[]
  }
  return rows[0]
}

/** Locks an order for a change of its status. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (!order) throw new Problem('NOT_FOUND')
  return order
}

export const markPaid = (tx: Db, orderId: string, now: Date): Promise<void> =>
  setStatus(tx, orderId, 'PAID', { paidAt: now })

export const markCancelled = (tx: Db, orderId: string): Promise<void> => setStatus(tx, orderId, 'CANCELLED')

async function setStatus(
  tx: Db,
  orderId: string,
  status: OrderStatus,
  times: { paidAt?: Date } = {},
): Promise<void> {
  await tx
    .update(orders)
    .set({ status, ...times })
    .where(eq(orders.id, orderId))
}

/** What an order takes of each product. */
export const wantedBy = (tx: Db, orderId: string): Promise<Wanted[]> =>
  tx
    .select({ productId: orderItems.productId, quantity: orderItems.quantity })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))

const summary = {
  id: orders.id,
  number: orders.number,
  createdAt: orders.createdAt,
  status: orders.status,
  total: orders.totalAmount,
  hasTracking: orders.hasTracking,
}

/** One's own orders, newest first, in one statement. */
export const listOwnOrders = (db: Db, userId: string): Promise<z.input<typeof OrderSummary>[]> =>
  db
    .select(summary)
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))

/** @throws Problem NOT_FOUND when it is not there or someone else's. */
export async function readOwnOrder(db: Db, userId: string, orderId: string): Promise<z.input<typeof Order>> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!order) throw orderNotFound()
  const paymentUrl = order.status === 'PENDING' ? await openCheckoutUrl(db, orderId) : null
  return { ...order, total: order.totalAmount, paymentUrl, items: await itemsOf(db, orderId) }
}

/** @throws Problem NOT_FOUND when the order is not there or someone else's. */
export async function listOwnItems(db: Db, userId: string, orderId: string): Promise<OrderItem[]> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, userId)))
  if (!order) throw orderNotFound()
  return itemsOf(db, orderId)
}

const orderNotFound = () => new Problem('NOT_FOUND', { message: 'Bestelling niet gevonden' })

const itemsOf = (db: Db, orderId: string): Promise<OrderItem[]> =>
  db
    .select({
      id: orderItems.id,
      orderId: orderItems.orderId,
      productId: orderItems.productId,
      quantity: orderItems.quantity,
      pricePerItem: orderItems.pricePerItem,
      product: { name: orderItems.productName, imageUrl: orderItems.imageUrl },
      picked: orderItems.picked,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))

/** Whether someone has paid for a product in an order that stands. */
export async function hasBought(db: Db, userId: string, productId: string): Promise<boolean> {
  const [bought] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        eq(orderItems.productId, productId),
        notInArray(orders.status, ['PENDING', 'CANCELLED']),
      ),
    )
    .limit(1)
  return bought !== undefined
}
