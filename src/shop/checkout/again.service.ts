import { holdStock, pastExpiredHolds, prolongHold } from '../catalog/stock.service.ts'
import { isPayable, lockOrder, wantedBy } from '../orders/service.ts'
import { addPayment, type PaymentGateways } from '../../money/payments/service.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { payUrl } from './service.ts'

/**
 * A fresh attempt to pay for an order that is PENDING. Its stock is held anew from now, and taken again when the hold
 * had expired. Earlier attempts may still pay the order; only this newest one can end it.
 * @throws Problem NOT_FOUND (also someone else's), ORDER_NOT_PAYABLE, INSUFFICIENT_STOCK, PROVIDER_UNAVAILABLE.
 */
export async function payOnceMore(
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
      if (!isPayable(order)) throw new Problem('ORDER_NOT_PAYABLE')
      if (!(await prolongHold(tx, orderId, expiresAt))) {
        await holdStock(tx, orderId, await wantedBy(tx, orderId), expiresAt)
      }
      const subject = {
        kind: 'ORDER' as const,
        subjectId: orderId,
        userId,
        provider: gateways.forKind('ORDER').name,
      }
      return addPayment(tx, { ...subject, amountCents: order.totalAmount }, now)
    })
  const payment = await pastExpiredHolds(platform.db, now, attempt)
  return { paymentUrl: await payUrl(platform, gateways, payment, { orderId }) }
}
