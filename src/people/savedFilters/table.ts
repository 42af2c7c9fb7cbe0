import { sql } from 'drizzle-orm'
import { check, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, primaryId, reference } from '../../platform/db/columns.ts'
import { users } from '../accounts/table.ts'

/** Filters of the back office's lists that an admin keeps under a name. */
export const savedFilters = pgTable(
  'saved_filters',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    /** The path of the list: `/admin/orders`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The query of its URL, without a page. */
    query: text().notNull(),
    createdAt: createdAt(),
  },
  table => [
    uniqueIndex('saved_filters_named_once').on(table.userId, table.list, sql`lower(${table.name})`),
    check('saved_filters_name', sql`length(${table.name}) between 1 and 40`),
  ],
)
