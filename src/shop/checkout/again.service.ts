import { holdStock, retryWithoutExpiredHolds, extendHold } from '../catalog/stock.service.ts'
import { isOrderPayable, lockOrder, listOrderQuantities } from '../orders/service.ts'
import { addPayment, type PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { ensurePaymentUrl } from './service.ts'

/**
 * A fresh attempt to pay for an order that is PENDING. Its stock is held anew from now, and taken again when the hold
 * had expired. Earlier attempts may still pay the order; only this newest one can end it.
 * @throws Problem NOT_FOUND (also someone else's), ORDER_NOT_PAYABLE, INSUFFICIENT_STOCK, PROVIDER_UNAVAILABLE.
 */
export async function retryOrderPayment(
  platform: Platform,
  gateways: PaymentGateways,
  userId: string,
  orderId: string,
): Promise<{ paymentUrl: string }> {
  const now = platform.now()
  const expiresAt = new Date(now.getTime() + platform.config.holdMinutes * 60_000)
  const attempt = () =>
    platform.db.transaction(async tx => {
      const order = await lockOrder(tx, orderId)
      if (order.userId !== userId) throw new Problem('NOT_FOUND', { message: 'Bestelling niet gevonden' })
      if (!isOrderPayable(order)) throw new Problem('ORDER_NOT_PAYABLE')
      if (!(await extendHold(tx, orderId, expiresAt))) {
        await holdStock(tx, orderId, await listOrderQuantities(tx, orderId), expiresAt)
      }
      const subject = {
        kind: 'ORDER' as const,
        subjectId: orderId,
        userId,
        provider: gateways.forKind('ORDER').name,
      }
      return addPayment(tx, { ...subject, amountCents: order.totalAmount }, now)
    })
  const payment = await retryWithoutExpiredHolds(platform.db, now, attempt)
  return { paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { orderId }) }
}
