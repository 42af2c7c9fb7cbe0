import { randomUUIDv7 } from 'node:crypto'
import {
  type AnyPgColumn,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
  type UpdateDeleteAction,
} from 'drizzle-orm/pg-core'

/** The milliseconds of a UUIDv7 are its first characters, and these its last, which are random. */
const TIME_LENGTH = 13
const LAST_LENGTH = 12

let newest = ''

/**
 * A UUIDv7 that comes after those which this process made before, also in the same millisecond: rows sorted by it are in the order in which
 * they were made.
 */
export function newId(): string {
  const id = randomUUIDv7()
  const isSameTime = id.slice(0, TIME_LENGTH) === newest.slice(0, TIME_LENGTH)
  newest = isSameTime && id < newest ? idAfter(newest, id) : id
  return newest
}

/** By a random step, so that it can't be guessed from the one before. */
function idAfter(before: string, random: string): string {
  const step = 1 + Number.parseInt(random.slice(-6), 16)
  const last = Number.parseInt(before.slice(-LAST_LENGTH), 16) + step
  const digits = last.toString(16).padStart(LAST_LENGTH, '0')
  // After some sixteen million in one millisecond there is no room.
  return digits.length > LAST_LENGTH ? random : before.slice(0, -LAST_LENGTH) + digits
}

/** The primary key of most tables: a UUIDv7, generated here because PostgreSQL 15 can't. */
export const primaryId = () => uuid().primaryKey().$defaultFn(newId)

export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const createdAt = () => timestamptz().notNull().defaultNow()

/** A row of another table, without which this row does not exist. */
export const reference = (column: () => AnyPgColumn, actions?: { onDelete: UpdateDeleteAction }) =>
  uuid().notNull().references(column, actions)

/** Its key alone: `table.ts` imports this file. */
const dataKeys = pgTable('data_keys', { id: integer().primaryKey() })

/** The key that a text of the row is encrypted with, which can't be removed while it is in use. */
export const dataKeyReference = () => integer().references(() => dataKeys.id)

/** The columns of a text that `DataCipher` encrypts: the text, and the key that it is encrypted with. Both are null where there is none. */
export const encryptedText = () => ({ encrypted: text(), keyId: dataKeyReference() })

/** The text in the unencrypted column, for the version before: it must not be empty there. */
export const ENCRYPTED_PLACEHOLDER = '…'
