import { boolean, pgTable, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../catalog/table.ts'
import { createdAt, foreignId, primaryId } from '../../platform/columns.ts'

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    id: primaryId(),
    userId: foreignId(() => users.id, { onDelete: 'cascade' }),
    productId: foreignId(() => products.id, { onDelete: 'cascade' }),
    purchased: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [unique('wishlist_items_once').on(table.userId, table.productId)],
)
