import { and, asc, eq, getTableColumns, inArray, isNotNull, or } from 'drizzle-orm'
import { backInStockRequests } from '../../shop/backInStock/table.ts'
import { cartItems } from '../../shop/cart/table.ts'
import { cartChanges } from '../../shop/cartReminders/table.ts'
import { products } from '../../shop/products/catalog/table.ts'
import { gifts, giftPurchases } from '../../live/gifts/table.ts'
import { creditAccounts, creditEntries } from '../../money/credit/table.ts'
import { invoices } from '../../money/invoices/table.ts'
import { digitalCodes, digitalDeliveries } from '../../shop/downloads/table.ts'
import { orderItems, orders } from '../../shop/orders/table.ts'
import {
  chargebackReversals,
  chargebacks,
  payments,
  refundFailures,
  refundResolutions,
  refunds,
} from '../../money/payments/table.ts'
import type { DataCipher } from '../../platform/crypto/dataCipher.ts'
import type { Db } from '../../platform/db/db.ts'
import { columnsOf } from '../../platform/db/sql.ts'
import { recallNotices, recalls } from '../../shop/recalls/table.ts'
import { reviews } from '../../shop/reviews/table.ts'
import { analytics, analyticsEvents, pageViews } from '../analytics/table.ts'
import { noteText } from '../notes/service.ts'
import { internalNotes } from '../notes/table.ts'
import { supportMessageText, textColumns } from '../../shop/support/messageText.service.ts'
import { decryptComments, decryptLineMessages } from '../../shop/orders/orderText.service.ts'
import { giftCardMessage } from '../../money/credit/giftCards/giftMessage.service.ts'
import { decryptOptionalTexts } from '../../platform/crypto/optionalText.ts'
import { isConversationOf } from '../../shop/support/service.ts'
import { supportConversations, supportMessages } from '../../shop/support/table.ts'
import { wishlistItems } from '../../shop/wishlist/table.ts'
import { contentReportSection } from './contentReportData.service.ts'
import { withdrawalSection } from './withdrawalData.service.ts'
import type { DataSubject, PersonalDataSection } from './dataSection.service.ts'

const { checkoutUrl: _, ...payment } = getTableColumns(payments)

/** Visits, cart, orders, payments, reviews and gifts. */
export const shopDataSections: PersonalDataSection[] = [
  {
    name: 'winkelmand',
    tables: [cartItems],
    read: (db, { id }) =>
      db
        .select({ product: products.name, quantity: cartItems.quantity, createdAt: cartItems.createdAt })
        .from(cartItems)
        .innerJoin(products, eq(products.id, cartItems.productId))
        .where(eq(cartItems.userId, id)),
  },
  {
    name: 'verlanglijst',
    tables: [wishlistItems],
    read: (db, { id }) =>
      db
        .select({
          product: products.name,
          ...columnsOf(wishlistItems, 'createdAt', 'priceCents', 'notifiedCents'),
        })
        .from(wishlistItems)
        .innerJoin(products, eq(products.id, wishlistItems.productId))
        .where(eq(wishlistItems.userId, id)),
  },
  {
    name: 'winkelmand-herinnering',
    tables: [cartChanges],
    read: (db, { id }) =>
      db
        .select(columnsOf(cartChanges, 'changedAt', 'decidedAt'))
        .from(cartChanges)
        .where(eq(cartChanges.userId, id)),
  },
  {
    name: 'weer-op-voorraad',
    tables: [backInStockRequests],
    read: (db, { id }) =>
      db
        .select({ product: products.name, createdAt: backInStockRequests.createdAt })
        .from(backInStockRequests)
        .innerJoin(products, eq(products.id, backInStockRequests.productId))
        .where(eq(backInStockRequests.userId, id)),
  },
  {
    name: 'terugroepacties',
    tables: [recallNotices],
    read: (db, { id }) =>
      db
        .select({ product: recalls.productName, ...columnsOf(recallNotices, 'mailedAt', 'readAt') })
        .from(recallNotices)
        .innerJoin(recalls, eq(recalls.id, recallNotices.recallId))
        .where(eq(recallNotices.userId, id)),
  },
  { name: 'bestellingen', tables: [orders, orderItems], read: ordersOf },
  { name: 'digitaal', tables: [digitalDeliveries, digitalCodes], read: deliveriesOf },
  {
    name: 'betalingen',
    tables: [payments, refunds, refundFailures, chargebacks, chargebackReversals, refundResolutions],
    read: paymentsOf,
  },
  { name: 'tegoed', tables: [creditAccounts, creditEntries], read: creditOf },
  {
    name: 'facturen',
    tables: [invoices],
    read: (db, { id }) =>
      db.select().from(invoices).where(eq(invoices.userId, id)).orderBy(asc(invoices.issuedAt)),
  },
  {
    name: 'beoordelingen',
    tables: [reviews],
    read: (db, { id }) =>
      db
        .select({ ...getTableColumns(reviews), product: products.name })
        .from(reviews)
        .innerJoin(products, eq(products.id, reviews.productId))
        .where(eq(reviews.userId, id)),
  },
  { name: 'cadeaus', tables: [gifts, giftPurchases], read: giftsOf },
  // Only the open visit: afterwards its user is not known.
  { name: 'bezoek', tables: [analytics, pageViews, analyticsEvents], read: visitsOf },
  withdrawalSection,
  { name: 'klantenservice', tables: [supportConversations, supportMessages], read: conversationsOf },
  contentReportSection,
  // Opinions about a person are personal data too (CJEU, Nowak, C-434/16).
  { name: 'notities', tables: [internalNotes], read: notesOf },
]

/** Their store credit with its entries, and the gift cards that they bought; not who got these. */
async function creditOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const accounts = db
    .select({ id: creditAccounts.id })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, id))
  const entries = await db
    .select(columnsOf(creditEntries, 'kind', 'cents', 'reason', 'createdAt'))
    .from(creditEntries)
    .where(inArray(creditEntries.accountId, accounts))
    .orderBy(asc(creditEntries.createdAt), asc(creditEntries.id))
  const giftCards = await db
    .select(
      columnsOf(
        creditAccounts,
        'id',
        'lastFour',
        'initialCents',
        'senderName',
        'message',
        'messageEncrypted',
        'messageKeyId',
        'deliverOn',
        'createdAt',
      ),
    )
    .from(creditAccounts)
    .innerJoin(orderItems, eq(orderItems.id, creditAccounts.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.userId, id))
  const readable = await decryptOptionalTexts(dataCipher, db, giftCardMessage, giftCards)
  return { entries, giftCards: readable.map(({ id: _id, ...card }) => card) }
}

/** Their conversations with the shop, without who of the shop wrote. */
async function conversationsOf(db: Db, subject: DataSubject, dataCipher: DataCipher) {
  const { submissionHash: _hash, version: _version, ...conversation } = getTableColumns(supportConversations)
  const found = await db.select(conversation).from(supportConversations).where(isConversationOf(subject))
  const { conversationId, createdAt } = supportMessages
  const ids = found.map(({ id }) => id)
  const stored = await db
    .select({ ...textColumns, ...columnsOf(supportMessages, 'conversationId', 'isFromShop', 'createdAt') })
    .from(supportMessages)
    .where(inArray(conversationId, ids))
    .orderBy(asc(createdAt), asc(supportMessages.id))
  const messages = await dataCipher.decryptRows(db, supportMessageText, stored)
  return found.map(each => ({
    ...each,
    messages: messages.flatMap(({ id: _id, ...message }) =>
      message.conversationId === each.id ? [message] : [],
    ),
  }))
}

/** The notes of admins about them and their orders; of an admin also when they wrote notes, which are about others. */
async function notesOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const { orderId, customerId, authorId, createdAt } = internalNotes
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))
  const stored = await db
    .select(columnsOf(internalNotes, 'id', 'orderId', 'text', 'encrypted', 'keyId', 'createdAt', 'editedAt'))
    .from(internalNotes)
    .where(or(eq(customerId, id), inArray(orderId, own)))
    .orderBy(asc(createdAt))
  const about = await dataCipher.decryptRows(db, noteText, stored)
  return {
    about: about.map(({ id: _id, ...note }) => note),
    written: await db.select({ createdAt }).from(internalNotes).where(eq(authorId, id)),
  }
}

async function ordersOf(db: Db, { id }: DataSubject, dataCipher: DataCipher) {
  const stored = await db.select().from(orders).where(eq(orders.userId, id)).orderBy(asc(orders.createdAt))
  const own = await decryptComments({ db, dataCipher }, stored)
  const storedLines = await db
    .select(getTableColumns(orderItems))
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.userId, id))
  const lines = await decryptLineMessages({ db, dataCipher }, storedLines)
  return own.map(order => ({ ...order, items: lines.filter(({ orderId }) => orderId === order.id) }))
}

/** The lines that were delivered digitally, with the number of their downloads and the codes that they were shown. */
async function deliveriesOf(db: Db, { id }: DataSubject) {
  const { userId: _user, ...delivery } = getTableColumns(digitalDeliveries)
  const own = await db.select(delivery).from(digitalDeliveries).where(eq(digitalDeliveries.userId, id))
  const codes = await db
    .select({
      itemId: digitalCodes.orderItemId,
      code: digitalCodes.code,
      seenAt: digitalCodes.seenAt,
      voidedAt: digitalCodes.voidedAt,
    })
    .from(digitalCodes)
    .innerJoin(digitalDeliveries, eq(digitalDeliveries.orderItemId, digitalCodes.orderItemId))
    .where(and(eq(digitalDeliveries.userId, id), isNotNull(digitalCodes.seenAt)))
  return own.map(line => ({
    ...line,
    codes: codes.filter(({ itemId }) => itemId === line.orderItemId),
  }))
}

/**
 * Gift purchases that they paid; for a creator also the gift list and the received gifts, with the names that the
 * givers showed.
 */
async function giftsOf(db: Db, { id }: DataSubject) {
  const {
    paymentId: _payment,
    wishlistItemId: _wish,
    buyerId: _buyer,
    ...giving
  } = getTableColumns(giftPurchases)
  const { giftName, amount, buyerName, paidAt } = giftPurchases
  return {
    given: await db.select(giving).from(giftPurchases).where(eq(giftPurchases.buyerId, id)),
    wishes: await db.select().from(gifts).where(eq(gifts.ownerId, id)).orderBy(asc(gifts.position)),
    received: await db
      .select({ giftName, amount, from: buyerName, paidAt })
      .from(giftPurchases)
      .innerJoin(gifts, eq(gifts.id, giftPurchases.wishlistItemId))
      .where(and(eq(gifts.ownerId, id), isNotNull(paidAt))),
  }
}

/** Payments with their refunds, and for an admin the refunds that they resolved. */
async function paymentsOf(db: Db, { id }: DataSubject) {
  const own = db.select({ id: payments.id }).from(payments).where(eq(payments.userId, id))
  return {
    payments: await db
      .select(payment)
      .from(payments)
      .where(eq(payments.userId, id))
      .orderBy(asc(payments.createdAt)),
    refunds: await db.select().from(refunds).where(inArray(refunds.paymentId, own)),
    failures: await db
      .select(columnsOf(refundFailures, 'refundId', 'failedAt', 'endedAt'))
      .from(refundFailures)
      .innerJoin(refunds, eq(refunds.id, refundFailures.refundId))
      .where(inArray(refunds.paymentId, own)),
    chargebacks: await db.select().from(chargebacks).where(inArray(chargebacks.paymentId, own)),
    reversals: await db.select().from(chargebackReversals).where(inArray(chargebackReversals.paymentId, own)),
    mended: await db.select().from(refundResolutions).where(eq(refundResolutions.userId, id)),
  }
}

async function visitsOf(db: Db, { id }: DataSubject) {
  const { sessionId: _session, visitor: _visitor, ...visit } = getTableColumns(analytics)
  const visits = await db.select(visit).from(analytics).where(eq(analytics.userId, id))
  const ids = visits.map(({ id: visitId }) => visitId)
  return {
    visits,
    pages: await db
      .select()
      .from(pageViews)
      .where(inArray(pageViews.analyticsId, ids))
      .orderBy(asc(pageViews.timestamp)),
    events: await db
      .select()
      .from(analyticsEvents)
      .where(inArray(analyticsEvents.analyticsId, ids))
      .orderBy(asc(analyticsEvents.timestamp)),
  }
}
