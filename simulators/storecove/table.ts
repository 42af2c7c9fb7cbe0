import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../src/platform/db/columns.ts'
import type { StorecoveFaults } from './contract.ts'

/** Documents that were submitted. */
export const simulatorSubmissions = pgTable(
  'simulator_submissions',
  {
    guid: text().primaryKey(),
    /** The client's: of documents with one, only the first is processed. */
    idempotencyGuid: text().notNull().unique(),
    /** `BE:EN 0123456749` */
    receiver: text().notNull(),
    /** The UBL, as it was sent. */
    document: text().notNull(),
    /** Null while it is under way; the event that ended that. */
    outcome: text(),
    createdAt: timestamptz().notNull(),
  },
  table => [index().on(table.createdAt)],
)

/** The queue of events of an account whose webhooks are in pull mode. */
export const simulatorWebhookInstances = pgTable(
  'simulator_webhook_instances',
  { guid: text().primaryKey(), body: text().notNull(), createdAt: timestamptz().notNull() },
  table => [index().on(table.createdAt)],
)

/** The single row of injected faults. */
export const simulatorStorecoveFaults = pgTable(
  'simulator_storecove_faults',
  { id: integer().primaryKey(), faults: jsonb().$type<StorecoveFaults>().notNull() },
  table => [check('simulator_storecove_faults_one', sql`${table.id} = 1`)],
)
