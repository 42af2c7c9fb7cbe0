import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'
import type { Settings } from '../../wire/settings.ts'

/** One row: the settings that an admin saved. Without it the defaults of the environment apply. */
export const settings = pgTable(
  'settings',
  {
    id: boolean().primaryKey().default(true),
    value: jsonb().$type<Partial<Settings>>().notNull(),
    /** Increased by each save; a save names the version that it replaces. */
    version: integer().notNull(),
    changedAt: timestamptz().notNull(),
  },
  table => [check('settings_one_row', sql`${table.id}`)],
)
