import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { reference } from '../../../platform/db/columns.ts'
import { products } from './table.ts'

/** The products that an admin chose to show beside another, in this order. */
export const productRelations = pgTable(
  'product_relations',
  {
    productId: reference(() => products.id, { onDelete: 'cascade' }),
    relatedId: reference(() => products.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  table => [primaryKey({ columns: [table.productId, table.relatedId] }), index().on(table.relatedId)],
)
