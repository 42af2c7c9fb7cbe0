import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { findFirstPayment, startPayment, type PaymentAttempt, type PaymentGateways } from './service.ts'

/** Until when an unpaid purchase that starts now holds its stock. */
export const holdExpiry = ({ config, now }: Platform): Date =>
  new Date(now().getTime() + config.holdMinutes * 60_000)

/**
 * Starts a purchase once per key.
 * @param begin writes the purchase under this id, and its payment if anything is due
 * @returns the purchase's id and its first payment, also when it was started before
 * @throws Problem IDEMPOTENCY_REUSED
 */
export async function claimPurchase(
  tx: Tx,
  key: IdempotencyKey,
  begin: (id: string) => Promise<PaymentAttempt | undefined>,
): Promise<{ id: string; payment: PaymentAttempt | undefined }> {
  const { id, isNew } = await claimIdempotencyKey(tx, key)
  return { id, payment: isNew ? await begin(id) : await findFirstPayment(tx, id) }
}

/**
 * Starts a purchase with its payment, once per key, and creates the payment at the provider.
 * @throws Problem IDEMPOTENCY_REUSED; PROVIDER_UNAVAILABLE with the `purchaseId`, which can be continued with the
 * same key
 */
export async function startPurchase(
  platform: Platform,
  gateways: PaymentGateways,
  key: IdempotencyKey,
  begin: (tx: Tx, id: string) => Promise<PaymentAttempt>,
): Promise<{ purchaseId: string; paymentUrl: string }> {
  const { id: purchaseId, payment } = await platform.db.transaction(tx =>
    claimPurchase(tx, key, id => begin(tx, id)),
  )
  if (!payment) throw new Problem('NOT_FOUND')
  return { purchaseId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { purchaseId }) }
}

/**
 * The payment page of a payment; creates it at the provider when it does not exist there yet.
 * @param details added to the Problem when that fails
 * @throws Problem PROVIDER_UNAVAILABLE, ORDER_NOT_PAYABLE
 */
export async function ensurePaymentUrl(
  platform: Platform,
  gateways: PaymentGateways,
  payment: PaymentAttempt,
  details: Record<string, string>,
): Promise<string> {
  const { settings, origin } = platform
  try {
    const gateway = gateways.byName(payment.provider)
    return await startPayment(platform, gateway, payment, {
      // Appears on bank statements: the shop's name, and no products.
      description: settings.current.shopName,
      redirectUrl: `${origin()}/api/payments/return?payment=${payment.id}`,
      webhookUrl: origin() + gateway.webhookPath,
    })
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, { ...error.details, ...details })
    throw error
  }
}
