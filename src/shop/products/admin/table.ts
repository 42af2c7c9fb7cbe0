import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../../people/accounts/table.ts'
import { createdAt, primaryId } from '../../../platform/db/columns.ts'
import type {
  BulkChange,
  BulkEditState,
  LineChanges,
  LineError,
  LineValues,
  BulkLineStatus,
} from './bulk/contract.ts'
import type { StockCause } from './contract.ts'

/** A bulk edit or an import: first a preview, then applied. Kept for a week. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: primaryId(),
    actorId: uuid()
      .notNull()
      .references(() => users.id),
    state: text().$type<BulkEditState>().notNull(),
    /** The change of each product; null for an import, whose lines have their own values. */
    change: jsonb().$type<BulkChange>(),
    /** The search or ids; null for an import. */
    selection: jsonb().$type<Record<string, unknown>>(),
    /** The file's name, and its storage key until it was read. */
    fileName: text(),
    fileKey: text(),
    addsNew: boolean().notNull().default(false),
    cause: text().$type<StockCause>(),
    note: text(),
    /** Unknown columns of the file. */
    ignored: text().array().notNull().default([]),
    /** Why it failed, in Dutch. */
    problem: text(),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  table => [
    index('bulk_edits_by_age').on(table.createdAt),
    check('bulk_edits_kind', sql`(${table.change} is null) = (${table.fileName} is not null)`),
  ],
)

/** One product of a bulk edit, or one line of a file. */
export const bulkLines = pgTable(
  'bulk_lines',
  {
    bulkId: uuid()
      .notNull()
      .references(() => bulkEdits.id, { onDelete: 'cascade' }),
    /** For an import, the line of the file on which it begins. */
    line: integer().notNull(),
    sku: text().notNull(),
    name: text().notNull(),
    productId: uuid(),
    verdict: text().$type<BulkLineStatus>().notNull(),
    values: jsonb().$type<LineValues>(),
    changes: jsonb().$type<LineChanges>().notNull(),
    errors: jsonb().$type<LineError[]>().notNull(),
  },
  table => [
    primaryKey({ columns: [table.bulkId, table.line] }),
    index('bulk_lines_by_verdict').on(table.bulkId, table.verdict, table.line),
  ],
)

export type BulkLineRow = typeof bulkLines.$inferSelect
