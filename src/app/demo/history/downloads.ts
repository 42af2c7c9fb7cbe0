import { DEFAULT_DOWNLOADS, DEFAULT_VALID_DAYS } from '../../../shop/downloads/contract.ts'
import { deliveryExpiry } from '../../../shop/downloads/rules.ts'
import { isDeliveredWhole } from '../../../shop/orders/digital.rules.ts'
import { pickWeighted } from '../random.ts'
import { addMs, MINUTE } from './calendar.ts'
import type { History } from './history.ts'
import type { BuiltOrder } from './orders.ts'

/** Delivers what is a download of an order that is just paid. @returns how many lines, and whether that is all of it */
export function deliverDigitally(
  { rows, dice, now }: History,
  { items, order }: Pick<BuiltOrder, 'items' | 'order'>,
  deliveredAt: Date,
): { delivered: number; isWhole: boolean } {
  const lines = items.filter(({ isDigital }) => isDigital)
  for (const { id: orderItemId, productId, productName } of lines) {
    const openedAt = addMs(deliveredAt, 12 * MINUTE)
    const downloads =
      openedAt < now
        ? pickWeighted(dice, [
            [0, 1],
            [1, 5],
            [2, 3],
            [3, 1],
          ])
        : 0
    rows.digitalDeliveries.push({
      orderItemId,
      orderId: order.id,
      userId: order.userId,
      productId,
      productName,
      kind: 'FILES',
      maxDownloads: DEFAULT_DOWNLOADS,
      downloads,
      lastDownloadAt: downloads > 0 ? openedAt : null,
      deliveredAt,
      expiresAt: deliveryExpiry(deliveredAt, DEFAULT_VALID_DAYS),
    })
  }
  const isWhole = isDeliveredWhole(items.map(item => ({ ...item, isDelivered: item.isDigital })))
  return { delivered: lines.length, isWhole }
}
