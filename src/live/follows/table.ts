import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, reference, timestamptz } from '../../platform/db/columns.ts'

/** The creators whom a user marked as favourites. */
export const follows = pgTable(
  'creator_follows',
  {
    userId: reference(() => users.id, { onDelete: 'cascade' }),
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    /** Whether they are told that she is online. */
    wantsNotice: boolean().notNull().default(false),
    /** When they were last told. */
    toldAt: timestamptz(),
    createdAt: createdAt(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.creatorId] }),
    index('creator_follows_to_tell')
      .on(table.creatorId)
      .where(sql`${table.wantsNotice}`),
    check('creator_follows_not_self', sql`${table.creatorId} <> ${table.userId}`),
  ],
)
