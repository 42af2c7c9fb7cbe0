import { randomUUIDv7 } from 'node:crypto'
import {
  type AnyPgColumn,
  integer,
  text,
  timestamp,
  uuid,
  type UpdateDeleteAction,
} from 'drizzle-orm/pg-core'

/** The primary key of most tables: a UUIDv7, generated here because PostgreSQL 15 can't. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())

export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const createdAt = () => timestamptz().notNull().defaultNow()

/** A row of another table, without which this row does not exist. */
export const reference = (column: () => AnyPgColumn, actions?: { onDelete: UpdateDeleteAction }) =>
  uuid().notNull().references(column, actions)

/**
 * The columns of a text that `DataCipher` encrypts: the text, and the key that it is encrypted with. Both are null in a row of a version that
 * encrypted nothing. The foreign key, without which a key in use could be removed, is in the migration.
 */
export const encryptedText = () => ({ encrypted: text(), keyId: integer() })

/** What stands in the column of the text instead, for the version before: it must not be empty there. */
export const ENCRYPTED_PLACEHOLDER = '…'
