import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import type { Settings } from '../../wire/settings.ts'

/** One row: what an admin saved. Without it the environment's values hold. */
export const settings = pgTable(
  'settings',
  {
    id: boolean().primaryKey().default(true),
    value: jsonb().$type<Settings>().notNull(),
    /** Goes up with each change: who saves says which one they saw. */
    version: integer().notNull(),
    changedAt: timestamptz().notNull(),
  },
  table => [check('settings_one', sql`${table.id}`)],
)
