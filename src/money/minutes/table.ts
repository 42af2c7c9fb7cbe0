import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference, primaryId, timestamptz } from '../../platform/db/columns.ts'
import type { VatTerms } from '../vat/contract.ts'
import type { DebtResolution, PackageId } from './contract.ts'

/** The packages that an admin changed: all of them, or none while the defaults apply. */
export const minutePackages = pgTable(
  'minute_packages',
  {
    id: text().$type<PackageId>().primaryKey(),
    name: text().notNull(),
    minutes: integer().notNull(),
    /** Cents. */
    normalPrice: integer().notNull(),
    sessionPrice: integer().notNull(),
    popular: boolean().notNull(),
    active: boolean().notNull(),
    place: integer().notNull(),
    /** The same in all rows: increased by each save, which names the version that it replaces. */
    version: integer().notNull(),
  },
  table => [
    check(
      'minute_packages_amounts',
      sql`${table.minutes} > 0 and ${table.sessionPrice} > 0 and ${table.normalPrice} >= ${table.sessionPrice}`,
    ),
    check('minute_packages_popular', sql`${table.active} or not ${table.popular}`),
  ],
)

export const minutePurchases = pgTable(
  'minute_purchases',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    packageId: text().$type<PackageId>().notNull(),
    /** As it was when it was bought: a package may change later. */
    packageName: text().notNull(),
    minutes: integer().notNull(),
    /** Cents. */
    price: integer().notNull(),
    /** Cents of the price that gift cards and store credit pay. */
    creditCents: integer().notNull().default(0),
    status: text().$type<'PENDING' | 'PAID' | 'CANCELLED'>().notNull().default('PENDING'),
    createdAt: createdAt(),
    paidAt: timestamptz(),
    /** When its buyer asked to start at once and gave up the right to withdraw; null without that. */
    waivedAt: timestamptz(),
    /** The terms that were agreed about its VAT; null for one from before that was kept. */
    vat: jsonb().$type<VatTerms>(),
    /** Begun in a session or on the live page, to which its payment leads back. */
    fromLive: boolean().notNull().default(false),
  },
  table => [
    index().on(table.userId),
    check('minute_purchases_credit', sql`${table.creditCents} between 0 and ${table.price}`),
    check('minute_purchases_amounts', sql`${table.minutes} > 0 and ${table.price} >= 0`),
    check('minute_purchases_status', sql`${table.status} in ('PENDING', 'PAID', 'CANCELLED')`),
  ],
)

type MinuteEntryKind =
  | 'PURCHASE'
  | 'SPEND'
  | 'REFUND'
  | 'CHARGEBACK'
  | 'GIFT'
  | 'GIFT_RETURN'
  | 'ADJUSTMENT'
  /** Played minutes of a session that an admin gave back. */
  | 'SESSION_RETURN'
  /** No minutes: the amount that went back of the VAT of a purchase, whose minutes are worth so much less. */
  | 'VAT_RETURN'

/** The entries of the minute ledger, of which `users.minutesBalance` is the balance. */
export const minuteEntries = pgTable(
  'minute_entries',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    kind: text().$type<MinuteEntryKind>().notNull(),
    /** Signed: positive when the balance increases. */
    minutes: integer().notNull(),
    /** Cents that were paid for added minutes; 0 for gifts and for deductions; below 0 the part that went back as VAT. */
    valueCents: integer().notNull().default(0),
    purchaseId: uuid().references(() => minutePurchases.id),
    refundId: uuid(),
    /** The chargeback of the purchase’s payment that took these minutes. */
    chargebackId: uuid('chargeback_id'),
    controlSessionId: uuid(),
    /** The order that these minutes were a gift with. No reference: orders import this slice. */
    orderId: uuid(),
    reason: text(),
    createdAt: createdAt(),
  },
  table => [
    index('minute_entries_by_user').on(table.userId, table.createdAt),
    uniqueIndex('minute_entries_credited_once')
      .on(table.purchaseId)
      .where(sql`${table.kind} = 'PURCHASE'`),
    uniqueIndex('minute_entries_refunded_once').on(table.refundId),
    uniqueIndex('minute_entries_charged_back_once').on(table.chargebackId),
    uniqueIndex('minute_entries_given_once')
      .on(table.orderId, table.kind)
      .where(sql`${table.orderId} is not null`),
    uniqueIndex('minute_entries_vat_returned_once')
      .on(table.purchaseId)
      .where(sql`${table.kind} = 'VAT_RETURN'`),
    index().on(table.controlSessionId),
    check(
      'minute_entries_vat_return',
      sql`${table.kind} <> 'VAT_RETURN' or (${table.minutes} = 0 and ${table.valueCents} < 0 and ${table.purchaseId} is not null)`,
    ),
    check(
      'minute_entries_refund',
      sql`(${table.kind} = 'REFUND') = (${table.refundId} is not null) and (${table.kind} <> 'REFUND' or (${table.minutes} < 0 and ${table.purchaseId} is not null))`,
    ),
    check(
      'minute_entries_chargeback',
      sql`(${table.kind} = 'CHARGEBACK') = (${table.chargebackId} is not null) and (${table.kind} <> 'CHARGEBACK' or (${table.minutes} < 0 and ${table.purchaseId} is not null))`,
    ),
    check(
      'minute_entries_gift_return',
      sql`${table.kind} <> 'GIFT_RETURN' or (${table.minutes} < 0 and ${table.orderId} is not null)`,
    ),
    check(
      'minute_entries_session_return',
      sql`${table.kind} <> 'SESSION_RETURN' or (${table.minutes} > 0 and ${table.controlSessionId} is not null)`,
    ),
    check(
      'minute_entries_sign',
      sql`(${table.minutes} <> 0 or ${table.kind} = 'VAT_RETURN') and (${table.kind} <> 'SPEND' or ${table.minutes} < 0) and (${table.kind} not in ('PURCHASE', 'GIFT') or ${table.minutes} > 0)`,
    ),
  ],
)

/**
 * Minutes that were added together, with their price: a purchase, the gift of an order, or a correction. The trigger of its entry opens it.
 * Its first minutes are spent and its last ones returned, so that each minute has its part of the price, which add up to it.
 */
export const minuteLots = pgTable(
  'minute_lots',
  {
    /** The entry that added the minutes. */
    id: uuid()
      .primaryKey()
      .references(() => minuteEntries.id),
    userId: reference(() => users.id),
    minutes: integer().notNull(),
    /** Cents that were paid for all of them, without VAT that went back. */
    valueCents: integer().notNull(),
    /** Played, or deducted by an admin. */
    spent: integer().notNull().default(0),
    /** Refunded, charged back, or taken back with their order. */
    returned: integer().notNull().default(0),
    /** Cents of the VAT in the price, and of the fees of its payments; 0 without a price. Set when the minutes are credited. */
    vatCents: integer().notNull().default(0),
    feeCents: integer().notNull().default(0),
    /** From when no bank takes the price back, by the methods of its payments; at once without any. */
    finalAt: timestamptz().notNull(),
    addedAt: timestamptz().notNull(),
  },
  table => [
    index('minute_lots_open')
      .on(table.userId, table.addedAt, table.id)
      .where(sql`${table.spent} + ${table.returned} < ${table.minutes}`),
    check(
      'minute_lots_used',
      sql`${table.spent} >= 0 and ${table.returned} >= 0 and ${table.spent} + ${table.returned} <= ${table.minutes}`,
    ),
    check('minute_lots_value', sql`${table.minutes} > 0 and ${table.valueCents} >= 0`),
    check('minute_lots_terms', sql`${table.vatCents} >= 0 and ${table.feeCents} >= 0`),
  ],
)

/**
 * The minutes of a lot that an entry took, and their part of the price at that time; never attributed again. The trigger of the entry
 * writes them: spent minutes come from the oldest lots, returned ones from their own. Minutes of a session that were given back are negative: the
 * last spent ones of its lots are there to spend again, so that the spent ones of a lot are always its first.
 */
export const minuteAllocations = pgTable(
  'minute_allocations',
  {
    entryId: reference(() => minuteEntries.id),
    lotId: reference(() => minuteLots.id),
    /** The number of minutes of the lot that come before these. */
    first: integer().notNull(),
    minutes: integer().notNull(),
    valueCents: integer().notNull(),
  },
  table => [
    primaryKey({ columns: [table.entryId, table.lotId] }),
    index().on(table.lotId),
    check(
      'minute_allocations_amounts',
      sql`${table.first} >= 0 and ${table.minutes} <> 0 and ${table.valueCents} * sign(${table.minutes}) >= 0`,
    ),
  ],
)

/** The debt of a buyer for spent minutes whose payment was charged back; blocks buying until an admin has settled it. */
export const minuteDebts = pgTable(
  'minute_debts',
  {
    id: primaryId(),
    userId: reference(() => users.id),
    purchaseId: reference(() => minutePurchases.id),
    chargebackId: uuid('chargeback_id').notNull(),
    amountCents: integer().notNull(),
    createdAt: createdAt(),
    settledAt: timestamptz(),
    resolution: text().$type<DebtResolution>(),
  },
  table => [
    index().on(table.userId),
    index().on(table.purchaseId),
    uniqueIndex('minute_debts_once').on(table.chargebackId),
    check('minute_debts_amount', sql`${table.amountCents} > 0`),
    check(
      'minute_debts_settled',
      sql`(${table.settledAt} is null) = (${table.resolution} is null) and ${table.resolution} in ('PAID', 'WAIVED')`,
    ),
  ],
)
