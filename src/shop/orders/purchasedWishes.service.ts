import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { payments, refunds } from '../../money/payments/table.ts'
import type { Tx } from '../../platform/db/db.ts'
import { qualified } from '../../platform/db/sql.ts'
import { products } from '../products/catalog/table.ts'
import { wishlistItems } from '../wishlist/table.ts'
import { orderItems, orders } from './table.ts'

/**
 * Updates which of a buyer's wishes are purchased, for the products of an order that has changed: those that the buyer has paid for
 * since they were wished, in an order that was not cancelled or refunded in full.
 */
export async function updatePurchasedWishes(tx: Tx, orderId: string): Promise<void> {
  // The buyer of a variant has bought its product.
  const bought = sql`(
    select unnest(array[item.product_id, product.parent_id]) from ${orderItems} item join ${products} product on product.id = item.product_id
    where item.order_id = ${orderId}
  )`
  const buyer = tx.select({ id: orders.userId }).from(orders).where(eq(orders.id, orderId))
  // In id order, to avoid deadlock; and before the update, which then sees what others have committed.
  const wishes = await tx
    .select({ id: wishlistItems.id })
    .from(wishlistItems)
    .where(and(inArray(wishlistItems.userId, buyer), sql`${wishlistItems.productId} in ${bought}`))
    .orderBy(asc(wishlistItems.id))
    .for('no key update')
  if (wishes.length === 0) return
  await tx
    .update(wishlistItems)
    .set({ purchased: isPurchased })
    .where(
      inArray(
        wishlistItems.id,
        wishes.map(({ id }) => id),
      ),
    )
}

/** Cents of an order's invoiced payment that went back. */
const creditedCents = sql`(
  select coalesce(sum(${refunds.amountCents}), 0) from ${refunds}
  join ${payments} on ${payments.id} = ${refunds.paymentId}
  where ${payments.subjectId} = ${qualified(orders.id)} and ${refunds.credits})`

const isPurchased = sql`exists (
  select from ${orderItems} join ${orders} on ${orders.id} = ${orderItems.orderId}
  where ${orders.userId} = ${qualified(wishlistItems.userId)} and (
      ${orderItems.productId} = ${qualified(wishlistItems.productId)} or ${orderItems.productId} in (
        select variant.id from ${products} variant where variant.parent_id = ${qualified(wishlistItems.productId)}
      )
    )
    and ${orders.paidAt} >= ${qualified(wishlistItems.createdAt)} and ${orders.status} <> 'CANCELLED'
    and ${orderItems.refundedQuantity} < ${orderItems.quantity}
    and (${orders.totalAmount} = 0 or ${creditedCents} < ${orders.totalAmount}))`
