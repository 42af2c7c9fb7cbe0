import { MAX_LINE_QUANTITY } from '../../wire/fields.ts'
import { isDigital } from '../catalog/rules.ts'
import { holdStock, retryWithoutExpiredHolds, type ProductQuantity } from '../catalog/stock.service.ts'
import { orderPaidMail } from '../orders/contract.ts'
import { placeOrder } from '../orders/placeOrder.service.ts'
import { calculateOrderTotal } from '../orders/rules.ts'
import {
  addPayment,
  findFirstPayment,
  startPayment,
  type PaymentGateways,
  type PaymentAttempt,
} from '../../money/payments/service.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { queueOrderMail } from './news.service.ts'
import { markOrderPaid } from './order.service.ts'

export interface CheckoutInput {
  items: ProductQuantity[]
  addressId?: string | null | undefined
  hasTracking: boolean
  comments: string | null
  /** Cents, as the customer saw it. */
  expectedTotal?: number | null | undefined
}

/**
 * Orders: holds the stock and writes the order and its payment in one transaction, then asks the provider where to pay.
 * @throws Problem NOT_FOUND (product, address), ADDRESS_REQUIRED, INSUFFICIENT_STOCK, QUANTITY_LIMIT, PRICE_CHANGED with the `total`
 * as it is now; PROVIDER_UNAVAILABLE with the `orderId` of the order, which can still be paid: the same key goes on with it.
 */
export async function submitCheckout(
  platform: Platform,
  gateways: PaymentGateways,
  basket: CheckoutInput,
  key: IdempotencyKey,
): Promise<{ orderId: string; paymentUrl?: string }> {
  const { db, now } = platform
  const claimAndPlace = () =>
    db.transaction(async tx => {
      const { id, isNew } = await claimIdempotencyKey(tx, key)
      const place = () =>
        placeOrderWithPayment(tx, platform, gateways.forKind('ORDER').name, basket, key.userId, id)
      return { orderId: id, payment: isNew ? await place() : await findFirstPayment(tx, id) }
    })
  const { orderId, payment } = await retryWithoutExpiredHolds(db, now(), claimAndPlace)
  if (!payment) return { orderId }
  return { orderId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { orderId }) }
}

/** Everything of an order that must be true together; no payment when nothing is due. */
async function placeOrderWithPayment(
  tx: Tx,
  platform: Platform,
  provider: string,
  basket: CheckoutInput,
  userId: string,
  id: string,
): Promise<PaymentAttempt | undefined> {
  const { config, settings } = platform
  const now = platform.now()
  const lines = await holdStock(tx, id, basket.items, new Date(now.getTime() + config.holdMinutes * 60_000))
  if (lines.some(line => line.quantity > MAX_LINE_QUANTITY)) throw new Problem('QUANTITY_LIMIT')
  const addressId = basket.addressId ?? null
  if (addressId === null && !lines.every(isDigital)) {
    throw new Problem('ADDRESS_REQUIRED', { fields: { addressId: 'Selecteer een verzendadres' } })
  }
  const { hasTracking, comments } = basket
  const { trackingCost: trackingPrice } = settings.current
  const total = calculateOrderTotal(lines, hasTracking, trackingPrice)
  if (total !== (basket.expectedTotal ?? total)) throw new Problem('PRICE_CHANGED', { total })
  const order = { id, userId, lines, addressId, hasTracking, trackingPrice, comments }
  const { totalAmount: amountCents } = await placeOrder(tx, order, now)
  if (amountCents > 0)
    return addPayment(tx, { kind: 'ORDER', subjectId: id, userId, provider, amountCents }, now)
  await markOrderPaid(tx, platform, order)
  await queueOrderMail(tx, platform, id, orderPaidMail)
}

/** Where this payment is paid; made at the provider when it is not there yet. */
export async function ensurePaymentUrl(
  { db, settings, origin }: Platform,
  gateways: PaymentGateways,
  payment: PaymentAttempt,
  details: Record<string, string>,
): Promise<string> {
  try {
    const gateway = gateways.byName(payment.provider)
    return await startPayment(db, gateway, payment, {
      // It stands on bank statements: the shop's name and nothing of what was bought.
      description: settings.current.shopName,
      redirectUrl: `${origin()}/api/payments/return?payment=${payment.id}`,
      webhookUrl: origin() + gateway.webhookPath,
    })
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, { ...error.details, ...details })
    throw error
  }
}
