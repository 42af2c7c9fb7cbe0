import { sql, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId } from './columns.ts'

/** What an Idempotency-Key led to, so that the same key gives the same answer for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid().notNull(),
    key: text().notNull(),
    /** Of the call and its input. */
    inputHash: text().notNull(),
    /** The order, purchase or session that was made. */
    resultId: uuid().notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.createdAt)],
)

/** The number of the order that a mail is about; null for any other. */
export const mailOrderNumber = ({ props }: { props: AnyPgColumn }): SQL =>
  sql`coalesce(${props} ->> 'number', ${props} ->> 'orderNumber')`

/** The outgoing mail: written with the fact that it speaks of, sent by a job, at least once. */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    recipient: text().notNull(),
    template: text().notNull(),
    /** What the template needs. */
    props: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: timestamptz(),
    /** When it was given up: refused for good, or tried for a week. `lastError` says why. */
    failedAt: timestamptz(),
    createdAt: createdAt(),
    /** From when on it is tried for a week; later than `createdAt` when a person had it sent again. */
    triedFrom: timestamptz().notNull().defaultNow(),
  },
  table => [
    index('mails_by_age').on(table.createdAt, table.id),
    index('mails_by_recipient').using('gin', sql`${table.recipient} gin_trgm_ops`),
    index('mails_by_order').on(mailOrderNumber(table)),
    index('mails_unsent')
      .on(table.createdAt)
      .where(sql`${table.sentAt} is null`),
  ],
)
