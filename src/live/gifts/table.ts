import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { payments } from '../../money/payments/table.ts'
import { timestamptz, createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import type { GiftPurchaseStatus } from './contract.ts'

/** The gifts on the creators' public lists, for customers to pay. */
export const gifts = pgTable(
  'gifts',
  {
    id: primaryId(),
    /** The creator who receives it. */
    ownerId: reference(() => users.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Cents. */
    price: integer().notNull(),
    imageUrl: text(),
    isActive: boolean().notNull().default(true),
    /** Whether it is given once; else any number of times. */
    isSingle: boolean().notNull().default(true),
    /** Its position on the list, the lowest first; at the same position, the newest first. */
    position: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  table => [
    index('gifts_by_place').on(table.position, table.createdAt),
    index().on(table.ownerId),
    check('gifts_price', sql`${table.price} > 0`),
  ],
)

/** Gift purchases. The name and the price are those at the time of purchase. */
export const giftPurchases = pgTable(
  'wishlist_purchases',
  {
    id: primaryId(),
    wishlistItemId: reference(() => gifts.id),
    buyerId: reference(() => users.id),
    giftName: text().notNull(),
    /** Cents. */
    amount: integer().notNull(),
    /** Copied from the gift at the time of purchase: an index can't refer to another table. */
    isSingle: boolean().notNull(),
    isAnonymous: boolean().notNull().default(false),
    /** The buyer's name for the creator; null when the purchase is anonymous. */
    buyerName: text(),
    paymentId: reference(() => payments.id),
    status: text().$type<GiftPurchaseStatus>().notNull().default('PENDING'),
    /** Until when an unpaid one holds the gift. */
    heldUntil: timestamptz().notNull(),
    createdAt: createdAt(),
    paidAt: timestamptz(),
    /** The terms that were agreed about its VAT; null for one from before that was kept. */
    vat: jsonb().$type<VatTerms>(),
  },
  table => [
    uniqueIndex('wishlist_purchases_single')
      .on(table.wishlistItemId)
      .where(sql`${table.isSingle} and ${table.status} in ('PENDING', 'PAID')`),
    index('wishlist_purchases_by_gift').on(table.wishlistItemId, table.status, table.createdAt),
    index('wishlist_purchases_by_age').on(table.createdAt),
    index('wishlist_purchases_by_status').on(table.status, table.createdAt),
    index().on(table.buyerId),
    uniqueIndex('wishlist_purchases_one_per_payment').on(table.paymentId),
    check('wishlist_purchases_amount', sql`${table.amount} > 0`),
    check('wishlist_purchases_anonymous', sql`not ${table.isAnonymous} or ${table.buyerName} is null`),
    check('wishlist_purchases_status', sql`${table.status} in ('PENDING', 'PAID', 'CANCELLED', 'REFUNDED')`),
    check(
      'wishlist_purchases_paid',
      sql`(${table.status} in ('PAID', 'REFUNDED')) = (${table.paidAt} is not null)`,
    ),
  ],
)
