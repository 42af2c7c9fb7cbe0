import {
  addPayment,
  findNewestPayment,
  type PaymentProviders,
  ensurePaymentUrl,
  holdExpiry,
} from '../../money/payments/service.ts'
import { providerOf } from '../../money/payments/uses.service.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { retryWithoutExpiredHolds } from '../products/stock/expiredHolds.service.ts'
import { extendHold } from '../products/stock/service.ts'
import { extendPromotionUses } from '../promotions/service.ts'
import { holdLines } from './lines/service.ts'
import { isOrderPayable, listOrderQuantities, lockOrder, orderNotFound } from './service.ts'

/**
 * Starts a new payment attempt for an order that is PENDING. Its hold is extended, or stock is held again when the
 * hold had expired. Earlier attempts may still pay the order; only this newest one can cancel it.
 * @throws Problem NOT_FOUND (also another user's), ORDER_NOT_PAYABLE, INSUFFICIENT_STOCK, PROVIDER_UNAVAILABLE
 */
export async function retryOrderPayment(
  platform: Platform,
  gateways: PaymentProviders,
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
        await holdLines(tx, orderId, await listOrderQuantities(tx, orderId), expiresAt)
      if (order.promotions && !(await extendPromotionUses(tx, order, expiresAt)))
        throw new Problem('ORDER_NOT_PAYABLE', {
          message:
            'De korting van deze bestelling is intussen op. Bestel opnieuw wat in je winkelwagen ligt.',
        })
      // An order stays where it was placed, since its lines decided that.
      const { provider } = (await findNewestPayment(tx, orderId)) ?? {
        provider: providerOf(platform, 'GOODS'),
      }
      const subject = { kind: 'ORDER', subjectId: orderId, userId, provider } as const
      return addPayment(tx, { ...subject, amountCents: order.totalAmount - order.creditCents }, now)
    })
  const payment = await retryWithoutExpiredHolds(platform.db, now, addAttempt)
  return { paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { orderId }) }
}
