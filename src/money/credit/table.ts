import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import {
  createdAt,
  dataKeyReference,
  encryptedText,
  primaryId,
  reference,
  timestamptz,
} from '../../platform/db/columns.ts'
import { payments, refunds } from '../payments/table.ts'
import type { CreditEntryKind, CreditKind } from './contract.ts'

/** Its key alone: `orders` imports this slice. */
const orderItems = pgTable('order_items', { id: uuid().primaryKey() })

/** An account to pay from: a gift card, or the store credit of an account. Its balance is the sum of its entries. */
export const creditAccounts = pgTable(
  'credit_accounts',
  {
    id: primaryId(),
    kind: text().$type<CreditKind>().notNull(),
    /** The owner of the store credit; null for a gift card, which is of whoever has its code. */
    userId: uuid().references(() => users.id),
    balanceCents: integer().notNull().default(0),
    /** The value of a gift card; 0 for store credit. */
    initialCents: integer().notNull().default(0),
    /** SHA-256 of the code of a gift card, as base64url. */
    codeDigest: text(),
    lastFour: text(),
    /** The code, to send it; null once it was erased. */
    ...encryptedText(),
    /** The line of the order with which it was bought. */
    orderItemId: uuid().references(() => orderItems.id),
    /** Which piece of the line, from 1. */
    piece: integer(),
    recipientEmail: text(),
    recipientName: text(),
    /** The giver, as the buyer wrote it. */
    senderName: text(),
    /** The message to the recipient. Encrypted; here in rows of before. */
    message: text(),
    messageEncrypted: text(),
    messageKeyId: dataKeyReference(),
    /** The day in Brussels on which its mail is sent. */
    deliverOn: date(),
    /** When its mail was queued. */
    deliveredAt: timestamptz(),
    /** When a gift card is no longer valid: midnight in Brussels after its last day. */
    expiresAt: timestamptz(),
    blockedAt: timestamptz(),
    /** Why an admin blocked it, or let it pay again. */
    blockReason: text(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('credit_accounts_one_per_user')
      .on(table.userId)
      .where(sql`${table.kind} = 'STORE_CREDIT'`),
    uniqueIndex('credit_accounts_code').on(table.codeDigest),
    uniqueIndex('credit_accounts_piece').on(table.orderItemId, table.piece),
    index('credit_accounts_by_age')
      .on(table.createdAt, table.id)
      .where(sql`${table.kind} = 'GIFT_CARD'`),
    index('credit_accounts_undelivered')
      .on(table.deliverOn)
      .where(
        sql`${table.deliveredAt} is null and ${table.blockedAt} is null and ${table.kind} = 'GIFT_CARD'`,
      ),
    index('credit_accounts_expiring')
      .on(table.expiresAt)
      .where(sql`${table.balanceCents} > 0 and ${table.kind} = 'GIFT_CARD'`),
    index('credit_accounts_with_code')
      .on(table.deliveredAt)
      .where(sql`${table.encrypted} is not null`),
    index('credit_accounts_by_message_key')
      .on(table.messageKeyId)
      .where(sql`${table.messageKeyId} is not null`),
    check(
      'credit_accounts_message',
      sql`(${table.messageEncrypted} is null) = (${table.messageKeyId} is null)`,
    ),
    check('credit_accounts_balance', sql`${table.balanceCents} >= 0`),
    check(
      'credit_accounts_kind',
      sql`case ${table.kind}
        when 'STORE_CREDIT' then ${table.userId} is not null and ${table.codeDigest} is null and ${table.initialCents} = 0
        when 'GIFT_CARD' then ${table.userId} is null and ${table.codeDigest} is not null and ${table.lastFour} is not null
          and ${table.initialCents} > 0 and ${table.expiresAt} is not null and ${table.deliverOn} is not null
        else false end`,
    ),
    check('credit_accounts_piece', sql`(${table.orderItemId} is null) = (${table.piece} is null)`),
  ],
)

/** The append-only ledger of gift cards and store credit. */
export const creditEntries = pgTable(
  'credit_entries',
  {
    id: primaryId(),
    accountId: reference(() => creditAccounts.id),
    /** Signed cents: positive when the balance increases. */
    cents: integer().notNull(),
    kind: text().$type<CreditEntryKind>().notNull(),
    /** The payment that it is spent for, or released from. */
    paymentId: uuid().references(() => payments.id),
    refundId: uuid().references(() => refunds.id),
    reason: text(),
    /** The admin who did it. */
    byUserId: uuid().references(() => users.id),
    createdAt: createdAt(),
  },
  table => [
    index('credit_entries_by_account').on(table.accountId, table.createdAt),
    uniqueIndex('credit_entries_issued_once')
      .on(table.accountId)
      .where(sql`${table.kind} = 'ISSUE'`),
    uniqueIndex('credit_entries_of_payment').on(table.paymentId, table.kind),
    uniqueIndex('credit_entries_refunded_once').on(table.refundId),
    check(
      'credit_entries_sign',
      sql`case when ${table.kind} in ('ISSUE', 'RELEASE', 'REFUND') then ${table.cents} > 0
        when ${table.kind} in ('SPEND', 'EXPIRE', 'CANCEL') then ${table.cents} < 0
        when ${table.kind} in ('GRANT', 'ADJUST') then ${table.cents} <> 0 else false end`,
    ),
    check(
      'credit_entries_payment',
      sql`(${table.kind} in ('SPEND', 'RELEASE')) = (${table.paymentId} is not null)
        and (${table.kind} = 'REFUND') = (${table.refundId} is not null)`,
    ),
    check(
      'credit_entries_reason',
      sql`${table.kind} not in ('GRANT', 'ADJUST') or (${table.reason} is not null and ${table.byUserId} is not null)`,
    ),
  ],
)
