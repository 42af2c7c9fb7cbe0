import { randomUUIDv7 } from 'node:crypto'
import { type AnyPgColumn, timestamp, type UpdateDeleteAction, uuid } from 'drizzle-orm/pg-core'

/** The primary key of most tables: a UUIDv7, generated here because PostgreSQL 15 can't. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())

export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const createdAt = () => timestamptz().notNull().defaultNow()

/** A required reference to a row of another table. */
export const foreignId = (column: () => AnyPgColumn, actions?: { onDelete: UpdateDeleteAction }) =>
  uuid().notNull().references(column, actions)
