import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/db/columns.ts'

/** That a test mail arrived, with the mail server that is set now or with an earlier one. */
export const confirmedMailServers = pgTable(
  'confirmed_mail_servers',
  {
    /** Always true, so that the table has at most one row: the last one. */
    isOnly: boolean().primaryKey().default(true),
    /** A keyed hash of the mail server's address and the sender, because the address contains a password. */
    serverHash: text().notNull(),
    confirmedAt: timestamptz().notNull(),
  },
  table => [check('confirmed_mail_servers_only_one', sql`${table.isOnly}`)],
)
