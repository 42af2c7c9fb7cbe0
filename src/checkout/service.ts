import { ownAddress } from '../addresses/service.ts'
import { isDigital } from '../catalog/rules.ts'
import { holdStock, sumByProduct, type Wanted } from '../catalog/stock.service.ts'
import { placeOrder } from '../orders/service.ts'
import {
  addPayment,
  newestPayment,
  startPayment,
  type PaymentGateways,
  type PaymentRow,
} from '../payments/service.ts'
import { once, type OnceKey } from '../platform/idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../wire/problem.ts'
import { completeOrder } from './settle.service.ts'

export interface Basket {
  items: Wanted[]
  addressId?: string | null | undefined
  hasTracking: boolean
  comments: string | null
}

/**
 * Orders: holds the stock and writes the order and its payment in one transaction, then asks the provider where to pay.
 * @throws Problem NOT_FOUND (product, address), ADDRESS_REQUIRED, INSUFFICIENT_STOCK; PROVIDER_UNAVAILABLE with the
 * `orderId` of the order, which can still be paid: the same key goes on with it.
 */
export async function checkOut(
  platform: Platform,
  gateways: PaymentGateways,
  basket: Basket,
  key: OnceKey,
): Promise<{ orderId: string; paymentUrl?: string }> {
  const { db } = platform
  const orderId = await db.transaction(tx =>
    once(tx, key, id => place({ ...platform, db: tx }, gateways, basket, key.userId, id)),
  )
  const payment = await newestPayment(db, orderId)
  if (!payment) return { orderId }
  return { orderId, paymentUrl: await payUrl(platform, gateways, payment, { orderId }) }
}

/** Everything of an order that must be true together. `platform.db` is the transaction. */
async function place(
  platform: Platform,
  gateways: PaymentGateways,
  basket: Basket,
  userId: string,
  orderId: string,
): Promise<void> {
  const { db: tx, config } = platform
  const now = platform.now()
  const wanted = sumByProduct(basket.items)
  const address = basket.addressId ? await ownAddress(tx, userId, basket.addressId) : null
  const held = await holdStock(tx, orderId, wanted, new Date(now.getTime() + config.holdMinutes * 60_000))
  if (!address && !held.every(isDigital)) {
    throw new Problem('ADDRESS_REQUIRED', { fields: { addressId: 'Selecteer een verzendadres' } })
  }
  const { hasTracking, comments } = basket
  const order = await placeOrder(
    tx,
    { id: orderId, userId, wanted, held, address, hasTracking, comments },
    now,
  )
  if (order.totalAmount === 0) {
    await completeOrder(platform, order)
    return
  }
  const provider = gateways.ORDER.name
  await addPayment(
    tx,
    { kind: 'ORDER', subjectId: orderId, userId, provider, amountCents: order.totalAmount },
    now,
  )
}

/** Where this payment is paid; made at the provider when it is not there yet. */
export async function payUrl(
  { db, config, origin }: Platform,
  gateways: PaymentGateways,
  payment: PaymentRow,
  details: Record<string, string>,
): Promise<string> {
  try {
    return await startPayment(db, gateways[payment.kind], payment, {
      // It stands on bank statements: the shop's name and nothing of what was bought.
      description: config.shopName,
      redirectUrl: `${origin()}/api/payments/return?payment=${payment.id}`,
      webhookUrl: `${origin()}/api/webhooks/mollie`,
    })
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, { ...error.details, ...details })
    throw error
  }
}
