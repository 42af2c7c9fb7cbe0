import { hasLiveSession } from '../../live/sessions/service.ts'
import { buildMinutePackages } from '../../money/minutes/rules.ts'
import { addMinutePurchase } from '../../money/minutes/service.ts'
import type { MinutePackage } from '../../money/minutes/contract.ts'
import {
  addPayment,
  findFirstPayment,
  type PaymentGateways,
  type PaymentAttempt,
} from '../../money/payments/service.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { claimIdempotencyKey, type IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { ensurePaymentUrl } from './service.ts'

/** The packages at the price that this user pays now. */
export const listPackagesForUser = async (db: Db, userId: string): Promise<MinutePackage[]> =>
  buildMinutePackages(await hasLiveSession(db, userId))

interface MinutesPurchaseInput {
  packageId: string
  minutes: number
  price: number
}

/**
 * Buys minutes at the price of this moment; what the client thinks it costs is only compared.
 * @throws Problem NOT_FOUND for no such package; PRICE_CHANGED with `price` and `minutes`; PROVIDER_UNAVAILABLE.
 */
export async function beginMinutesPurchase(
  platform: Platform,
  gateways: PaymentGateways,
  choice: MinutesPurchaseInput,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl: string }> {
  const { db } = platform
  const { purchaseId, payment } = await db.transaction(async tx => {
    const { id, isNew } = await claimIdempotencyKey(tx, key)
    const begin = () =>
      addPurchaseWithPayment(tx, platform, gateways.forKind('MINUTES').name, choice, key.userId, id)
    return { purchaseId: id, payment: isNew ? await begin() : await findFirstPayment(tx, id) }
  })
  if (!payment) throw new Problem('NOT_FOUND')
  return { purchaseId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { purchaseId }) }
}

/** The purchase and its payment. */
async function addPurchaseWithPayment(
  tx: Tx,
  platform: Platform,
  provider: string,
  choice: MinutesPurchaseInput,
  userId: string,
  id: string,
): Promise<PaymentAttempt> {
  const now = platform.now()
  const offer = (await listPackagesForUser(tx, userId)).find(({ id }) => id === choice.packageId)
  if (!offer) throw new Problem('NOT_FOUND', { message: 'Dit minutenpakket bestaat niet.' })
  const { price: amountCents, minutes } = offer
  if (amountCents !== choice.price || minutes !== choice.minutes) {
    throw new Problem('PRICE_CHANGED', { price: amountCents, minutes })
  }
  await addMinutePurchase(tx, id, userId, offer, now)
  return addPayment(tx, { kind: 'MINUTES', subjectId: id, userId, provider, amountCents }, now)
}
