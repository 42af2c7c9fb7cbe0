import { boolean, pgTable, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../catalog/table.ts'
import { createdAt, primaryId } from '../../platform/columns.ts'

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    id: primaryId(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    purchased: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [unique('wishlist_items_once').on(table.userId, table.productId)],
)
