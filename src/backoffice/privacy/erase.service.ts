import { and, eq, inArray, isNotNull, isNull, lte, or, sql, lt, type SQL } from 'drizzle-orm'
import {
  accountTokens,
  contactDigests,
  loginSessions,
  pendingLogins,
  termsAcceptances,
  users,
} from '../../people/accounts/table.ts'
import { ERASED_NAME } from '../../people/accounts/rules.ts'
import { addresses } from '../../people/addresses/table.ts'
import { contentReports } from '../../people/contentReports/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { backInStockRequests } from '../../shop/backInStock/table.ts'
import { cartItems } from '../../shop/cart/table.ts'
import { cartChanges } from '../../shop/cartReminders/table.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { eraseApplications } from '../../live/applications/document.service.ts'
import { identitySubjects } from '../../live/applications/table.ts'
import { gifts, giftPurchases } from '../../live/gifts/table.ts'
import { eraseCredit } from '../../money/credit/erase.service.ts'
import { creatorFavourites, creatorMenus } from '../../live/menu/table.ts'
import { toyQueue } from '../../live/sessions/table.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { messagesPath } from '../../live/messages/service.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import {
  adminNotificationPreferences,
  notifications,
  pushSubscriptions,
} from '../../people/notifications/table.ts'
import type { Tx, Db } from '../../platform/db/db.ts'
import type { Platform } from '../../platform/platform.ts'
import { idempotencyKeys } from '../../platform/db/table.ts'
import { deleteAvatarFile } from '../../people/accounts/avatar.service.ts'
import { withoutText } from '../../platform/crypto/optionalText.ts'
import { orderComments } from '../../shop/orders/orderText.service.ts'
import { withdrawalAnswer, withdrawalRemark } from '../../shop/withdrawals/text.service.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { passkeyChallenges, passkeys, recoveryCodes, totpSecrets } from '../../people/security/table.ts'
import { creators, creatorSuspensions } from '../../live/creators/table.ts'
import { stopLinks } from '../../live/studio/table.ts'
import { toyLinks, toys } from '../../live/toys/table.ts'
import { deleteReviewsOf } from '../../live/creatorReviews/service.ts'
import { deleteFollowsOf } from '../../live/follows/service.ts'
import { deleteBlocksOf } from '../../live/blocks/service.ts'
import { blockedUsers } from '../../live/blocks/table.ts'
import { deletePageOf } from '../../live/creatorPages/leaving.service.ts'
import { removePictureFiles } from '../../live/creatorPages/picture.service.ts'
import { deleteNotesOf } from '../../live/creatorNotes/service.ts'
import { analytics } from '../analytics/table.ts'
import { savedFilters } from '../../people/savedFilters/table.ts'
import { internalNotes } from '../notes/table.ts'
import { isConversationOf } from '../../shop/support/service.ts'
import { supportConversations } from '../../shop/support/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'
import { anonymizeMails, type ErasedPerson, lockErasedPerson } from './erasedPerson.service.ts'
import { arrivedBefore, retainedSince } from './rules.ts'
import { dataExports } from './table.ts'
import { downloadTokens } from '../../shop/downloads/table.ts'
import { orders } from '../../shop/orders/table.ts'
import { shippingLabels } from '../../shop/orders/admin/shippingLabels/table.ts'
import { payments } from '../../money/payments/table.ts'
import { lockEarnings } from '../../money/earnings/service.ts'
import { sumOfLivePayouts } from '../../money/payouts/service.ts'
import { eraseOldPayouts } from '../../money/payouts/erase.service.ts'
import { withdrawalLines, withdrawals } from '../../shop/withdrawals/table.ts'

/**
 * Erases all accounts that are due, each in a transaction; one that fails is retried by the next run. Orders that are still
 * to be delivered keep their address until they are.
 */
export async function eraseClosedAccounts({ db, storage, log, config, now }: Platform): Promise<void> {
  const isDue = and(lte(users.deleteAfter, now()), isNull(users.erasedAt))
  const due = await db.select({ id: users.id, avatarUrl: users.avatarUrl }).from(users).where(isDue)
  for (const { id, avatarUrl } of due) {
    try {
      const pictures = await db.transaction(tx => eraseAccount(tx, id, now(), config.retentionYears))
      await removePictureFiles({ storage, log }, pictures)
      await deleteAvatarFile({ storage, log }, avatarUrl)
    } catch (error) {
      log.error({ err: error, userId: id }, 'a closed account is not erased')
    }
  }
  await anonymizeDeliveredOrders(db, now())
}

/**
 * Deletes personal data, and anonymizes the rows that the accounts need. Earnings and payouts stay: they name nobody, and papers of payouts have their
 * own term. Does nothing while earnings are not paid out.
 * @returns the keys of a creator's pictures, to remove after the transaction
 */
async function eraseAccount(tx: Tx, userId: string, now: Date, retentionYears: number): Promise<string[]> {
  const person = await lockErasedPerson(tx, userId)
  // Another node has already erased it.
  if (!person) return []
  const { balanceCents } = await lockEarnings(tx, userId, now)
  if (balanceCents + (await sumOfLivePayouts(tx, userId)) > 0) return []
  for (const owned of [
    addresses,
    cartItems,
    cartChanges,
    backInStockRequests,
    wishlistItems,
    idempotencyKeys,
    termsAcceptances,
    contactDigests,
    loginSessions,
    pendingLogins,
    accountTokens,
    totpSecrets,
    recoveryCodes,
    passkeys,
    passkeyChallenges,
    adminNotificationPreferences,
    savedFilters,
    notifications,
    pushSubscriptions,
    dataExports,
    toyQueue,
    toyLinks,
    creatorSuspensions,
    creators,
    creatorMenus,
    identitySubjects,
  ])
    await tx.delete(owned).where(eq(owned.userId, userId))
  await deleteLive(tx, userId)
  const pictures = await deletePageOf(tx, userId, now)
  await tx.update(analytics).set({ userId: null }).where(eq(analytics.userId, userId))
  await deleteReviews(tx, userId)
  await anonymizeGifts(tx, userId)
  // Before the orders and the address, by which they are found.
  await deleteSupport(tx, person)
  await anonymizeOrders(tx, person, now)
  await anonymizeMails(tx, person)
  await tx
    .update(toys)
    .set({ name: toys.model, status: 'OFFLINE', lastActive: null, batteryLevel: 0 })
    .where(eq(toys.ownerId, userId))
  await anonymizeUser(tx, person, now)
  // Minute entries stay; the reason of an adjustment is free text. A trigger allows removing it only for an erased user.
  await tx
    .update(minuteEntries)
    .set({ reason: null })
    .where(and(eq(minuteEntries.userId, userId), isNotNull(minuteEntries.reason)))
  await eraseCredit(tx, person)
  await eraseApplications(tx, userId, now)
  await eraseOldPayouts(tx, retainedSince(now, retentionYears))
  await recordAuditEntry(tx, { by: null, action: 'ACCOUNT_ERASED', subjectId: userId })
  return pictures
}

/** Deletes their messages, and the lists that creators and players made of one another. */
async function deleteLive(tx: Tx, userId: string): Promise<void> {
  await tx.delete(messages).where(or(eq(messages.fromUserId, userId), eq(messages.toUserId, userId)))
  // Their notifications name the writer.
  await tx.delete(notifications).where(eq(notifications.path, messagesPath(userId)))
  await tx.delete(contacts).where(or(eq(contacts.userId, userId), eq(contacts.otherId, userId)))
  await tx.delete(stopLinks).where(eq(stopLinks.creatorId, userId))
  await tx.delete(blockedUsers).where(eq(blockedUsers.userId, userId))
  await deleteFollowsOf(tx, userId)
  await deleteReviewsOf(tx, userId)
  await deleteBlocksOf(tx, userId)
  await deleteNotesOf(tx, userId, { alsoAbout: true })
  await tx
    .delete(creatorFavourites)
    .where(or(eq(creatorFavourites.userId, userId), eq(creatorFavourites.creatorId, userId)))
}

/** Deletes their messages to the shop, with the answers, and admins' notes about them and their orders. */
async function deleteSupport(tx: Tx, person: ErasedPerson): Promise<void> {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, person.id))
  await tx.delete(supportConversations).where(isConversationOf(person))
  // A report of the user stays as evidence for a while, without who they are.
  await tx
    .update(contentReports)
    .set({ name: null, email: null })
    .where(or(eq(contentReports.reporterId, person.id), eq(contentReports.email, person.email)))
  await tx
    .delete(internalNotes)
    .where(or(eq(internalNotes.customerId, person.id), inArray(internalNotes.orderId, own)))
}

/** Anonymizes gift purchases, given and received; the amounts stay in the accounts. */
async function anonymizeGifts(tx: Tx, userId: string): Promise<void> {
  const given = tx
    .select({ id: sql`${giftPurchases.id}::text` })
    .from(giftPurchases)
    .where(eq(giftPurchases.buyerId, userId))
  // The creator's notification names the giver.
  await tx
    .delete(notifications)
    .where(and(eq(notifications.kind, 'GIFT'), inArray(notifications.about, given)))
  await tx.update(giftPurchases).set({ buyerName: null }).where(eq(giftPurchases.buyerId, userId))
  // A job removes the pictures' files as orphaned files.
  await tx
    .update(gifts)
    .set({ name: 'Wens', description: '', imageUrl: null, isActive: false })
    .where(eq(gifts.ownerId, userId))
}

/** Deletes reviews and updates the ratings. */
async function deleteReviews(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (
      delete from ${reviews} where user_id = ${userId} returning product_id, rating, approved_at
    ), counted as (
      select product_id, count(*)::int as number, sum(rating)::int as stars
      from gone where approved_at is not null group by product_id
    )
    update ${products} set review_count = review_count - number, rating_sum = rating_sum - stars
    from counted where ${products.id} = counted.product_id`)
}

/** Keeps the row, which audit entries and accounts refer to. */
async function anonymizeUser(tx: Tx, { id, anonymousEmail }: ErasedPerson, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      email: anonymousEmail,
      guestEmail: null,
      guestUntil: null,
      password: '',
      role: 'USER',
      firstName: null,
      lastName: null,
      displayName: ERASED_NAME,
      dateOfBirth: null,
      phone: null,
      avatarUrl: null,
      bio: null,
      profileVisibility: 'PRIVATE',
      showStatistics: false,
      emailNotifications: false,
      smsNotifications: false,
      cartReminders: false,
      pushNotifications: false,
      preferredCategories: [],
      emailVerifiedAt: null,
      twoFactorAt: null,
      suspendedAt: null,
      profileHiddenAt: null,
      erasedAt: now,
    })
    .where(eq(users.id, id))
}

/**
 * Country and carrier stay: the accounts need them, and they identify no person. A tracking code leads to an address.
 */
const erasedOrderFields = {
  shippingFirstName: null,
  shippingLastName: null,
  shippingCompany: null,
  shippingStreet: null,
  pickupPoint: null,
  shippingHouseNumber: null,
  shippingPostalCode: null,
  shippingCity: null,
  trackingCode: null,
  ...withoutText(orderComments),
  vat: sql`${orders.vat} - 'business'`,
}

/**
 * The carrier keeps its copy of a label, by its own terms; the shop keeps the label without these fields. The reason for a
 * failure may repeat the address.
 */
const erasedLabelFields = { trackingCode: null, pickupPointId: null, stateMessage: null, failure: null }

/** Nothing will be sent any more, or it was shipped so long ago that it has arrived. */
const isDeliveryOver = (now: Date): SQL | undefined =>
  or(
    inArray(orders.status, ['DELIVERED', 'CANCELLED']),
    and(eq(orders.status, 'SHIPPED'), lt(orders.shippedAt, arrivedBefore(now))),
  )

/** Anonymizes a user's orders; an order that is still to be delivered keeps its address until then. */
async function anonymizeOrders(
  tx: Tx,
  { id, email, isGuest, anonymousEmail: nobody }: ErasedPerson,
  now: Date,
) {
  const own = tx.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  const forgotten = await tx
    .update(withdrawals)
    .set({
      name: '',
      email: nobody,
      ...withoutText(withdrawalRemark),
      unmatched: [],
      ...withoutText(withdrawalAnswer),
      answer: sql`left(${withdrawals.answer}, 0)`,
    })
    .where(or(isGuest ? undefined : eq(withdrawals.email, email), inArray(withdrawals.orderId, own)))
    .returning({ id: withdrawals.id })
  const ids = forgotten.map(row => row.id)
  await tx
    .update(withdrawalLines)
    .set({ note: null, encrypted: null, keyId: null })
    .where(inArray(withdrawalLines.withdrawalId, ids))
  await tx
    .update(orders)
    .set(erasedOrderFields)
    .where(and(eq(orders.userId, id), isDeliveryOver(now)))
  const over = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, id), isDeliveryOver(now)))
  await tx.update(shippingLabels).set(erasedLabelFields).where(inArray(shippingLabels.orderId, over))
  // The deliveries stay with the orders: they say what a code was sold for, and nothing of the person.
  await tx.delete(downloadTokens).where(inArray(downloadTokens.orderId, own))
  await tx.update(payments).set({ checkoutUrl: null }).where(eq(payments.userId, id))
}

/** Anonymizes the orders of erased users that have been delivered since. */
async function anonymizeDeliveredOrders(db: Db, now: Date): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const isKnown = or(
    isNotNull(orders.shippingLastName),
    isNotNull(orders.trackingCode),
    isNotNull(orders.comments),
  )
  await db
    .update(orders)
    .set(erasedOrderFields)
    .where(and(inArray(orders.userId, erased), isDeliveryOver(now), isKnown))
  const over = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.userId, erased), isDeliveryOver(now)))
  await db
    .update(shippingLabels)
    .set(erasedLabelFields)
    .where(
      and(
        inArray(shippingLabels.orderId, over),
        or(
          isNotNull(shippingLabels.trackingCode),
          isNotNull(shippingLabels.pickupPointId),
          isNotNull(shippingLabels.stateMessage),
          isNotNull(shippingLabels.failure),
        ),
      ),
    )
}
