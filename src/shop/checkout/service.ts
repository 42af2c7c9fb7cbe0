import type { z } from 'zod'
import { addPayment, type PaymentAttempt, type PaymentGateways } from '../../money/payments/service.ts'
import { claimPurchase, ensurePaymentUrl, holdExpiry } from '../../money/payments/start.service.ts'
import type { Tx } from '../../platform/db.ts'
import type { IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { assertTermsAccepted } from '../../people/accounts/terms.service.ts'
import { MAX_LINE_QUANTITY } from '../../wire/limits.ts'
import { Problem } from '../../wire/problem.ts'
import { isDigital } from '../catalog/rules.ts'
import { retryAtPresentPrices } from '../catalog/prices/dueSales.service.ts'
import { holdStock, retryWithoutExpiredHolds } from '../catalog/stock.service.ts'
import type { checkout } from './contract.ts'
import { orderPaidMail } from '../orders/contract.ts'
import { notifyAdminsOfOrder, queueOrderMails } from '../orders/notices.service.ts'
import { markOrderPaid, removeOrderFromCart } from '../orders/payment.service.ts'
import { placeOrder } from '../orders/placeOrder.service.ts'
import { calculateOrderTotal } from '../orders/rules.ts'

type CheckoutInput = z.output<typeof checkout.input>

/**
 * Places an order: holds the stock and writes the order and its payment in one transaction, then creates the payment
 * at the provider.
 * @throws Problem NOT_FOUND (product, address), ADDRESS_REQUIRED, INSUFFICIENT_STOCK, QUANTITY_LIMIT, PRICE_CHANGED
 * with the current `total`; TERMS_CHANGED; PROVIDER_UNAVAILABLE with the `orderId` of the order, which can still be paid by
 * repeating the request with the same key
 */
export async function submitCheckout(
  platform: Platform,
  gateways: PaymentGateways,
  input: CheckoutInput,
  key: IdempotencyKey,
): Promise<{ orderId: string; paymentUrl?: string }> {
  const { db, now } = platform
  const claimAndPlace = () =>
    db.transaction(tx =>
      claimPurchase(tx, key, id => {
        const provider = gateways.forKind('ORDER').name
        return placeOrderWithPayment(tx, platform, input, { id, userId: key.userId, provider })
      }),
    )
  const { id: orderId, payment } = await retryAtPresentPrices(db, now, () =>
    retryWithoutExpiredHolds(db, now(), claimAndPlace),
  )
  if (!payment) return { orderId }
  return { orderId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { orderId }) }
}

/**
 * Writes an order with its hold and its payment.
 * @returns no payment when nothing is due; the order is then paid at once
 */
async function placeOrderWithPayment(
  tx: Tx,
  platform: Platform,
  input: CheckoutInput,
  { id, userId, provider }: { id: string; userId: string; provider: string },
): Promise<PaymentAttempt | undefined> {
  const { settings, content } = platform
  const now = platform.now()
  await assertTermsAccepted(tx, content, userId)
  const lines = await holdStock(tx, id, input.items, holdExpiry(platform), now)
  if (lines.some(line => line.quantity > MAX_LINE_QUANTITY)) throw new Problem('QUANTITY_LIMIT')
  const addressId = input.addressId ?? null
  if (addressId === null && !lines.every(isDigital)) {
    throw new Problem('ADDRESS_REQUIRED', { fields: { addressId: 'Selecteer een verzendadres' } })
  }
  const { hasTracking, comments } = input
  const { trackingCost: trackingPrice } = settings.current
  const total = calculateOrderTotal(lines, hasTracking, trackingPrice)
  if (total !== (input.expectedTotal ?? total)) throw new Problem('PRICE_CHANGED', { total })
  const order = { id, userId, lines, addressId, hasTracking, trackingPrice, comments }
  const { number, totalAmount: amountCents } = await placeOrder(tx, order, now)
  if (amountCents > 0)
    return addPayment(tx, { kind: 'ORDER', subjectId: id, userId, provider, amountCents }, now)
  await markOrderPaid(tx, platform, { id, userId, number })
  await removeOrderFromCart(tx, order)
  await notifyAdminsOfOrder(tx, { id, number, totalAmount: amountCents })
  await queueOrderMails(tx, platform, orderPaidMail, [{ orderId: id }])
}
