import { sql, type SQL } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz, createdAt, primaryId } from './columns.ts'

/** The result of each Idempotency-Key, so that the same key gives the same result for 24 hours. */
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

/** Outgoing mail: inserted in the transaction that causes it, sent at least once by a job. */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    recipient: text().notNull(),
    template: text().notNull(),
    /** The template's props. */
    props: jsonb().notNull(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    sentAt: timestamptz(),
    /** When it was given up: refused permanently, or failed for a week. `lastError` has the reason. */
    failedAt: timestamptz(),
    createdAt: createdAt(),
    /** Start of the week in which it is tried; later than `createdAt` when an admin had it sent again. */
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

/** Keys of rows, encrypted with a key of the shop's secret. The newest encrypts; older ones only decrypt. */
export const dataKeys = pgTable('data_keys', {
  /** From a sequence: the number of a key that was rolled back or removed is never used again. */
  id: integer().primaryKey().generatedByDefaultAsIdentity(),
  wrappedKey: text().notNull(),
  /** Made by a rotation, which ends when no row uses an older one. */
  isRotation: boolean().notNull().default(false),
  createdAt: timestamptz().notNull(),
})

/** Keys that were derived from an earlier secret and are still needed, encrypted in the same way. */
export const legacyKeys = pgTable('legacy_keys', {
  purpose: text().primaryKey(),
  wrappedKey: text().notNull(),
})
