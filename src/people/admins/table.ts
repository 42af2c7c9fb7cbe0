import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** The link to create the first admin: at most one is valid. Only a hash of its token is stored. */
export const setupLinks = pgTable(
  'setup_links',
  {
    /** Always true, so that the table has at most one row. */
    isOnly: boolean().primaryKey().default(true),
    tokenHash: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  table => [check('setup_links_only_one', sql`${table.isOnly}`)],
)
