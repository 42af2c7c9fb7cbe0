import type { z } from 'zod'
import type { Db } from '../../platform/db.ts'
import type { IdempotencyKey } from '../../platform/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import { addPayment, type PaymentGateways } from '../payments/service.ts'
import { startPurchase } from '../payments/start.service.ts'
import type { purchaseMinutes } from './contract.ts'
import { buildMinutePackages } from './rules.ts'
import { addMinutePurchase } from './service.ts'

/** Whether a user is in a live session now. Passed by `app/api.ts`, because `money` may not import `live`. */
export type HasLiveSession = (db: Db, userId: string) => Promise<boolean>

export const listPackagesForUser = async (db: Db, hasLiveSession: HasLiveSession, userId: string) =>
  buildMinutePackages(await hasLiveSession(db, userId))

/**
 * Starts a minute purchase at the current price.
 * @throws Problem NOT_FOUND for an unknown package; PRICE_CHANGED with `price` and `minutes`; PROVIDER_UNAVAILABLE
 */
export const beginMinutesPurchase = (
  platform: Platform,
  gateways: PaymentGateways,
  hasLiveSession: HasLiveSession,
  choice: z.output<typeof purchaseMinutes.input>,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl: string }> =>
  startPurchase(platform, gateways, key, async (tx, id) => {
    const packages = await listPackagesForUser(tx, hasLiveSession, key.userId)
    const offer = packages.find(each => each.id === choice.packageId)
    if (!offer) throw new Problem('NOT_FOUND', { message: 'Dit minutenpakket bestaat niet.' })
    const { price, minutes } = offer
    if (price !== choice.price || minutes !== choice.minutes)
      throw new Problem('PRICE_CHANGED', { price, minutes })
    const { userId } = key
    const now = platform.now()
    const provider = gateways.forKind('MINUTES').name
    await addMinutePurchase(tx, id, userId, offer, now)
    return addPayment(tx, { kind: 'MINUTES', subjectId: id, userId, provider, amountCents: price }, now)
  })
