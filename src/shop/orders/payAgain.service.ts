import { addPayment, type PaymentGateways } from '../../money/payments/service.ts'
import { ensurePaymentUrl, holdExpiry } from '../../money/payments/start.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { retryWithoutExpiredHolds } from '../catalog/expiredHolds.service.ts'
import { extendHold, holdStock } from '../catalog/stock.service.ts'
import { extendPromotionUses } from '../promotions/service.ts'
import { isOrderPayable, listOrderQuantities, lockOrder, orderNotFound } from './service.ts'

/**
 * Starts a new payment attempt for an order that is PENDING. Its hold is extended, or stock is held again when the
 * hold had expired. Earlier attempts may still pay the order; only this newest one can cancel it.
 * @throws Problem NOT_FOUND (also another user's), ORDER_NOT_PAYABLE, INSUFFICIENT_STOCK, PROVIDER_UNAVAILABLE
 */
export async function retryOrderPayment(
  platform: Platform,
  gateways: PaymentGateways,
  userId: string,
  orderId: string,
): Promise<{ paymentUrl: string }> {
  const now = platform.now()
  const expiresAt = holdExpiry(platform)
  const addAttempt = () =>
    platform.db.transaction(async tx => {
      const order = await lockOrder(tx, orderId)
      if (order.userId !== userId) throw orderNotFound()
      if (!isOrderPayable(order)) throw new Problem('ORDER_NOT_PAYABLE')
      if (!(await extendHold(tx, orderId, expiresAt)))
        await holdStock(tx, orderId, await listOrderQuantities(tx, orderId), expiresAt)
      if (order.promotions && !(await extendPromotionUses(tx, order, expiresAt)))
        throw new Problem('ORDER_NOT_PAYABLE', {
          message:
            'De korting van deze bestelling is intussen op. Bestel opnieuw wat in je winkelwagen ligt.',
        })
      const provider = gateways.forKind('ORDER').name
      const subject = { kind: 'ORDER', subjectId: orderId, userId, provider } as const
      return addPayment(tx, { ...subject, amountCents: order.totalAmount - order.creditCents }, now)
    })
  const payment = await retryWithoutExpiredHolds(platform.db, now, addAttempt)
  return { paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { orderId }) }
}
