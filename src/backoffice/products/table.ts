import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { timestamptz, createdAt, primaryId } from '../../platform/columns.ts'
import type {
  BulkChange,
  BulkEditState,
  LineChanges,
  LineError,
  LineValues,
  BulkLineStatus,
} from './bulk.contract.ts'
import type { PriceSource, StockCause } from './history.contract.ts'

/** What a product cost, and since when. Append-only, by a trigger; written with the price itself. */
export const priceEntries = pgTable(
  'price_entries',
  {
    id: primaryId(),
    productId: uuid().notNull(),
    /** Cents; null for the first that is known. */
    oldCents: integer(),
    newCents: integer().notNull(),
    source: text().$type<PriceSource>().notNull(),
    actorId: uuid().references(() => users.id),
    createdAt: timestamptz()
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  table => [
    index('price_entries_by_product').on(table.productId, table.createdAt),
    check(
      'price_entries_price',
      sql`${table.newCents} >= 0 and ${table.newCents} is distinct from ${table.oldCents}`,
    ),
  ],
)

/** A change of many products at once: first a preview by line, then done. Kept for a week. */
export const bulkEdits = pgTable(
  'bulk_edits',
  {
    id: primaryId(),
    actorId: uuid()
      .notNull()
      .references(() => users.id),
    state: text().$type<BulkEditState>().notNull(),
    /** What is done to each product; null for an import, of which each line says so itself. */
    change: jsonb().$type<BulkChange>(),
    /** Which products: null for an import. */
    selection: jsonb().$type<Record<string, unknown>>(),
    /** What the imported file was called, and where it is kept until it was read. */
    fileName: text(),
    fileKey: text(),
    addsNew: boolean().notNull().default(false),
    cause: text().$type<StockCause>(),
    note: text(),
    /** Columns that mean nothing to us. */
    ignored: text().array().notNull().default([]),
    /** Why it came to nothing: Dutch, for a person. */
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
    /** In a file, the line on which it begins. */
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
