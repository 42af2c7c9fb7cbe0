import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.ts'
import { createdAt, primaryId, reference } from '../../platform/db/columns.ts'

export const addresses = pgTable(
  'addresses',
  {
    id: primaryId(),
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    company: text(),
    street: text().notNull(),
    houseNumber: text().notNull(),
    city: text().notNull(),
    postalCode: text().notNull(),
    country: text().notNull().default('Nederland'),
    isDefault: boolean().notNull().default(false),
    createdAt: createdAt(),
  },
  table => [
    index().on(table.userId),
    uniqueIndex('addresses_one_default')
      .on(table.userId)
      .where(sql`${table.isDefault}`),
  ],
)
