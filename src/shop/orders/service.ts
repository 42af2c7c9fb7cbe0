import { type AnyColumn, and, asc, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { contactEmail } from '../../people/accounts/guest.service.ts'
import { users } from '../../people/accounts/table.ts'
import type { ProductQuantity } from '../products/stock/service.ts'
import { ownCountryOf } from '../../money/vat/place.service.ts'
import type { TaxClass } from '../../wire/vat.ts'
import { findCreditPayments } from '../../money/credit/spend.service.ts'
import { findOpenCheckoutUrl, isPaymentBrokenOff } from '../../money/payments/service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf, isAnyOf, onlyRow, qualified } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { Order, OrderItem, OrderStatus, OrderSummary } from './contract.ts'
import { addGiftCards } from './lines/boughtGiftCards.service.ts'
import { findInvoiceCredit } from './credit.service.ts'
import { followOrder } from './effects.service.ts'
import { isNeverPaidSql, isOrderNeverPaid } from './neverPaid.service.ts'
import { decryptComments } from './orderText.service.ts'
import { buildOrderInvoiceContent } from './invoice.rules.ts'
import { digitalDeliveries } from '../downloads/table.ts'
import { orderItems, orders } from './table.ts'

export type OrderRow = typeof orders.$inferSelect

/**
 * The buyer and the data of an order's invoice. Its owner stays the same until the transaction ends: an account may be claiming its orders
 * as a guest. @throws Problem NOT_FOUND
 */
export async function readOrderInvoiceData(tx: Tx, orderId: string) {
  const [found] = await tx
    .select({ order: orders, email: contactEmail, ownCountry: ownCountryOf(orders.userId) })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId))
    .for('share', { of: orders })
  if (!found) throw orderNotFound()
  const { order, email, ownCountry } = found
  const items = await listItemsOfOrder(tx, orderId)
  const lines = items.map(({ product, ...line }) => ({ ...line, productName: product.name }))
  const content = buildOrderInvoiceContent(order, lines, email)
  return {
    userId: order.userId,
    content: { ...content, ...(await findInvoiceCredit(tx, order)) },
    vat: {
      terms: order.vat,
      paidAt: order.paidAt,
      shippingCountry: order.shippingCountry,
      ownCountry,
    },
  }
}

/** Whether a line was delivered digitally: only then its buyer has no right to withdraw from it. */
export const isDeliveredDigitally = sql<boolean>`("order_items"."is_digital" and exists (
  select from digital_deliveries d where d.order_item_id = "order_items"."id"
))`

/** The lines of the order with this number and e-mail address; undefined when there is none. */
export async function findOrderByNumberAndEmail(db: Db, number: string, email: string) {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.number, number), eq(contactEmail, email)))
  if (!order) return undefined
  const items = await db
    .select({
      ...columnsOf(orderItems, 'id', 'quantity', 'hygieneSealed'),
      isDigital: isDeliveredDigitally,
      isSent: sql<boolean>`not ${orderItems.isDigital}`,
      name: orderItems.productName,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.id))
  return { ...order, items }
}

export async function lockOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('no key update')
  if (!order) throw orderNotFound()
  return order
}

/** The columns that may change of a locked order. */
type OrderChanges = Partial<
  Pick<
    OrderRow,
    'status' | 'paidAt' | 'shippedAt' | 'deliveredAt' | 'isClosed' | 'trackingCode' | 'shippingCarrier'
  >
> & { promisedOn?: ReturnType<typeof sql> | null }

/** A change of status says when it is, because its effects depend on that. */
type OrderChange = OrderChanges & ({ status?: never; now?: never } | { status: OrderStatus; now: Date })

export async function updateOrder(tx: Tx, orderId: string, { now, ...changes }: OrderChange): Promise<void> {
  const [order] = await tx
    .update(orders)
    .set(changes)
    .where(eq(orders.id, orderId))
    .returning(columnsOf(orders, 'id', 'userId', 'promotions', 'paidAt', 'creditCents'))
  if (order && changes.status !== undefined && now !== undefined)
    await followOrder('onStatus', tx, order, changes.status, now)
}

export async function findOrderNumbers(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  const found = await db
    .select(columnsOf(orders, 'id', 'number'))
    .from(orders)
    .where(inArray(orders.id, orderIds))
  return new Map(found.map(({ id, number }) => [id, number]))
}

export const listOrderQuantities = (tx: Tx, orderId: string): Promise<ProductQuantity[]> =>
  tx
    .select(columnsOf(orderItems, 'productId', 'quantity'))
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))

/** Whether every line is digital. Names its tables in full, because a query of one table leaves their names out. */
export const isDigitalOrder = sql<boolean>`not exists (
  select from order_items line where line.order_id = "orders"."id" and not line.is_digital
)`

/** One's own orders, newest first, in one statement. */
export const listOwnOrders = (db: Db, userId: string): Promise<z.input<typeof OrderSummary>[]> =>
  db
    .select({
      ...columnsOf(orders, 'id', 'number', 'createdAt', 'status', 'paidAt', 'hasTracking', 'trackingCost'),
      total: orders.totalAmount,
      shippingCost: sql<number | null>`nullif(${orders.shippingCost}, 0)`,
      creditTotal: sql<number | null>`nullif(${orders.creditCents}, 0)`,
      isDigital: isDigitalOrder,
      isNeverPaid: isNeverPaidSql(),
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt), desc(orders.id))

/** @throws Problem NOT_FOUND for an unknown order or another user's. */
export async function findOwnOrder(db: Db, userId: string, orderId: string): Promise<OrderRow> {
  const own = and(eq(orders.id, orderId), eq(orders.userId, userId))
  const [order] = await db.select().from(orders).where(own)
  if (!order) throw orderNotFound()
  return order
}

export async function readOwnOrder(
  { db, dataCipher, now }: Pick<Platform, 'db' | 'dataCipher' | 'now'>,
  userId: string,
  orderId: string,
): Promise<z.input<typeof Order>> {
  const found = await findOwnOrder(db, userId, orderId)
  const order = onlyRow(await decryptComments({ db, dataCipher }, [found]))
  const paymentUrl = isOrderPayable(order) ? await findOpenCheckoutUrl(db, orderId) : null
  const items = await addGiftCards(db, await listItemsOfOrder(db, orderId), now())
  const isDigital = items.every(item => item.isDigital)
  const promotions = order.promotions ?? undefined
  const credit = order.creditCents > 0 ? await findCreditPayments(db, orderId) : []
  return {
    ...order,
    total: order.totalAmount,
    promotions,
    ...(credit.length > 0 && { creditPayments: credit, dueTotal: order.totalAmount - order.creditCents }),
    isDigital,
    paymentUrl,
    ...(await findEnd(db, order)),
    items,
  }
}

type EndedOrder = Pick<OrderRow, 'id' | 'status' | 'paidAt' | 'isClosed'>

/** Whether an order ended without a payment, and because its buyer broke that off. */
async function findEnd(
  db: Db,
  { id, status, paidAt, isClosed }: EndedOrder,
): Promise<Pick<z.input<typeof Order>, 'isNeverPaid' | 'isPaymentBrokenOff'>> {
  const isNeverPaid = status === 'CANCELLED' && paidAt === null && (await isOrderNeverPaid(db, id))
  const isBrokenOff = isNeverPaid && !isClosed && (await isPaymentBrokenOff(db, id))
  return { isNeverPaid, ...(isBrokenOff && { isPaymentBrokenOff: true as const }) }
}

export async function listOwnOrderItems(
  db: Db,
  userId: string,
  orderId: string,
  now: Date,
): Promise<OrderItemData[]> {
  await findOwnOrder(db, userId, orderId)
  return addGiftCards(db, await listItemsOfOrder(db, orderId), now)
}

/** Whether the buyer can still pay it. */
export const isOrderPayable = ({ status, paidAt }: Pick<OrderRow, 'status' | 'paidAt'>): boolean =>
  status === 'PENDING' && paidAt === null

export const orderNotFound = () => new Problem('NOT_FOUND', { message: 'Bestelling niet gevonden' })

export type OrderItemData = z.input<typeof OrderItem> & {
  refundedQuantity: number
  vatReturned: number | undefined
  isGiftCard: boolean
  taxClass: TaxClass | null
}

/** The lines of an order, in their original order. */
export async function listItemsOfOrder(db: Db, orderId: string): Promise<OrderItemData[]> {
  const items = await db
    .select({
      ...columnsOf(orderItems, 'id', 'orderId', 'productId', 'quantity', 'pricePerItem', 'discount'),
      product: { name: orderItems.productName, imageUrl: orderItems.imageUrl },
      ...columnsOf(orderItems, 'isDigital', 'hygieneSealed', 'picked', 'refundedQuantity', 'taxClass'),
      vatReturned: orderItems.vatReturned,
      deliveredAt: digitalDeliveries.deliveredAt,
      isGiftCard: sql<boolean>`${orderItems.giftCard} is not null`,
    })
    .from(orderItems)
    .leftJoin(
      digitalDeliveries,
      and(eq(digitalDeliveries.orderItemId, orderItems.id), isNull(digitalDeliveries.revokedAt)),
    )
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))
  return items.map(({ discount, vatReturned, ...item }) => ({
    ...item,
    discount: discount || undefined,
    vatReturned: vatReturned || undefined,
  }))
}

/** Whether any order contains the product, paid or not. */
export async function isProductOrdered(db: Db, productId: string): Promise<boolean> {
  const [line] = await db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.productId, productId))
    .limit(1)
  return line !== undefined
}

/** Which of these products were ever ordered, in one statement. */
export async function findOrderedProducts(db: Db, productIds: string[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set()
  const found = await db
    .selectDistinct({ id: orderItems.productId })
    .from(orderItems)
    .where(isAnyOf(orderItems.productId, productIds))
  return new Set(found.map(({ id }) => id))
}

/** A subquery: the user's paid orders of a product, or of a variant of it, that are not cancelled. */
export const purchasesOf = (db: Db, userId: string, productId: AnyColumn) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, userId),
        sql`(${orderItems.productId} = ${qualified(productId)} or ${orderItems.productId} in (
          select variant.id from products variant where variant.parent_id = ${qualified(productId)}
        ))`,
        notInArray(orders.status, ['PENDING', 'CANCELLED']),
      ),
    )
