import { and, asc, eq, isNull } from 'drizzle-orm'
import type { GiftCardDelivery } from '../../../money/credit/contract.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { columnsOf } from '../../../platform/db/sql.ts'
import { digitalDeliveries, digitalProducts } from '../../downloads/table.ts'
import type { HeldProduct, ProductQuantity, SoldProduct } from '../../products/stock/service.ts'
import type { OrderRow } from '../service.ts'
import { type GiftCardLine, orderItems } from '../table.ts'

export type OrderHeader = Pick<OrderRow, 'id' | 'userId' | 'number'>

/** The lines of an order, in their original order, with the present digital content of their products and their valid deliveries. */
export const listOrderLines = (tx: Tx, orderId: string) =>
  tx
    .select({
      ...columnsOf(orderItems, 'id', 'productId', 'productName', 'quantity', 'refundedQuantity', 'isDigital'),
      ...columnsOf(orderItems, 'pricePerItem', 'giftCard'),
      ...columnsOf(orderItems, 'giftMessage', 'giftMessageEncrypted', 'giftMessageKeyId'),
      content: digitalProducts.kind,
      deliveredAt: digitalDeliveries.deliveredAt,
    })
    .from(orderItems)
    .leftJoin(digitalProducts, eq(digitalProducts.productId, orderItems.productId))
    .leftJoin(
      digitalDeliveries,
      and(eq(digitalDeliveries.orderItemId, orderItems.id), isNull(digitalDeliveries.revokedAt)),
    )
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.id))

export type OrderLine = Awaited<ReturnType<typeof listOrderLines>>[number]

/** A line of which pieces go back; `isWhole`: nothing of it is left. */
export type ReturnedLine = OrderLine & { returned: number; isWhole: boolean }

/** The wishes of a buyer about lines. */
export interface LineWishes {
  giftCardDeliveries?: readonly GiftCardDelivery[] | undefined
}

/** The columns of a line that depend on its kind, and the message that it encrypts. */
export interface StoredLine {
  digital: boolean
  giftCard: GiftCardLine | null
  message: string | null
}

/**
 * A kind of line. Kinds with the same function for a step are one call, with the lines of all of them: they share its statements, which
 * lock rows in id order, to avoid deadlock.
 */
export interface LineKind {
  /** Whether a line is of this kind, unless one before it in the list includes it. */
  includes(line: OrderLine): boolean
  /** Which held products are lines that store something of their own. @throws Problem INVALID_INPUT for wishes that can't be met */
  store?(held: readonly HeldProduct[], wishes: LineWishes, now: Date): [productId: string, StoredLine][]
  /** Holds units for an order until `expiresAt`. @throws as `holdStock` */
  hold(
    tx: Tx,
    orderId: string,
    wanted: ProductQuantity[],
    expiresAt: Date,
    pricedAt?: Date,
  ): Promise<HeldProduct[]>
  /** Sells the held units of an order, or free ones when its hold is gone. @returns null when there are too few; then none is sold */
  sell(tx: Tx, orderId: string, now: Date): Promise<SoldProduct[] | null>
  /** Delivers lines of a paid order, as far as payment alone delivers them. @returns the ids of the delivered lines */
  deliver(tx: Tx, platform: Platform, order: OrderHeader, lines: OrderLine[]): Promise<Set<string>>
  /** Whether its buyer opens a delivery by the link of a mail. */
  isOpenedByLink?: true
  /** Releases the held units of an order. */
  release(tx: Tx, orderId: string): Promise<void>
  /** Whether a delivery is an account of money: it is locked, and so taken back, after everything else. */
  isAccount?: true
  /**
   * Takes back deliveries of returned pieces.
   * @param context the products of all returned lines, which are locked together; `isGone`: the money went back without asking us, so that
   * nothing can be refused
   * @returns the units that are for sale again by that
   */
  takeBack(
    tx: Tx,
    lines: ReturnedLine[],
    context: { now: Date; productIds: string[]; isGone: boolean },
  ): Promise<ProductQuantity[]>
  /** How many returned units of a line are put back into stock. @param isWanted whether the admin puts them back */
  restock(line: ReturnedLine, isWanted: boolean): number
  /** Corrects the stock of products after all units were put back, or some were delivered by hand. */
  recount?(tx: Tx, productIds: string[], by: string, cause: 'DELIVERED' | 'OTHER'): Promise<void>
  /** Blocks deliveries whose payment was charged back. */
  block?(tx: Tx, itemIds: string[], now: Date): Promise<unknown>
}
