import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz } from '../../platform/columns.ts'

/** A file with all of someone's data, asked for by themselves: one a person, and gone after a week. */
export const dataExports = pgTable('data_exports', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Another one each time that it is asked for: a job of before does nothing. */
  id: uuid().notNull().unique(),
  requestedAt: timestamptz().notNull(),
  /** Where the file is kept; null until it is made. */
  fileKey: text(),
  readyAt: timestamptz(),
  expiresAt: timestamptz(),
})
