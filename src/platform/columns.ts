import { randomUUIDv7 } from 'node:crypto'
import { type AnyPgColumn, timestamp, uuid, type UpdateDeleteAction } from 'drizzle-orm/pg-core'

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
