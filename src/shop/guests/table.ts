import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, reference, timestamptz } from '../../platform/db/columns.ts'
import { orders } from '../orders/table.ts'

/** Hashes of the tokens in mailed links, which open an order for the guest who placed it. */
export const guestOrderTokens = pgTable(
  'guest_order_tokens',
  {
    tokenHash: text().primaryKey(),
    orderId: reference(() => orders.id, { onDelete: 'cascade' }),
    expiresAt: timestamptz().notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.orderId), index().on(table.expiresAt)],
)
