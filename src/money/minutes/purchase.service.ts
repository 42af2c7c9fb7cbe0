import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '../../people/accounts/table.ts'
import { assertTermsAccepted } from '../../people/accounts/terms.service.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { Problem } from '../../wire/problem.ts'
import { findVatTreatment, termsOf } from '../vat/treatment.service.ts'
import { usesCredit } from '../credit/choice.rules.ts'
import { spendCredit } from '../credit/spend.service.ts'
import type { MinutePackage, purchaseMinutes } from './contract.ts'
import { addMinutePurchase, spendOnMinutes } from './service.ts'
import type { HasLiveSession } from './return.service.ts'
import { assertNothingOwed } from './debt.service.ts'
import { recordMinutesPaid } from './payment.service.ts'
import {
  addPayment,
  isPaymentBrokenOff,
  type PaymentAttempt,
  type PaymentProviders,
  claimPurchase,
  ensurePaymentUrl,
} from '../payments/service.ts'
import { creditMayBuy, providerOf } from '../payments/uses.service.ts'
import { noCreditForMinutes } from './labels.rules.ts'
import { findMinutePackages, lockMinutePackages } from './packages.service.ts'
import { buildMinutePackages, priceMinutePackages } from './rules.ts'
import { minutePurchases } from './table.ts'

/** @throws Problem NOT_FOUND when it does not exist or is another user's */
export async function findOwnMinutePurchase(db: Db, userId: string, purchaseId: string) {
  const [purchase] = await db
    .select(columnsOf(minutePurchases, 'id', 'minutes', 'status'))
    .from(minutePurchases)
    .where(and(eq(minutePurchases.id, purchaseId), eq(minutePurchases.userId, userId)))
  if (!purchase) throw new Problem('NOT_FOUND')
  const isBrokenOff = purchase.status === 'CANCELLED' && (await isPaymentBrokenOff(db, purchaseId))
  return { ...purchase, ...(isBrokenOff && { isPaymentBrokenOff: true as const }) }
}

/** The live sessions of buyers. */
export interface BuyerSessions {
  hasLiveSession: HasLiveSession
  /** The payment of a purchase begins, for which the buyer's live session waits, or could not begin. */
  setPaying: (userId: string, purchaseId: string, isPaying: boolean) => Promise<void>
}

/** @param vatNumber of the business that it is bought for @throws Problem INVALID_INPUT for a number that is none */
export async function listPackagesForUser(
  platform: Platform,
  hasLiveSession: HasLiveSession,
  userId: string,
  vatNumber?: string,
): Promise<MinutePackage[]> {
  const { db, vatRates, now } = platform
  const packages = buildMinutePackages(
    (await findMinutePackages(db)).packages,
    await hasLiveSession(db, userId),
  )
  const treatment = await findVatTreatment(db, platform, vatNumber ? { name: '', vatNumber } : null, null)
  return priceMinutePackages(packages, treatment, vatRates.current, now())
}

/**
 * Starts a minute purchase at the current price.
 * @throws Problem NOT_FOUND for an unknown package; INVALID_INPUT for a VAT number that is none; PRICE_CHANGED with `price` and `minutes`; CREDIT_CHANGED; PAYMENT_OWED; TERMS_CHANGED outside of a session; PROVIDER_UNAVAILABLE
 */
export const beginMinutesPurchase = async (
  platform: Platform,
  gateways: PaymentProviders,
  { hasLiveSession, setPaying }: BuyerSessions,
  choice: z.output<typeof purchaseMinutes.input>,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl?: string }> => {
  const { userId } = key
  const { id: purchaseId, payment } = await platform.db.transaction(tx =>
    claimPurchase(tx, key, id => placePurchase(tx, platform, hasLiveSession, choice, userId, id)),
  )
  if (!payment) {
    platform.bus.publish('minutes.changed', { userId })
    return { purchaseId }
  }
  // Before the provider knows of the payment, which may settle it at any time.
  await setPaying(userId, purchaseId, true)
  try {
    return { purchaseId, paymentUrl: await ensurePaymentUrl(platform, gateways, payment, { purchaseId }) }
  } catch (error) {
    await setPaying(userId, purchaseId, false)
    throw error
  }
}

/** @returns no payment when nothing is due: the minutes are credited then */
async function placePurchase(
  tx: Tx,
  platform: Platform,
  hasLiveSession: HasLiveSession,
  choice: z.output<typeof purchaseMinutes.input>,
  userId: string,
  id: string,
): Promise<PaymentAttempt | undefined> {
  await assertNothingOwed(tx, userId)
  const { packages: offered } = await lockMinutePackages(tx)
  const isInSession = await hasLiveSession(tx, userId)
  // A session that runs is not interrupted by new terms.
  if (!isInSession) await assertTermsAccepted(tx, platform.content, userId)
  const now = platform.now()
  const treatment = await findVatTreatment(tx, platform, choice.business, null)
  const packages = priceMinutePackages(
    buildMinutePackages(offered, isInSession),
    treatment,
    platform.vatRates.current,
    now,
  )
  const offer = packages.find(each => each.id === choice.packageId)
  if (!offer) throw new Problem('NOT_FOUND', { message: 'Dit minutenpakket bestaat niet.' })
  const { price, minutes } = offer
  if (price !== choice.price || minutes !== choice.minutes)
    throw new Problem('PRICE_CHANGED', { price, minutes })
  const purchase = { kind: 'MINUTES', subjectId: id, userId } as const
  const waivedAt = choice.agreesToImmediateStart ? now : null
  const fromLive = isInSession || choice.fromLive === true
  await addMinutePurchase(tx, { id, userId, vat: termsOf(treatment, choice), waivedAt, fromLive }, offer, now)
  const { giftCards, useStoreCredit, expectedDue } = choice
  if (usesCredit(choice) && !creditMayBuy(platform, 'MINUTES'))
    throw new Problem('CONFLICT', { message: noCreditForMinutes })
  // Minutes that are paid with it are credited at once: the user is locked before accounts, as by an order with a promotion.
  if (usesCredit(choice))
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const amountCents = await spendCredit(tx, spendOnMinutes, {
    ...purchase,
    totalCents: price,
    payableCents: price,
    now,
    giftCards,
    useStoreCredit,
    expectedDue,
  })
  if (amountCents > 0)
    return addPayment(tx, { ...purchase, provider: providerOf(platform, 'MINUTES'), amountCents }, now)
  await recordMinutesPaid(tx, platform, { subjectId: id, userId })
}
