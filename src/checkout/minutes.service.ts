import { isInSession } from '../live/service.ts'
import { packagesFor } from '../minutes/rules.ts'
import { addPurchase } from '../minutes/service.ts'
import type { MinutePackage } from '../minutes/contract.ts'
import { addPayment, newestPayment, type PaymentGateways, type PaymentRow } from '../payments/service.ts'
import type { Db } from '../platform/db.ts'
import { once, type OnceKey } from '../platform/idempotency.ts'
import type { Platform } from '../platform/platform.ts'
import { Problem } from '../wire/problem.ts'
import { payUrl } from './service.ts'

/** The packages at the price that this user pays now. */
export const minutePackagesFor = async (db: Db, userId: string): Promise<MinutePackage[]> =>
  packagesFor(await isInSession(db, userId))

interface Choice {
  packageId: string
  minutes: number
  price: number
}

/**
 * Buys minutes at the price of this moment; what the client thinks it costs is only compared.
 * @throws Problem NOT_FOUND for no such package; PRICE_CHANGED with `price` and `minutes`; PROVIDER_UNAVAILABLE.
 */
export async function buyMinutes(
  platform: Platform,
  gateways: PaymentGateways,
  choice: Choice,
  key: OnceKey,
): Promise<{ purchaseId: string; paymentUrl: string }> {
  const { db } = platform
  const purchaseId = await db.transaction(tx =>
    once(tx, key, async id => {
      const now = platform.now()
      const offer = (await minutePackagesFor(tx, key.userId)).find(({ id }) => id === choice.packageId)
      if (!offer) throw new Problem('NOT_FOUND', { message: 'Dit minutenpakket bestaat niet.' })
      if (offer.price !== choice.price || offer.minutes !== choice.minutes) {
        throw new Problem('PRICE_CHANGED', { price: offer.price, minutes: offer.minutes })
      }
      await addPurchase(tx, id, key.userId, offer, now)
      const provider = gateways.MINUTES.name
      const payment = { subjectId: id, userId: key.userId, provider, amountCents: offer.price }
      await addPayment(tx, { kind: 'MINUTES', ...payment }, now)
    }),
  )
  const payment = (await newestPayment(db, purchaseId)) as PaymentRow
  return { purchaseId, paymentUrl: await payUrl(platform, gateways, payment, { purchaseId }) }
}
