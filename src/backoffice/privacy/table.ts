import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { encryptedText, timestamptz } from '../../platform/db/columns.ts'

/** Exports of personal data: one per user, deleted after a week. */
export const dataExports = pgTable(
  'data_exports',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** New with each request: the job of an older request then does nothing. */
    id: uuid().notNull().unique(),
    requestedAt: timestamptz().notNull(),
    /** How many of its files were made; 0 of 0 before it began. */
    filesDone: integer().notNull().default(0),
    filesTotal: integer().notNull().default(0),
    /** The storage key; null until it is built. */
    fileKey: text(),
    /** The key that the file is encrypted with, itself encrypted. */
    ...encryptedText(),
    readyAt: timestamptz(),
    expiresAt: timestamptz(),
  },
  table => [index('data_exports_by_key').on(table.keyId)],
)
