import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { orders } from '../orders/table.ts'
import { at, primaryId } from '../platform/columns.ts'

/** Who withdrew from which purchase, kept as it was said, whether or not we know the order. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: primaryId(),
    name: text().notNull(),
    email: text().notNull(),
    orderNumber: text().notNull(),
    orderId: uuid().references(() => orders.id),
    itemIds: uuid().array().notNull().default([]),
    remark: text(),
    receivedAt: at().notNull(),
    handledAt: at(),
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
