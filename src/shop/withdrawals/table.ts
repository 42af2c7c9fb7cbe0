import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { orderItems, orders } from '../orders/table.ts'
import {
  dataKeyReference,
  encryptedText,
  reference,
  primaryId,
  timestamptz,
} from '../../platform/db/columns.ts'
import type { RefusalReason } from './contract.ts'

/** Withdrawals as the customer sent them, whether or not the order is known. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: primaryId(),
    name: text().notNull(),
    email: text().notNull(),
    orderNumber: text().notNull(),
    orderId: uuid().references(() => orders.id),
    itemIds: uuid().array().notNull().default([]),
    /** Units of each of `itemIds`, in the same order. 0 where earlier withdrawals have them all. */
    quantities: integer().array().notNull().default([]),
    /** Submitted ids that are not lines of this order, for an admin to check. */
    unmatched: text().array().notNull().default([]),
    /** Of the customer. Encrypted; here in rows of before. */
    remark: text(),
    remarkEncrypted: text(),
    remarkKeyId: dataKeyReference(),
    receivedAt: timestamptz().notNull(),
    handledAt: timestamptz(),
    accepted: boolean(),
    /** The same, of the shop. */
    answer: text(),
    answerEncrypted: text(),
    answerKeyId: dataKeyReference(),
  },
  table => [
    index('withdrawals_by_age').on(table.receivedAt),
    index().on(table.orderId),
    index('withdrawals_by_remark_key').on(table.remarkKeyId),
    index('withdrawals_by_answer_key').on(table.answerKeyId),
    check('withdrawals_remark', sql`(${table.remarkEncrypted} is null) = (${table.remarkKeyId} is null)`),
    check('withdrawals_answer', sql`(${table.answerEncrypted} is null) = (${table.answerKeyId} is null)`),
    check(
      'withdrawals_quantities',
      sql`cardinality(${table.quantities}) in (0, cardinality(${table.itemIds})) and 0 <= all(${table.quantities})`,
    ),
    check(
      'withdrawals_answered_whole',
      sql`(${table.handledAt} is null) = (${table.accepted} is null) and (${table.handledAt} is null) = (${table.answer} is null)`,
    ),
  ],
)

/** The decision on a line; it may change when the parcel arrives and its seal is checked. */
export const withdrawalLines = pgTable(
  'withdrawal_lines',
  {
    withdrawalId: reference(() => withdrawals.id),
    itemId: reference(() => orderItems.id),
    /** The id that its note is bound to. */
    id: uuid(),
    accepted: boolean().notNull(),
    /** Units that are taken back; null when none are. */
    quantity: integer(),
    reason: text().$type<RefusalReason>(),
    /** To the customer. Encrypted; here in rows of before. */
    note: text(),
    ...encryptedText(),
    decidedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.withdrawalId, table.itemId] }),
    index('withdrawal_lines_by_key').on(table.keyId),
    check('withdrawal_lines_encrypted', sql`(${table.encrypted} is null) = (${table.keyId} is null)`),
    check(
      'withdrawal_lines_quantity',
      sql`${table.quantity} is null or (${table.accepted} and ${table.quantity} > 0)`,
    ),
    check('withdrawal_lines_reason', sql`${table.accepted} = (${table.reason} is null)`),
  ],
)
