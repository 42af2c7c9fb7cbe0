import { sql } from 'drizzle-orm'
import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz } from '../../platform/db/columns.ts'

/** When the cart of someone who wants to be reminded of it changed last; triggers on `cart_items` write it. */
export const cartChanges = pgTable(
  'cart_changes',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    changedAt: timestamptz().notNull(),
    /** When it was decided whether to mail; null while the cart may still be forgotten. */
    decidedAt: timestamptz(),
  },
  table => [
    index('cart_changes_to_decide')
      .on(table.changedAt)
      .where(sql`${table.decidedAt} is null`),
  ],
)
