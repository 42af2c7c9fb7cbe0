import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { orderItems, orders } from '../orders/table.ts'
import { reference, primaryId, timestamptz } from '../../platform/columns.ts'
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
    /** Submitted ids that are not lines of this order, for an admin to check. */
    unmatched: text().array().notNull().default([]),
    remark: text(),
    receivedAt: timestamptz().notNull(),
    handledAt: timestamptz(),
    accepted: boolean(),
    answer: text(),
  },
  table => [
    index('withdrawals_by_age').on(table.receivedAt),
    index().on(table.orderId),
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
    accepted: boolean().notNull(),
    reason: text().$type<RefusalReason>(),
    note: text(),
    decidedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.withdrawalId, table.itemId] }),
    check('withdrawal_lines_reason', sql`${table.accepted} = (${table.reason} is null)`),
  ],
)
