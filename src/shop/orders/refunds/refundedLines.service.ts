import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/db.ts'
import { columnsOf } from '../../../platform/db/sql.ts'
import type { RefundableLine, RefundedQuantity } from './rules.ts'
import { orderItems } from '../table.ts'

export const listRefundableLines = (tx: Tx, orderId: string): Promise<RefundableLine[]> =>
  tx
    .select({
      ...columnsOf(orderItems, 'id', 'productId', 'quantity', 'refundedQuantity', 'pricePerItem', 'discount'),
      vatReturned: orderItems.vatReturned,
      taxClass: orderItems.taxClass,
      isDigital: orderItems.isDigital,
      isGiftCard: sql<boolean>`${orderItems.giftCard} is not null`,
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))

/** Adds to the refunded quantities of lines, in one statement. */
export async function markLinesRefunded(tx: Tx, taken: RefundedQuantity[]): Promise<void> {
  await tx.execute(sql`
    update ${orderItems} set refunded_quantity = refunded_quantity + taken.quantity
    from jsonb_to_recordset(${JSON.stringify(taken)}::jsonb) as taken("itemId" uuid, quantity int)
    where ${orderItems.id} = taken."itemId"`)
}

/** Notes the amounts of lines that went back as VAT, in one statement. */
export async function recordVatRefundOfLines(
  tx: Tx,
  shares: { itemId: string; cents: number }[],
): Promise<void> {
  await tx.execute(sql`
    update ${orderItems} set vat_returned = share.cents
    from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as share("itemId" uuid, cents int)
    where ${orderItems.id} = share."itemId"`)
}
