import { sql } from 'drizzle-orm'
import { check, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { products } from '../products/catalog/table.ts'
import { createdAt, reference, primaryId } from '../../platform/db/columns.ts'

export const cartItems = pgTable(
  'cart_items',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    createdAt: createdAt(),
  },
  table => [
    unique('cart_items_one_line_per_product').on(table.userId, table.productId),
    check('cart_items_quantity', sql`${table.quantity} between 1 and 99`),
  ],
)
