import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestamptz } from '../../../platform/db/columns.ts'
import { invoices } from '../table.ts'
import type { PeppolOutcome, PeppolStatus } from './contract.ts'

/**
 * The documents that go to Belgian businesses by Peppol. A row is written with its invoice, before the access point is asked, and has
 * the id by which that tells a second request from the first.
 */
export const peppolDocuments = pgTable(
  'peppol_documents',
  {
    invoiceId: uuid()
      .primaryKey()
      .references(() => invoices.id),
    status: text().$type<PeppolStatus>().notNull(),
    /** Another one when it is sent again after it was taken. */
    submissionId: uuid().notNull().unique(),
    /** Whether an attempt with this id ended without an answer, so that the access point may have it. */
    mayBeReceived: boolean().notNull().default(false),
    /** The access point's id; null until it answers, and when that answer was lost. */
    providerId: text().unique(),
    /** Why it failed, or why the last attempt did. */
    failure: text(),
    attempts: integer().notNull().default(0),
    /** Since when it waits to be sent. */
    queuedAt: timestamptz().notNull(),
    nextAttemptAt: timestamptz().notNull(),
    /** Until then one node sends it. */
    claimedUntil: timestamptz(),
    sentAt: timestamptz(),
    deliveredAt: timestamptz(),
    /** When the access point was last asked whether it arrived. */
    polledAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    index('peppol_documents_open')
      .on(table.nextAttemptAt)
      .where(sql`${table.status} = 'QUEUED'`),
    index('peppol_documents_to_poll')
      .on(table.polledAt)
      .where(sql`${table.status} = 'SENT' and ${table.providerId} is not null`),
    index('peppol_documents_undelivered')
      .on(table.createdAt)
      .where(sql`${table.status} in ('UNSENT', 'NO_RECEIVER', 'FAILED')`),
    check(
      'peppol_documents_status',
      sql`${table.status} in ('UNSENT', 'QUEUED', 'SENT', 'DELIVERED', 'NO_RECEIVER', 'FAILED')`,
    ),
    check(
      'peppol_documents_sent',
      sql`${table.status} not in ('SENT', 'DELIVERED') or ${table.sentAt} is not null`,
    ),
    check(
      'peppol_documents_delivered',
      sql`(${table.status} = 'DELIVERED') = (${table.deliveredAt} is not null)`,
    ),
    check('peppol_documents_failed', sql`${table.status} <> 'FAILED' or ${table.failure} is not null`),
  ],
)

/**
 * How deliveries ended, as the access point tells it: also before its answer with the id of the document was read. Repeated and out of order,
 * so that only their content counts, not their order.
 */
export const peppolEvents = pgTable(
  'peppol_events',
  {
    providerId: text().notNull(),
    outcome: text().$type<PeppolOutcome>().notNull(),
    detail: text(),
    receivedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.providerId, table.outcome] }),
    index('peppol_events_by_time').on(table.receivedAt),
    check('peppol_events_outcome', sql`${table.outcome} in ('DELIVERED', 'FAILED')`),
  ],
)
