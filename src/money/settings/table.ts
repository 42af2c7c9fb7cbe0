import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/columns.ts'
import type { Settings } from '../../wire/settings.ts'
import type { VatMode } from '../../wire/vat.ts'

/** One row: the settings that an admin saved. Without it the defaults of the environment apply. */
export const settings = pgTable(
  'settings',
  {
    id: boolean().primaryKey().default(true),
    /** `vatMode` is for the version before, which does not know the schemes. */
    value: jsonb().$type<Partial<Settings> & { vatMode?: VatMode }>().notNull(),
    /** Increased by each save; a save names the version that it replaces. */
    version: integer().notNull(),
    changedAt: timestamptz().notNull(),
  },
  table => [check('settings_one', sql`${table.id}`)],
)
