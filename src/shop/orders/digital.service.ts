import { asc, eq } from 'drizzle-orm'
import { lockRefundablePayments, sumLeft } from '../../money/payments/refund.service.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/sql.ts'
import { Problem } from '../../wire/problem.ts'
import type { ProductQuantity } from '../catalog/stock.service.ts'
import { findProductsWithCodes, matchStockWithCodes } from '../downloads/codes.service.ts'
import { deliverLines, listDeliveries, lockProducts, takeBackLines } from '../downloads/delivery.service.ts'
import { issueGiftCards } from './giftCards.service.ts'
import { orderDigitalMail } from './contract.ts'
import { isDeliveredWhole } from './digital.rules.ts'
import { notifyBuyers, queueOrderMails } from './notices.service.ts'
import { lockOrder, type OrderRow, updateOrder } from './service.ts'
import { orderItems } from './table.ts'

type OrderHeader = Pick<OrderRow, 'id' | 'userId' | 'number'>

const linesOf = (tx: Tx, orderId: string) =>
  tx
    .select({
      ...columnsOf(orderItems, 'id', 'productId', 'productName', 'quantity', 'refundedQuantity', 'isDigital'),
      ...columnsOf(orderItems, 'pricePerItem', 'giftCard'),
      ...columnsOf(orderItems, 'giftMessage', 'giftMessageEncrypted', 'giftMessageKeyId'),
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))

/**
 * Delivers what is digital of an order, in the transaction that sells its stock, and tells its buyer. Lines that can't be
 * delivered are left to be handled by hand.
 * @returns how many lines were delivered, and whether the order is delivered with that
 */
export async function deliverDigitalLines(tx: Tx, platform: Platform, order: OrderHeader) {
  const now = platform.now()
  const lines = await linesOf(tx, order.id)
  const earlier = (await listDeliveries(tx, order.id)).filter(({ revokedAt }) => revokedAt === null)
  const isDone = (id: string) => earlier.some(({ orderItemId }) => orderItemId === id)
  const due = lines
    // A product that is sent may still have files or codes of before.
    .filter(({ id, isDigital, giftCard }) => isDigital && !giftCard && !isDone(id))
    .map(({ id: itemId, productId, productName, quantity, refundedQuantity }) => ({
      itemId,
      productId,
      productName,
      quantity: quantity - refundedQuantity,
    }))
  const delivered = await deliverLines(tx, order, due, now)
  const cards = await issueGiftCards(
    tx,
    platform,
    order,
    lines.map(line => ({ ...line, quantity: line.quantity - line.refundedQuantity })),
  )
  const isWhole = isDeliveredWhole(
    lines.map(line => ({
      ...line,
      isDelivered: delivered.has(line.id) || cards.has(line.id) || isDone(line.id),
    })),
  )
  if (delivered.size > 0) {
    await notifyBuyers(tx, platform, [order], 'ORDER_DIGITAL')
    const more = { orderId: order.id, isWhole }
    await queueOrderMails(tx, platform, orderDigitalMail, [{ orderId: order.id, more }])
  }
  // Of cards alone no mail of a delivery tells: they are mailed to others.
  else if (isWhole && cards.size > 0) await notifyBuyers(tx, platform, [order], 'ORDER_PAID')
  return { delivered: delivered.size, isWhole }
}

const refundedMessage = 'Van deze bestelling is alles terugbetaald: er is niets meer te leveren.'

/**
 * Delivers the digital lines of a paid order that could not be delivered when it was paid; codes leave the stock with that.
 * @throws Problem NOT_FOUND; ORDER_NOT_PAID; ORDER_REFUNDED when nothing is left of its payment; STOCK_RESERVED
 */
export const deliverRemainingLines = (
  platform: Platform,
  by: string,
  orderId: string,
): Promise<{ delivered: number }> =>
  platform.db.transaction(async tx => {
    const order = await lockOrder(tx, orderId)
    if (order.paidAt === null || order.status === 'CANCELLED') throw new Problem('ORDER_NOT_PAID')
    // A refund at the provider takes back what was delivered, and leaves the order and its lines as they are.
    const left = await lockRefundablePayments(tx, orderId)
    if (left.length > 0 && sumLeft(left) === 0)
      throw new Problem('ORDER_REFUNDED', { message: refundedMessage })
    const productIds = (await linesOf(tx, orderId)).map(({ productId }) => productId)
    await lockProducts(tx, productIds)
    const now = platform.now()
    const { delivered, isWhole } = await deliverDigitalLines(tx, platform, order)
    if (delivered === 0) return { delivered }
    for (const productId of await findProductsWithCodes(tx, productIds))
      await matchStockWithCodes(tx, productId, by, 'DELIVERED')
    if (isWhole && order.deliveredAt === null)
      await updateOrder(tx, orderId, { status: 'DELIVERED', deliveredAt: now, now })
    const details = { lines: delivered }
    await recordAuditEntry(tx, { by, action: 'ORDER_DELIVERED', subjectId: orderId, details })
    return { delivered }
  })

/**
 * Takes back what was delivered of refunded pieces.
 * @param isAll the whole order is refunded, whatever was said of its lines
 * @returns the codes that are for sale again; the stock of the other products is the caller's decision
 */
export async function takeBackRefundedLines(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  orderId: string,
  refunded: { itemId: string; quantity: number }[],
  isAll: boolean,
): Promise<{ codes: ProductQuantity[]; productsWithCodes: Set<string> }> {
  const lines = await linesOf(tx, orderId)
  const taken = lines.flatMap(({ id: itemId, productId, quantity, refundedQuantity }) => {
    const back = refunded.find(each => each.itemId === itemId)
    const isWhole = isAll || refundedQuantity === quantity
    return back || isAll ? [{ itemId, productId, quantity: back?.quantity ?? 0, isWhole }] : []
  })
  const codes = await takeBackLines(tx, taken, now())
  const productIds = taken.map(({ productId }) => productId)
  return { codes, productsWithCodes: await findProductsWithCodes(tx, productIds) }
}

/**
 * Takes back all that was delivered of a cancelled order.
 * @param isRestocked whether the cancellation has put all units back into stock: that of codes is corrected to their number,
 * because void ones are not for sale
 * @returns the codes that are for sale again
 */
export async function takeBackOrder(
  tx: Tx,
  { now }: Pick<Platform, 'now'>,
  by: string,
  orderId: string,
  isRestocked: boolean,
): Promise<ProductQuantity[]> {
  const lines = (await linesOf(tx, orderId)).map(({ id: itemId, productId, quantity }) => ({
    itemId,
    productId,
    quantity,
    isWhole: true,
  }))
  const returned = await takeBackLines(tx, lines, now())
  if (!isRestocked) return returned
  const productIds = lines.map(({ productId }) => productId)
  for (const productId of await findProductsWithCodes(tx, productIds))
    await matchStockWithCodes(tx, productId, by, 'OTHER')
  return returned
}
