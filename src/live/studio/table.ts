import { boolean, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from '../../people/accounts/table.ts'
import { createdAt, primaryId, reference, timestamptz } from '../../platform/db/columns.ts'

/** Links with which a creator's toys are stopped from any device, by whoever has one. */
export const stopLinks = pgTable(
  'stop_links',
  {
    id: primaryId(),
    creatorId: reference(() => users.id, { onDelete: 'cascade' }),
    /** The creator's own name for it: who has it, or where it is. */
    name: text().notNull(),
    tokenHash: text().notNull().unique(),
    /** Whether it ends with its first use; a card is used again and again. */
    isSingleUse: boolean().notNull(),
    createdAt: createdAt(),
    firstUsedAt: timestamptz(),
    lastUsedAt: timestamptz(),
  },
  table => [index().on(table.creatorId)],
)
