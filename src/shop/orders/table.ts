import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../products/catalog/table.ts'
import { dataKeyReference, createdAt, reference, primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { PickupPoint } from '../shipping/pickup.contract.ts'
import type { AppliedPromotion } from '../promotions/contract.ts'
import type { GiftCardDelivery } from '../../money/credit/contract.ts'
import type { VatTerms } from '../../money/vat/contract.ts'
import type { TaxClass } from '../../wire/vat.ts'
import type { OrderStatus } from './contract.ts'

/** A line of gift cards; without a recipient they go to the buyer. */
export type GiftCardLine = Partial<Omit<GiftCardDelivery, 'productId' | 'message'>>

/** The recipient's name in lower case, for search; empty when nothing is shipped. */
export const recipientName = (order: Record<'shippingFirstName' | 'shippingLastName', AnyPgColumn>): SQL =>
  sql`lower(coalesce(${order.shippingFirstName}, '') || ' ' || coalesce(${order.shippingLastName}, ''))`

export const orders = pgTable(
  'orders',
  {
    id: primaryId(),
    /** `2026-000042` */
    number: text().notNull().unique(),
    userId: reference(() => users.id),
    totalAmount: integer().notNull(),
    /** Cents of the total that gift cards and store credit pay. */
    creditCents: integer().notNull().default(0),
    status: text().$type<OrderStatus>().notNull().default('PENDING'),
    paidAt: timestamptz(),
    shippedAt: timestamptz(),
    deliveredAt: timestamptz(),
    trackingCode: text(),
    shippingCarrier: text(),
    hasTracking: boolean().notNull().default(false),
    trackingCost: integer().notNull().default(0),
    /** Cents of the total for standard shipping. */
    shippingCost: integer().notNull().default(0),
    /** The promotions that lowered its price, as they were then; null without any. */
    promotions: jsonb().$type<AppliedPromotion[]>(),
    shippingFirstName: text(),
    shippingLastName: text(),
    shippingCompany: text(),
    shippingStreet: text(),
    shippingHouseNumber: text(),
    shippingPostalCode: text(),
    shippingCity: text(),
    shippingCountry: text(),
    /** Where it is collected instead, as it was when it was chosen; null when it is brought home. */
    pickupPoint: jsonb().$type<PickupPoint>(),
    /** Of the buyer. Encrypted; here in rows of before. */
    comments: text(),
    commentsEncrypted: text(),
    commentsKeyId: dataKeyReference(),
    /** The terms that were agreed about its VAT; null for one from before that was kept. */
    vat: jsonb().$type<VatTerms>(),
    /** The day in Brussels on which its parcel is to arrive, as was promised when it was paid; null without a promise. */
    promisedOn: date({ mode: 'string' }),
    /** Cancelled by an admin: a payment that still comes is refunded, and does not open the order again. */
    isClosed: boolean().notNull().default(false),
    /** Whether its confirmation mail was queued. */
    isConfirmationQueued: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    index('orders_by_user').on(table.userId, table.createdAt),
    index('orders_by_age').on(table.createdAt, table.id),
    index('orders_by_total').on(table.totalAmount, table.id),
    index('orders_by_status').on(table.status, table.createdAt, table.id),
    index('orders_number_trigrams').using('gin', sql`${table.number} gin_trgm_ops`),
    index('orders_name_trigrams').using('gin', sql`${recipientName(table)} gin_trgm_ops`),
    index('orders_unconfirmed')
      .on(table.createdAt)
      .where(sql`${table.status} = 'PENDING' and not ${table.isConfirmationQueued}`),
    check(
      'orders_status',
      sql`${table.status} in ('PENDING', 'PAID', 'PROCESSING', 'SHIPPED', 'DELIVERED', 'CANCELLED')`,
    ),
    index('orders_by_comments_key')
      .on(table.commentsKeyId)
      .where(sql`${table.commentsKeyId} is not null`),
    check('orders_comments', sql`(${table.commentsEncrypted} is null) = (${table.commentsKeyId} is null)`),
    check('orders_credit', sql`${table.creditCents} between 0 and ${table.totalAmount}`),
    check('orders_amounts', sql`${table.totalAmount} >= 0 and ${table.trackingCost} >= 0`),
    check('orders_shipping', sql`${table.shippingCost} >= 0`),
  ],
)

export const orderItems = pgTable(
  'order_items',
  {
    id: primaryId(),
    orderId: reference(() => orders.id),
    productId: reference(() => products.id),
    quantity: integer().notNull(),
    /** Snapshots taken when the order was placed. */
    pricePerItem: integer().notNull(),
    /** Cents of the whole line: the discount of promotions. */
    discount: integer().notNull().default(0),
    /** Cents of the line's price that went back as VAT: it was due by a business itself. */
    vatReturned: integer().notNull().default(0),
    productName: text().notNull(),
    imageUrl: text(),
    /** The refunded units of `quantity`. */
    refundedQuantity: integer().notNull().default(0),
    isDigital: boolean().notNull().default(false),
    /** That of its product when it was ordered; null from before that was kept. */
    taxClass: text().$type<TaxClass>(),
    /** The wishes of the buyer about a gift card: its recipient, and when; null for all other lines. */
    giftCard: jsonb().$type<GiftCardLine>(),
    /** The message with its cards, until they are made: encrypted. */
    giftMessage: text(),
    giftMessageEncrypted: text(),
    giftMessageKeyId: dataKeyReference(),
    hygieneSealed: boolean().notNull().default(false),
    picked: boolean().notNull().default(false),
  },
  table => [
    index().on(table.orderId),
    index().on(table.productId),
    index('order_items_by_message_key')
      .on(table.giftMessageKeyId)
      .where(sql`${table.giftMessageKeyId} is not null`),
    check(
      'order_items_message',
      sql`(${table.giftMessageEncrypted} is null) = (${table.giftMessageKeyId} is null)`,
    ),
    check(
      'order_items_amounts',
      sql`${table.quantity} > 0 and ${table.pricePerItem} >= 0 and ${table.refundedQuantity} between 0 and ${table.quantity}`,
    ),
    check(
      'order_items_discount',
      sql`${table.discount} between 0 and ${table.quantity} * ${table.pricePerItem}`,
    ),
    check(
      'order_items_vat_returned',
      sql`${table.vatReturned} between 0 and ${table.quantity} * ${table.pricePerItem} - ${table.discount}`,
    ),
  ],
)

/**
 * Numbers that no order has yet. Claiming one deletes its row and skips rows that others are claiming, so that buyers don't
 * wait for each other; a transaction that rolls back frees its number, so that none is lost.
 */
export const orderNumbers = pgTable(
  'order_numbers',
  { year: integer().notNull(), serial: integer().notNull() },
  table => [primaryKey({ columns: [table.year, table.serial] })],
)

/** The highest serial number that was added to `order_numbers`. */
export const orderNumberSeries = pgTable('order_number_series', {
  year: integer().primaryKey(),
  lastSerial: integer().notNull(),
})
