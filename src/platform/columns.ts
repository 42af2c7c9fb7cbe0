import { randomUUIDv7 } from 'node:crypto'
import { timestamp, uuid } from 'drizzle-orm/pg-core'

/** The primary key of most tables: a UUIDv7, made here because PostgreSQL 15 can't. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7())

export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const createdAt = () => timestamptz().notNull().defaultNow()
