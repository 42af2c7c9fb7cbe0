import { boolean, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../products/catalog/table.ts'
import { createdAt, reference, primaryId } from '../../platform/db/columns.ts'

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    purchased: boolean().notNull().default(false),
    /** Cents: its price when it was put on the list; null in rows from before that was kept. */
    priceCents: integer(),
    /** Cents: the lower price that its owner was told of; null once it costs as much again. */
    notifiedCents: integer(),
    createdAt: createdAt(),
  },
  table => [unique('wishlist_items_once').on(table.userId, table.productId)],
)
