import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Tx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { findFirstPayment, startPayment, type PaymentAttempt, type PaymentGateways } from './service.ts'

/** Until when an unpaid purchase that begins now holds what it takes. */
export const holdExpiry = ({ config, now }: Platform): Date =>
  new Date(now().getTime() + config.holdMinutes * 60_000)

/**
 * Begins a purchase once a key.
 * @param begin writes the purchase under this id, and its payment if anything is due
 * @returns the purchase's id and its first payment, also when it was begun before
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
 * Begins a purchase once a key, with its payment, and asks the provider where that is paid.
 * @throws Problem IDEMPOTENCY_REUSED; PROVIDER_UNAVAILABLE with the `purchaseId`: the same key goes on with that purchase
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
 * Where a payment is paid; makes it at the provider when it is not there yet.
 * @param details added to the Problem when that fails
 * @throws Problem PROVIDER_UNAVAILABLE, ORDER_NOT_PAYABLE
 */
export async function ensurePaymentUrl(
  { db, settings, origin }: Platform,
  gateways: PaymentGateways,
  payment: PaymentAttempt,
  details: Record<string, string>,
): Promise<string> {
  try {
    const gateway = gateways.byName(payment.provider)
    return await startPayment(db, gateway, payment, {
      // Stands on bank statements: the shop's name, and nothing of what was bought.
      description: settings.current.shopName,
      redirectUrl: `${origin()}/api/payments/return?payment=${payment.id}`,
      webhookUrl: origin() + gateway.webhookPath,
    })
  } catch (error) {
    if (error instanceof Problem) throw new Problem(error.code, { ...error.details, ...details })
    throw error
  }
}
