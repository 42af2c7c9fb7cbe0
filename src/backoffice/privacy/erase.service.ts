import { and, eq, inArray, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import { accountTokens, loginSessions, pendingLogins, users } from '../../people/accounts/table.ts'
import { addresses } from '../../people/addresses/table.ts'
import { recordAuditEntry } from '../../people/audit/service.ts'
import { cartItems } from '../../shop/cart/table.ts'
import { products } from '../../shop/catalog/table.ts'
import { giftPaidMail } from '../../live/gifts/contract.ts'
import { gifts, giftPurchases } from '../../live/gifts/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { toyQueue } from '../../live/sessions/table.ts'
import { minutesCreditedMail } from '../../money/minutes/contract.ts'
import { minuteEntries } from '../../money/minutes/table.ts'
import { messagesPath } from '../../live/messages/service.ts'
import { contacts, messages } from '../../live/messages/table.ts'
import { notifications, pushSubscriptions } from '../../people/notifications/table.ts'
import { orderPaidMail } from '../../shop/orders/contract.ts'
import type { Tx } from '../../platform/db.ts'
import { ERASED_EMAIL_DOMAIN } from '../../platform/mail.ts'
import type { Platform } from '../../platform/platform.ts'
import { idempotencyKeys, mails } from '../../platform/table.ts'
import { deleteAvatarFile } from '../../people/accounts/avatar.service.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { passkeyChallenges, passkeys, recoveryCodes, totpSecrets } from '../../people/security/table.ts'
import { toyBlocks, toyLinks, toys } from '../../live/toys/table.ts'
import { analytics } from '../analytics/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'
import { anonymizeOrders, anonymizeDeliveredOrders } from './eraseOrders.service.ts'
import { retainedSince } from './rules.ts'
import { dataExports } from './table.ts'

/**
 * Erases everyone whose time has come, each in a transaction; one that fails is tried again the next hour. What was still to
 * be delivered then keeps its address until it is.
 */
export async function eraseClosedAccounts({ db, storage, log, now }: Platform): Promise<void> {
  const isDue = and(lte(users.deleteAfter, now()), isNull(users.erasedAt))
  const due = await db.select({ id: users.id, avatarUrl: users.avatarUrl }).from(users).where(isDue)
  for (const { id, avatarUrl } of due) {
    try {
      await db.transaction(tx => eraseAccount(tx, id, now()))
      await deleteAvatarFile({ storage, log }, avatarUrl)
    } catch (error) {
      log.error({ err: error, userId: id }, 'a closed account is not erased')
    }
  }
  await anonymizeDeliveredOrders(db, now())
}

interface ErasedPerson {
  id: string
  email: string
  /** What stands in place of the address. */
  anonymousEmail: string
}

/** What is theirs goes; what belongs to the books stays, and says no more of whom it is. */
async function eraseAccount(tx: Tx, userId: string, now: Date): Promise<void> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
    .for('update')
  // Another node was first.
  if (!user) return
  const person = { id: userId, email: user.email, anonymousEmail: `${userId}@${ERASED_EMAIL_DOMAIN}` }
  for (const owned of [
    addresses,
    cartItems,
    wishlistItems,
    idempotencyKeys,
    loginSessions,
    pendingLogins,
    accountTokens,
    totpSecrets,
    recoveryCodes,
    passkeys,
    passkeyChallenges,
    notifications,
    pushSubscriptions,
    dataExports,
    toyQueue,
    toyLinks,
  ])
    await tx.delete(owned).where(eq(owned.userId, userId))
  await tx.delete(messages).where(or(eq(messages.fromUserId, userId), eq(messages.toUserId, userId)))
  // The others were told by name who wrote.
  await tx.delete(notifications).where(eq(notifications.path, messagesPath(userId)))
  await tx.delete(contacts).where(or(eq(contacts.userId, userId), eq(contacts.otherId, userId)))
  await tx.delete(toyBlocks).where(or(eq(toyBlocks.userId, userId), eq(toyBlocks.creatorId, userId)))
  await tx.update(analytics).set({ userId: null }).where(eq(analytics.userId, userId))
  await deleteReviews(tx, userId)
  await anonymizeGifts(tx, userId)
  await anonymizeOrders(tx, person, now)
  await anonymizeMails(tx, person)
  await tx
    .update(toys)
    .set({ name: toys.model, status: 'OFFLINE', lastActive: null, batteryLevel: null })
    .where(eq(toys.ownerId, userId))
  await anonymizeUser(tx, person, now)
  // The books keep the minutes; why they were adjusted is what someone wrote. Only of who is erased it may go.
  await tx
    .update(minuteEntries)
    .set({ reason: null })
    .where(and(eq(minuteEntries.userId, userId), isNotNull(minuteEntries.reason)))
  await recordAuditEntry(tx, { by: null, action: 'ACCOUNT_ERASED', subjectId: userId })
}

/** Who gave it is told no more, and what was wished for is not either; that it was paid is in the books. */
async function anonymizeGifts(tx: Tx, userId: string): Promise<void> {
  const given = tx
    .select({ id: sql`${giftPurchases.id}::text` })
    .from(giftPurchases)
    .where(eq(giftPurchases.buyerId, userId))
  // The creator was told by name who gave it.
  await tx
    .delete(notifications)
    .where(and(eq(notifications.kind, 'GIFT'), inArray(notifications.about, given)))
  await tx.update(giftPurchases).set({ buyerName: null }).where(eq(giftPurchases.buyerId, userId))
  // The pictures' files go with the next sweep.
  await tx
    .update(gifts)
    .set({ name: 'Wens', description: '', imageUrl: null, isActive: false })
    .where(eq(gifts.ownerId, userId))
}

/** Their stars no longer count. */
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

/** That a payment was told of is in the books; every other mail goes, also one that waits. */
async function anonymizeMails(tx: Tx, { email, anonymousEmail }: ErasedPerson): Promise<void> {
  const theirs = eq(mails.recipient, email)
  const booked = [orderPaidMail.name, minutesCreditedMail.name, giftPaidMail.name]
  await tx.delete(mails).where(and(theirs, notInArray(mails.template, booked)))
  await tx
    .update(mails)
    .set({
      recipient: anonymousEmail,
      props: sql`jsonb_strip_nulls(jsonb_build_object('number', ${mails.props} -> 'number', 'invoiceId', ${mails.props} -> 'invoiceId'))`,
      lastError: null,
      failedAt: sql`case when ${mails.sentAt} is null then coalesce(${mails.failedAt}, ${mails.createdAt}) end`,
    })
    .where(theirs)
}

/** The row stays, for what the books say that it did. */
async function anonymizeUser(tx: Tx, { id, anonymousEmail }: ErasedPerson, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({
      email: anonymousEmail,
      password: '',
      role: 'USER',
      firstName: null,
      lastName: null,
      displayName: 'Verwijderd account',
      dateOfBirth: null,
      phone: null,
      avatarUrl: null,
      bio: null,
      profileVisibility: 'PRIVATE',
      showStatistics: false,
      emailNotifications: false,
      smsNotifications: false,
      pushNotifications: false,
      preferredCategories: [],
      emailVerifiedAt: null,
      twoFactorAt: null,
      erasedAt: now,
    })
    .where(eq(users.id, id))
}

/** Takes the buyer off the invoices of who is erased, once the law no longer asks for it. */
export async function anonymizeInvoices({ db, config, now }: Platform): Promise<void> {
  const erased = db.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt))
  const since = retainedSince(now(), config.retentionYears)
  await db
    .update(invoices)
    .set({ content: sql`jsonb_set(${invoices.content}, '{buyer}', '[]')` })
    .where(
      and(
        inArray(invoices.userId, erased),
        sql`${invoices.issuedAt} < ${since.toISOString()}::timestamptz`,
        sql`${invoices.content} -> 'buyer' <> '[]'`,
      ),
    )
}
