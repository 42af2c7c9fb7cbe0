import { and, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { addPayment, type PaymentProviders, holdExpiry, startPurchase } from '../../money/payments/service.ts'
import { providerOf } from '../../money/payments/uses.service.ts'
import { assertNothingOwed } from '../../money/minutes/debt.service.ts'
import { findBusinessAddress, ownCountryOf } from '../../money/vat/place.service.ts'
import { priceFor } from '../../money/vat/rules.ts'
import { findVatTreatment, termsOf } from '../../money/vat/treatment.service.ts'
import { users } from '../../people/accounts/table.ts'
import { assertTermsAccepted } from '../../people/accounts/terms.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { IdempotencyKey } from '../../platform/db/idempotency.ts'
import type { Platform } from '../../platform/platform.ts'
import { Problem } from '../../wire/problem.ts'
import type { purchaseGift } from './contract.ts'
import { isHiddenFrom } from '../blocks/hiding.service.ts'
import { buildGiftInvoiceContent } from './rules.ts'
import { canReceiveGifts, findVisibleGifts, isGiftVisible } from './service.ts'
import { gifts, giftPurchases } from './table.ts'

type GiftRow = typeof gifts.$inferSelect
export type GiftPurchaseRow = typeof giftPurchases.$inferSelect

const giftGone = () => new Problem('NOT_FOUND', { message: 'Deze wens is er niet meer.' })

/**
 * The gifts at the price of this viewer: a business that accounts for the VAT itself pays the price without VAT.
 * @param vatNumber of the business that gives
 * @throws Problem INVALID_INPUT for an invalid number
 */
export async function listPricedGifts(platform: Platform, viewerId: string, vatNumber: string | undefined) {
  const { db, vatRates, now } = platform
  const visible = await findVisibleGifts(db, viewerId, now())
  const treatment = await findVatTreatment(db, platform, vatNumber ? { name: '', vatNumber } : null, null)
  if (treatment.basis !== 'REVERSE_CHARGE') return visible
  return visible.map(gift => ({
    ...gift,
    price: priceFor(gift.price, 'STANDARD', treatment, vatRates.current, now()),
    isReverseCharged: true as const,
  }))
}

/**
 * Begins a purchase of a gift at its current price. The purchase holds a single gift for as long as an order holds stock.
 * @throws Problem NOT_FOUND; CONFLICT for the buyer's own gift; PRICE_CHANGED with `price`; INVALID_INPUT for a VAT number that is none; GIFT_GIVEN; GIFT_HELD;
 * TERMS_CHANGED; PROVIDER_UNAVAILABLE with the `purchaseId`: a retry with the same key continues that purchase
 */
export const beginGiftPurchase = (
  platform: Platform,
  gateways: PaymentProviders,
  {
    giftId,
    isAnonymous,
    buyerName,
    expectedPrice,
    statedCountry,
    business,
  }: z.output<typeof purchaseGift.input>,
  key: IdempotencyKey,
): Promise<{ purchaseId: string; paymentUrl: string }> =>
  startPurchase(platform, gateways, key, async (tx, id) => {
    const now = platform.now()
    const { userId } = key
    await assertNothingOwed(tx, userId)
    await assertTermsAccepted(tx, platform.content, userId)
    const gift = await lockGift(tx, giftId, userId)
    const treatment = await findVatTreatment(tx, platform, business, null)
    const amountCents = priceFor(gift.price, 'STANDARD', treatment, platform.vatRates.current, now)
    if (amountCents !== (expectedPrice ?? amountCents))
      throw new Problem('PRICE_CHANGED', { price: amountCents })
    const provider = providerOf(platform, 'GIFT')
    const payment = await addPayment(tx, { kind: 'GIFT', subjectId: id, userId, provider, amountCents }, now)
    const heldUntil = holdExpiry(platform)
    const vat = termsOf(treatment, { statedCountry })
    const giving = { id, buyerId: userId, paymentId: payment.id, isAnonymous, buyerName, heldUntil, vat }
    await createGiftPurchase(tx, { ...gift, price: amountCents }, giving, now)
    return payment
  })

/**
 * Locks a gift for a purchase; concurrent purchases of the same gift wait.
 * @throws Problem NOT_FOUND, CONFLICT for the buyer's own gift
 */
export async function lockGift(tx: Tx, giftId: string, buyerId: string): Promise<GiftRow> {
  const [wish] = await tx
    .select({ gift: gifts })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(and(eq(gifts.id, giftId), isGiftVisible(buyerId)))
    .for('no key update', { of: gifts })
  if (!wish) throw giftGone()
  if (wish.gift.ownerId === buyerId)
    throw new Problem('CONFLICT', { message: 'Dit is je eigen wens. Jezelf kun je niets geven.' })
  return wish.gift
}

/** A buyer without a name of their own choice, null, has their display name. */
type NewGiftPurchase = Pick<
  GiftPurchaseRow,
  'id' | 'buyerId' | 'paymentId' | 'isAnonymous' | 'buyerName' | 'heldUntil'
> &
  Partial<Pick<GiftPurchaseRow, 'vat'>>

/**
 * Inserts a PENDING purchase of a gift that the caller has locked, at its current price. It holds a single gift.
 * @throws Problem GIFT_GIVEN, GIFT_HELD while someone else pays for it
 */
export async function createGiftPurchase(tx: Tx, gift: GiftRow, giving: NewGiftPurchase, now: Date) {
  const { buyerId, isAnonymous } = giving
  if (gift.isSingle) await cancelReplaceablePurchases(tx, { ...giving, wishlistItemId: gift.id }, now)
  const added = await tx
    .insert(giftPurchases)
    .values({
      ...giving,
      buyerName: isAnonymous ? null : (giving.buyerName ?? (await findDisplayName(tx, buyerId))),
      wishlistItemId: gift.id,
      giftName: gift.name,
      amount: gift.price,
      isSingle: gift.isSingle,
      createdAt: now,
    })
    // The unique index decides a race: a single gift is given once.
    .onConflictDoNothing()
    .returning({ id: giftPurchases.id })
  if (added.length > 0) return
  throw new Problem((await findBlockingPurchase(tx, gift.id))?.status === 'PAID' ? 'GIFT_GIVEN' : 'GIFT_HELD')
}

async function findDisplayName(tx: Tx, userId: string): Promise<string | null> {
  const [user] = await tx.select({ name: users.displayName }).from(users).where(eq(users.id, userId))
  return user?.name ?? null
}

/** Cancels the unpaid purchases of a single gift whose hold is over, and those of the same buyer. */
async function cancelReplaceablePurchases(
  tx: Tx,
  { id, wishlistItemId, buyerId }: Pick<GiftPurchaseRow, 'id' | 'wishlistItemId' | 'buyerId'>,
  now: Date,
): Promise<void> {
  const isOver = or(lte(giftPurchases.heldUntil, now), eq(giftPurchases.buyerId, buyerId))
  await tx
    .update(giftPurchases)
    .set({ status: 'CANCELLED' })
    .where(
      and(
        eq(giftPurchases.wishlistItemId, wishlistItemId),
        eq(giftPurchases.isSingle, true),
        eq(giftPurchases.status, 'PENDING'),
        ne(giftPurchases.id, id),
        isOver,
      ),
    )
}

/** The purchase that prevents a single gift from being given again. */
async function findBlockingPurchase(tx: Tx, giftId: string): Promise<GiftPurchaseRow | undefined> {
  const [holder] = await tx
    .select()
    .from(giftPurchases)
    .where(
      and(
        eq(giftPurchases.wishlistItemId, giftId),
        eq(giftPurchases.isSingle, true),
        inArray(giftPurchases.status, ['PENDING', 'PAID']),
      ),
    )
  return holder
}

/**
 * Marks a purchase as paid, also when its hold is over and no one else holds or gave the gift meanwhile. Locks the gift before
 * the purchase, in the same order as a new purchase does, to avoid deadlock.
 * @returns `TWICE` when it was paid before; `LATE` when it can't be given any more: then it is cancelled
 */
export async function markGiftPurchasePaid(
  tx: Tx,
  purchaseId: string,
  now: Date,
): Promise<'GIVEN' | 'TWICE' | 'LATE'> {
  const [found] = await tx.select().from(giftPurchases).where(eq(giftPurchases.id, purchaseId))
  if (!found) throw giftGone()
  await tx.select({ id: gifts.id }).from(gifts).where(eq(gifts.id, found.wishlistItemId)).for('no key update')
  const [giving] = await tx
    .select()
    .from(giftPurchases)
    .where(eq(giftPurchases.id, purchaseId))
    .for('no key update')
  if (giving?.paidAt) return 'TWICE'
  if (!(await canOwnerReceive(tx, found))) return cancelAsLate(tx, purchaseId)
  if (found.isSingle) {
    await cancelReplaceablePurchases(tx, found, now)
    const holder = await findBlockingPurchase(tx, found.wishlistItemId)
    if (holder && holder.id !== purchaseId) return cancelAsLate(tx, purchaseId)
  }
  const paid = { status: 'PAID', paidAt: now } as const
  await tx.update(giftPurchases).set(paid).where(eq(giftPurchases.id, purchaseId))
  return 'GIVEN'
}

/** Whether the owner of a gift can still receive it, also from this buyer. */
async function canOwnerReceive(
  tx: Tx,
  { wishlistItemId: giftId, buyerId }: Pick<GiftPurchaseRow, 'wishlistItemId' | 'buyerId'>,
): Promise<boolean> {
  const isWelcome = sql`not ${isHiddenFrom(buyerId, gifts.ownerId)}`
  const owners = await tx
    .select({ id: users.id })
    .from(gifts)
    .innerJoin(users, eq(users.id, gifts.ownerId))
    .where(and(eq(gifts.id, giftId), canReceiveGifts, isWelcome))
  return owners.length > 0
}

async function cancelAsLate(tx: Tx, purchaseId: string): Promise<'LATE'> {
  await cancelGiftPurchase(tx, purchaseId)
  return 'LATE'
}

/** Cancels an unpaid purchase: a single gift is available again. */
export async function cancelGiftPurchase(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .update(giftPurchases)
    .set({ status: 'CANCELLED' })
    .where(and(eq(giftPurchases.id, purchaseId), eq(giftPurchases.status, 'PENDING')))
}

/** Marks a paid purchase as refunded: a single gift is available again. */
export async function markGiftPurchaseRefunded(tx: Tx, purchaseId: string): Promise<void> {
  await tx
    .update(giftPurchases)
    .set({ status: 'REFUNDED' })
    .where(and(eq(giftPurchases.id, purchaseId), eq(giftPurchases.status, 'PAID')))
}

/** The buyer, creator and gift of a purchase, and its invoice data. @throws Problem NOT_FOUND */
export async function loadGiftPurchaseDetails(tx: Tx, purchaseId: string) {
  const [found] = await tx
    .select({
      giving: giftPurchases,
      ownerId: gifts.ownerId,
      email: users.email,
      displayName: users.displayName,
      ownCountry: ownCountryOf(giftPurchases.buyerId),
    })
    .from(giftPurchases)
    .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
    .innerJoin(users, eq(users.id, giftPurchases.buyerId))
    .where(eq(giftPurchases.id, purchaseId))
  if (!found) throw new Problem('NOT_FOUND', { message: 'Dit cadeau bestaat niet.' })
  const { giving, ownerId, email, displayName, ownCountry } = found
  const { vat: terms, paidAt, buyerId } = giving
  const vat = { terms, paidAt, shippingCountry: null, ownCountry }
  const address = await findBusinessAddress(tx, buyerId, terms)
  const content = {
    ...buildGiftInvoiceContent({ displayName, email }, giving),
    ...(address && { buyer: [displayName, ...address] }),
  }
  return { giving, ownerId, email, content, vat }
}
