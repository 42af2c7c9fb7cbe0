import { and, asc, desc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { AddressRow } from '../addresses/service.ts'
import type { HeldProduct, Wanted } from '../catalog/stock.service.ts'
import { openCheckoutUrl } from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import { Problem } from '../wire/problem.ts'
import type { Order, OrderItem, OrderStatus, OrderSummary } from './contract.ts'
import { takeOrderNumber } from './number.service.ts'
import { bookYear, totalDue, trackingCost } from './rules.ts'
import { orderItems, orders } from './table.ts'

export type OrderRow = typeof orders.$inferSelect

export interface NewOrder {
  id: string
  userId: string
  wanted: Wanted[]
  held: HeldProduct[]
  address: AddressRow | null
  hasTracking: boolean
  comments: string | null
}

/** Writes a PENDING order with snapshots of what it holds and where it goes. */
export async function placeOrder(tx: Db, order: NewOrder, now: Date): Promise<OrderRow> {
  const product = new Map(order.held.map(held => [held.id, held]))
  const lines = order.wanted.map(({ productId, quantity }) => ({
    quantity,
    ...(product.get(productId) as HeldProduct),
  }))
  const [placed] = await tx
    .insert(orders)
    .values({
      id: order.id,
      number: await takeOrderNumber(tx, bookYear(now)),
      userId: order.userId,
      totalAmount: totalDue(lines, order.hasTracking),
      hasTracking: trackingCost(lines, order.hasTracking) > 0,
      trackingCost: trackingCost(lines, order.hasTracking),
      comments: order.comments,
      createdAt: now,
      ...(order.address && snapshot(order.address)),
    })
    .returning()
  await tx.insert(orderItems).values(
    lines.map(line => ({
      orderId: order.id,
      productId: line.id,
      quantity: line.quantity,
      pricePerItem: line.price,
      productName: line.name,
      imageUrl: line.imageUrl,
    })),
  )
  return placed as OrderRow
}

const snapshot = (address: AddressRow) => ({
  shippingFirstName: address.firstName,
  shippingLastName: address.lastName,
  shippingCompany: address.company,
  shippingStreet: address.street,
  shippingHouseNumber: address.houseNumber,
  shippingPostalCode: address.postalCode,
  shippingCity: address.city,
  shippingCountry: address.country,
})

/** Locks an order for a change of its status. */
export async function lockOrder(tx: Db, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw new Problem('NOT_FOUND')
  return order
}

export async function markPaid(tx: Db, orderId: string, now: Date): Promise<void> {
  await setStatus(tx, orderId, 'PAID', { paidAt: now })
}

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
