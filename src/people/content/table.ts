import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { reference, timestamptz } from '../../platform/db/columns.ts'
import type { ContentBody } from '../../wire/content.ts'
import { users } from '../accounts/table.ts'

/** The versions of the texts that admins edit; the draft of the next version is one of them. Without a row the default applies. */
export const contentVersions = pgTable(
  'content_versions',
  {
    key: text().notNull(),
    /** From 1, without gaps. Of two admins who publish the same version, the primary key lets one through. */
    version: integer().notNull(),
    status: text().$type<'DRAFT' | 'PUBLISHED'>().notNull(),
    /** Increased by each save of the draft; a save names the revision that it replaces. */
    revision: integer().notNull(),
    body: jsonb().$type<ContentBody>().notNull(),
    /** The version as readers see it. */
    label: text(),
    asksAcceptance: boolean().notNull().default(false),
    actorId: reference(() => users.id),
    changedAt: timestamptz().notNull(),
  },
  table => [
    primaryKey({ columns: [table.key, table.version] }),
    uniqueIndex('content_versions_one_draft')
      .on(table.key)
      .where(sql`${table.status} = 'DRAFT'`),
    check('content_versions_status', sql`${table.status} in ('DRAFT', 'PUBLISHED')`),
    check('content_versions_numbers', sql`${table.version} > 0 and ${table.revision} > 0`),
  ],
)
